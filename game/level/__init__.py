"""Level files: JSON in, everything a simulation is made of out, or all that is wrong with line and column."""
