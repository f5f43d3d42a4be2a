"""The shell round the simulation: worlds, levels, input, pictures, the command line."""
