"""Pushes that come with an overlap."""
