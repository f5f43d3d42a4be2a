"""Noticing which colliders overlap, and telling when that begins and ends."""
