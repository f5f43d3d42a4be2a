"""Items of arrays in kernels, found in few instructions.

For `array[i, j]` numba writes thirty instructions: it stores all that describes the array and reads it back,
item after item. The optimiser leaves three of them, but most of the time that a kernel takes to be compiled
goes into writing the others, reading them, and removing them. Here those few are written at once. They read
the same numbers, and negative indices count from the end. What is not indexed by integers alone is left to
numba, and so are bounds, where numba is asked to check them.
"""

import operator
from collections.abc import Sequence

from llvmlite import ir

from systems.numba_parts import Numba, arrays, builders, extending, results, types, whole_of

_WORD = ir.IntType(types.intp.bitwidth)
_MEMINFO, _PARENT, _COUNT, _ITEM_SIZE, _DATA, _SHAPE, _STRIDES = range(7)
"""Members of the structure by which numba describes an array."""


class _Array:
    """An array, while the instructions for one access to it are written."""

    def __init__(self, builder: Numba, kind: Numba, value: Numba) -> None:
        self._builder, self._kind, self._value = builder, kind, value

    def address(self, indices: Sequence[Numba], kinds: Sequence[Numba]) -> Numba:
        """Of the first item that indices of the leading axes leave."""
        pairs = zip(indices, kinds, strict=True)
        places = [self._place(axis, index, kind.signed) for axis, (index, kind) in enumerate(pairs)]
        data = self._member(_DATA)
        if self._kind.layout == "C":
            ways = [self._times(place, self._step(axis)) for axis, place in enumerate(places)]
            return self._builder.gep(data, [self._sum(ways)])
        ways = [self._builder.mul(place, self._member(_STRIDES, axis)) for axis, place in enumerate(places)]
        return builders.pointer_add(self._builder, data, self._sum(ways))

    def rest(self, structure: Numba, axis_count: int, start: Numba) -> Numba:
        """The array of the last axes from an address on."""
        first = self._kind.ndim - axis_count
        sizes = [self._member(_SHAPE, first + axis) for axis in range(axis_count)]
        members: dict[tuple[int, ...], Numba] = {
            (member,): self._member(member) for member in (_MEMINFO, _PARENT, _ITEM_SIZE)
        }
        members[_DATA,] = start
        members[_COUNT,] = self._product(sizes)
        for axis, size in enumerate(sizes):
            members[_SHAPE, axis] = size
            members[_STRIDES, axis] = self._member(_STRIDES, first + axis)
        return whole_of(self._builder, structure, members)

    def _member(self, *path: int) -> Numba:
        return self._builder.extract_value(self._value, path)

    def _place(self, axis: int, index: Numba, is_signed: bool) -> Numba:
        """An index that counts from the beginning."""
        if not is_signed or (isinstance(index, ir.Constant) and index.constant >= 0):
            return index
        is_negative = self._builder.icmp_signed("<", index, ir.Constant(_WORD, 0))
        return self._builder.select(is_negative, self._builder.add(self._member(_SHAPE, axis), index), index)

    def _step(self, axis: int) -> Numba:
        """Items from one index of an axis to the next, in an array without gaps."""
        return self._product([self._member(_SHAPE, inner) for inner in range(axis + 1, self._kind.ndim)])

    def _product(self, factors: Sequence[Numba]) -> Numba:
        product = ir.Constant(_WORD, 1)
        for factor in factors:
            product = self._times(factor, product)
        return product

    def _times(self, a: Numba, b: Numba) -> Numba:
        return a if isinstance(b, ir.Constant) and b.constant == 1 else self._builder.mul(a, b)

    def _sum(self, terms: Sequence[Numba]) -> Numba:
        total, *others = terms
        for term in others:
            total = self._builder.add(total, term)
        return total


def _indices_of(builder: Numba, kind: Numba, value: Numba) -> tuple[list[Numba], list[Numba]]:
    """Values and types of all indices."""
    if isinstance(kind, types.BaseTuple):
        return [builder.extract_value(value, place) for place in range(len(kind))], list(kind.types)
    return [value], [kind]


def _is_simple(context: Numba, array: Numba, kinds: Sequence[Numba]) -> bool:
    """Whether an index is for this module."""
    is_integer = all(isinstance(kind, types.Integer) for kind in kinds)
    return bool(kinds) and is_integer and array.layout in "CA" and not context.enable_boundscheck


def _get(context: Numba, builder: Numba, signature: Numba, values: Numba) -> Numba:
    """An item, or an array of those that the leading indices leave."""
    (kind, index), found = signature.args, signature.return_type
    indices, kinds = _indices_of(builder, index, values[1])
    if not _is_simple(context, kind, kinds):
        is_tuple = isinstance(index, types.BaseTuple)
        own = arrays.getitem_array_tuple if is_tuple else arrays.getitem_arraynd_intp
        return own(context, builder, signature, values)
    array = _Array(builder, kind, values[0])
    place = array.address(indices, kinds)
    if isinstance(found, types.Buffer):
        result = array.rest(context.get_value_type(found), found.ndim, place)
    else:
        result = arrays.load_item(context, builder, kind, place)
    return results.impl_ret_borrowed(context, builder, found, result)


def _set(context: Numba, builder: Numba, signature: Numba, values: Numba) -> Numba:
    """Writes an item."""
    kind, index, new = signature.args
    indices, kinds = _indices_of(builder, index, values[1])
    if len(indices) != kind.ndim or not _is_simple(context, kind, kinds):
        return arrays.setitem_array(context, builder, signature, values)
    place = _Array(builder, kind, values[0]).address(indices, kinds)
    arrays.store_item(context, builder, kind, context.cast(builder, values[2], new, kind.dtype), place)
    return None


for _index in (types.Integer, types.BaseTuple):
    extending.lower_builtin(operator.getitem, types.Array, _index)(_get)
    extending.lower_builtin(operator.setitem, types.Array, _index, types.Any)(_set)
