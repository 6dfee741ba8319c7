import math as m
