"""What a level is for: things to pick up, checkpoints, and a goal."""
