"""On hands and knees: holds, moves its weight, raises the left hand, sets it down again: whole-body control."""
import bearing


class AllFours(bearing.Bearing):
    phases = [{"bear": ["hands", "knees"], "over": {"hands": 1, "knees": 2}, "lean": 1.4, "seconds": 1},
              {"over": {"hand_r": 1, "hand_l": 0.1, "knees": 3}, "seconds": 1.2, "settle": 0.03, "free": ["hand_l"]},
              {"joints": {"shoulder_flex_l": 2.6, "elbow_flex_l": 0.2, "wrist_flex_l": 0}, "seconds": 1},
              {"seconds": 1},
              {"joints": {"shoulder_flex_l": 1.75, "elbow_flex_l": 0.05, "wrist_flex_l": -1.1}, "seconds": 1},
              {"bear": ["hand_l"], "seconds": 0.5},
              {"over": {"hands": 1, "knees": 2}, "seconds": 1}]
