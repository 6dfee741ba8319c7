"""From one knee to its feet, the right one ahead: leans over that foot, takes the knee off, rises."""
import bearing


class HalfKneelToStand(bearing.Bearing):
    phases = [{"bear": ["feet", "thigh_l", "shank_l"], "over": {"foot_r": 0.35, "thigh_l": 0.65},
               "lean": 0.1, "high": 0.74,
               "joints": {"shoulder_abd": 0.4}},
              {"over": {"foot_r": 0.75, "foot_l": 0.25}, "lean": 0.5, "seconds": 1.2, "free": ["thigh_l",
               "shank_l"]},
              {"high": 0.85, "lean": 0.6, "seconds": 0.8, "joints": {"hip_flex_r": 1.4, "knee_flex_r": 1.5}},
              {"over": {"foot_r": 0.6, "foot_l": 0.4}, "high": 1.08, "lean": 0.1, "seconds": 1.5,
               "joints": {"hip_flex": 0.3, "knee_flex": 0.4, "ankle_flex": 0.1}},
              {"seconds": 1}]
