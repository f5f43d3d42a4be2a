"""Minds: what those want whom nobody steers."""
