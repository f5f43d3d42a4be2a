"""The physics report card: every bound, the value reached, pass or fail."""
