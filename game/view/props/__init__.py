"""Things that stand and float in a level: what can be picked up, checkpoints and goals."""
