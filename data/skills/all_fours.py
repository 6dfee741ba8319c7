"""On hands and knees: holds, moves its weight, raises the left hand, sets it down again."""
import bearing


class AllFours(bearing.Bearing):
    phases = [{"bear": ["hands", "thigh_l", "thigh_r", "knees", "feet"], "over": {"hands": 1,
               "thigh_l": 1, "thigh_r": 1}, "lean": 1.43, "seconds": 1},
              {"over": {"hand_r": 1, "thigh_l": 1.5, "thigh_r": 1.5}, "seconds": 1.2, "settle": 0.03,
               "free": ["hand_l"]},
              {"joints": {"shoulder_flex_l": 2.6, "elbow_flex_l": 0.2, "wrist_flex_l": 0}, "seconds": 1},
              {"seconds": 1},
              {"joints": {"shoulder_flex_l": 1.75, "elbow_flex_l": 0.05, "wrist_flex_l": -1.1}, "seconds": 1},
              {"bear": ["hand_l"], "seconds": 0.5},
              {"over": {"hands": 1, "thigh_l": 1, "thigh_r": 1}, "seconds": 1}]
