"""Feet that find the ground: traces, smoothing, and legs solved to reach it."""
