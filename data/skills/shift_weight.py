"""Brings its weight over one foot, lifts the other a little, and sets it down again: whole-body control."""
import bearing


class ShiftWeight(bearing.Bearing):
    phases = [{"bear": ["feet"], "high": 1.16,
               "joints": {"knee_flex": 0.3, "hip_flex": 0.15, "ankle_flex": 0.15, "shoulder_abd": 0.2}},
              {"over": {"foot_r": 1}, "seconds": 1.2, "settle": 0.012, "free": ["foot_l"]},
              {"seconds": 0.8, "joints": {"hip_flex_l": 0.6, "knee_flex_l": 1.1}},
              {"seconds": 1},
              {"seconds": 0.8, "joints": {"hip_flex_l": 0.15, "knee_flex_l": 0.3}},
              {"bear": ["foot_l"], "seconds": 0.5},
              {"over": {"feet": 1}, "seconds": 1.2}]
