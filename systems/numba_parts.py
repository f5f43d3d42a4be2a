"""Parts of numba that write machine code: they have no types that could be checked, and are Any here."""

from collections.abc import Mapping
from typing import Any

import numba.core.cgutils
import numba.core.compiler_machinery
import numba.core.event
import numba.core.imputils
import numba.core.types
import numba.core.typing.templates
import numba.extending
import numba.np.arrayobj
from llvmlite import ir

Numba = Any
"""Something of numba's."""

arrays: Numba = numba.np.arrayobj
builders: Numba = numba.core.cgutils
events: Numba = numba.core.event
extending: Numba = numba.extending
machinery: Numba = numba.core.compiler_machinery
results: Numba = numba.core.imputils
rules: Numba = numba.core.typing.templates
types: Numba = numba.core.types


def whole_of(builder: Numba, structure: Numba, members: Mapping[tuple[int, ...], Numba]) -> Numba:
    """A structure of some members, by the way to each."""
    whole = ir.Constant(structure, ir.Undefined)
    for path, value in members.items():
        whole = builder.insert_value(whole, value, path)
    return whole
