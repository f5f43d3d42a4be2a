"""Skeletons and clips made ready, and poses from them tick by tick."""
