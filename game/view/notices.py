"""Saying once that something asked for is not there."""

import warnings


def note(message: str) -> None:
    """Warns with this message, the first time only."""
    if message not in _noted:
        _noted.add(message)
        warnings.warn(message, stacklevel=3)


_noted: set[str] = set()
