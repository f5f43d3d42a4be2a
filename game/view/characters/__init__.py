"""Characters: skeletons dressed in round cones."""
