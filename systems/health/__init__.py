"""Being hurt: what a hit does to health and to bodies, death, and bursting."""
