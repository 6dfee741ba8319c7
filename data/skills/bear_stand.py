"""Stands on two feet by whole-body control, and sways a little, as people do."""
import bearing


class BearStand(bearing.Bearing):
    sway = 0.012
    phases = [{"bear": ["feet"], "over": {"feet": 1}, "ahead": -0.012, "high": 1.165, "lean": 0, "seconds": 1,
               "joints": {"knee_flex": 0.3, "hip_flex": 0.15, "ankle_flex": 0.15, "shoulder_abd": 0.12,
                          "elbow_flex": 0.25}}]
