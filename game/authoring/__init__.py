"""Writes the mannequin's skeleton and clips: `python -m game.authoring`.

Feet that do not slide cannot be typed key by key. Here their paths are laid down first, on the ground and
through the air, and the legs are solved to follow them; what comes out are plain clip files.
"""
