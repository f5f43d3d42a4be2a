"""What comes of numbers and items of arrays in kernels, told to numba at once.

For every `a + b` numba asks one rule after another, those for texts, dates, lists and arrays, before the one
for numbers; a fifth of the time that a kernel takes to be compiled went there. The rules here are asked
first. They know nothing that numba would not find out by itself; what they do not know it goes on to find.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from numba.core.typing.arraydecl import GetItemBuffer, SetItemBuffer
from numba.core.typing.templates import AbstractTemplate

from systems.numba_parts import Numba, extending, rules, types

FIRST = {"target": "cpu"}
"""Numba asks the rules for one kind of machine before those for any."""
_FLOATS = (types.float32, types.float64)
_NUMBERS = (types.int64, *_FLOATS)
_MOST = 4
"""Numbers of which `min` and `max` are told."""


def _known() -> dict[Any, dict[tuple[Numba, ...], Numba]]:
    """Signatures of functions by the types of their arguments."""
    same = {(kind, kind): rules.signature(kind, kind, kind) for kind in _NUMBERS}
    shares = {(kind, kind): rules.signature(kind, kind, kind) for kind in _FLOATS}
    answers = {(kind, kind): rules.signature(types.boolean, kind, kind) for kind in _NUMBERS}
    mixed = {
        pair: rules.signature(types.float64, types.float64, types.float64)
        for pair in ((types.int64, types.float64), (types.float64, types.int64))
    }
    extremes = {
        (kind,) * count: rules.signature(kind, *(kind,) * count)
        for kind in (types.int32, *_NUMBERS)
        for count in range(2, _MOST + 1)
    }
    truths = {(kind,): rules.signature(types.boolean, kind) for kind in (types.boolean, *_NUMBERS)}
    sums = (operator.add, operator.sub, operator.mul, operator.iadd, operator.isub, operator.imul)
    comparisons = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
    return {
        **dict.fromkeys(sums, same | mixed),
        **dict.fromkeys((operator.truediv, operator.itruediv), shares | mixed),
        **dict.fromkeys(comparisons, answers),
        **dict.fromkeys((min, max), extremes),
        operator.neg: {(kind,): rules.signature(kind, kind) for kind in _NUMBERS},
        bool: truths,
    }


KNOWN = _known()


def _tell(function: Any, known: Mapping[tuple[Numba, ...], Numba]) -> None:  # noqa: ANN401 - or a class
    class Rule(AbstractTemplate):
        metadata = FIRST

        def generic(self, args: Numba, kws: Numba) -> Numba:
            return None if kws else known.get(tuple(args))

    rules.infer_global(function)(Rule)


for _function, _signatures in KNOWN.items():
    _tell(_function, _signatures)


@rules.infer_global(operator.getitem)
class _Item(GetItemBuffer):
    metadata = FIRST


@rules.infer_global(operator.setitem)
class _NewItem(SetItemBuffer):
    metadata = FIRST


def _choose(function: Callable[..., Any], comparison: str) -> None:
    """Writes `min` or `max` where it stands, as numba does: the first unless another compares better."""

    def build(_context: Numba, builder: Numba, signature: Numba, values: Numba) -> Numba:
        is_integer = isinstance(signature.return_type, types.Integer)
        compare = builder.icmp_signed if is_integer else builder.fcmp_ordered
        chosen, *others = values
        for value in others:
            chosen = builder.select(compare(comparison, value, chosen), value, chosen)
        return chosen

    for kinds in KNOWN[function]:
        extending.lower_builtin(function, *kinds)(build)


_choose(min, "<")
_choose(max, ">")
