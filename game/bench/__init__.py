"""What things cost on this machine, as ratios that mean the same on another."""
