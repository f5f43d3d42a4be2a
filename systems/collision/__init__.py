"""Terrain as convex prisms: baking, broad phase, distances, traces, sweeps and overlaps."""
