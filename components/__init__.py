"""Nouns: what entities are made of. Plain dataclasses, data only, one module a subject."""
