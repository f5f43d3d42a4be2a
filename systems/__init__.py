"""Verbs: what happens in a tick. One subject a room."""
