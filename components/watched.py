"""Components that note when one of their fields is set."""

from typing import ClassVar

import numpy as np


class Watched:
    """A component of a class that counts changes of its fields.

    Who keeps what follows from the fields of all of a class can tell by the count that it still holds. Lists
    become tuples, so that nothing but the numbers in an array can change unnoticed.
    """

    __slots__ = ()

    changes: ClassVar[int] = 0
    """How often a field of any of the class was set to something else."""

    def __setattr__(self, name: str, value: object) -> None:
        kept = tuple(value) if isinstance(value, list) else value
        if _differs(getattr(self, name, kept), kept):
            type(self).changes += 1
        object.__setattr__(self, name, kept)


def _differs(before: object, after: object) -> bool:
    """Whether a value is another one; an array is when it is another object."""
    if before is after:
        return False
    return type(before) is not type(after) or isinstance(after, np.ndarray) or bool(before != after)
