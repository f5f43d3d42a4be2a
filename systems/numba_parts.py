"""Parts of numba that write machine code: they have no types that could be checked, and are Any here."""

from collections.abc import Mapping
from typing import Any

import numba.core.cgutils
import numba.core.event
import numba.core.ir
import numba.core.typed_passes
import numba.core.types
import numba.core.typing.templates
import numba.core.untyped_passes
import numba.extending
from llvmlite import ir

Numba = Any
"""Something of numba's."""

builders: Numba = numba.core.cgutils
events: Numba = numba.core.event
extending: Numba = numba.extending
rules: Numba = numba.core.typing.templates
texts: Numba = numba.core.ir
typed: Numba = numba.core.typed_passes
types: Numba = numba.core.types
untyped: Numba = numba.core.untyped_passes


def whole_of(builder: Numba, structure: Numba, members: Mapping[tuple[int, ...], Numba]) -> Numba:
    """A structure of some members, by the way to each."""
    whole = ir.Constant(structure, ir.Undefined)
    for path, value in members.items():
        whole = builder.insert_value(whole, value, path)
    return whole
