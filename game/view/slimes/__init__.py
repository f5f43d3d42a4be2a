"""Slimes: closed translucent meshes, drawn with thickness, refraction and faces."""
