"""Squats and stands again, both feet flat: whole-body control."""
import bearing


class Squat(bearing.Bearing):
    phases = [{"bear": ["feet"], "high": 1.16, "joints": {"knee_flex": 0.3, "hip_flex": 0.15,
               "ankle_flex": 0.15}},
              {"high": 0.86, "ahead": -0.02, "lean": 0.7, "seconds": 1.5,
               "joints": {"knee_flex": 1.6, "hip_flex": 1.7, "ankle_flex": 0.3, "shoulder_flex": 1.3,
               "hip_abd": 0.1}},
              {"seconds": 0.5},
              {"high": 1.15, "ahead": 0, "lean": 0, "seconds": 1.8,
               "joints": {"knee_flex": 0.3, "hip_flex": 0.15, "ankle_flex": 0.15, "shoulder_flex": 0,
               "hip_abd": 0}},
              {"seconds": 0.5}]
