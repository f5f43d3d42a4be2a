"""Coming back after falling out of the level."""
