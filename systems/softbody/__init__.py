"""Slimes: meshes, the XPBD solver, contact with solid things, and what may be done to them from outside."""
