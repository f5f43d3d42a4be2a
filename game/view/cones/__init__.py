"""Round cones: two spheres and the hull around them, what figures and props are made of."""
