"""Vectors for kernels: one number of each of LANES bodies, worked on by one machine instruction.

Inside a function compiled by `lane_kernel`, `load` gives a Vector, `+ - * /` and the functions below work on
all its lanes at once, and `store` writes it back. LLVM turns a vector into whatever the processor has: one
AVX-512 register holds 16 lanes, one of AVX2 8, one of SSE2 or NEON 4.

Only operations that IEEE 754 defines to the last bit are here, without fast-math and without fusing a
product into a sum. So a lane's numbers depend neither on the width nor on what the other lanes hold.
"""

import operator
import os
from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from components.softbody import Floats32
from systems.kernel import inlined_kernel, kernel, lean_kernel
from systems.operators import FIRST

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

WIDTHS = (16, 8, 4)
"""The numbers of lanes there are code for."""
OVERRIDE = "SOFTSTEP_LANES"
"""Environment variable that sets the number of lanes, for tests."""


def lanes_of_this_machine() -> int:
    """As many lanes as one register of this processor holds, or as the environment asks for.

    Raises:
        ValueError: The environment asks for a number of lanes that is not one of WIDTHS.
    """
    wanted = os.environ.get(OVERRIDE)
    if wanted is None:
        features = binding.get_host_cpu_features()
        return 16 if features.get("avx512f") else 8 if features.get("avx2") else 4
    if wanted not in map(str, WIDTHS):
        raise ValueError(f"{OVERRIDE} must be one of {WIDTHS}, not {wanted!r}")
    return int(wanted)


LANES = lanes_of_this_machine()
"""Bodies that are solved together."""


class Vector(Protocol):
    """One float32 of each lane; there are such values inside kernels only."""

    def __add__(self, other: "Vector", /) -> "Vector": ...
    def __sub__(self, other: "Vector", /) -> "Vector": ...
    def __mul__(self, other: "Vector", /) -> "Vector": ...
    def __truediv__(self, other: "Vector", /) -> "Vector": ...


class Mask(Protocol):
    """One bit of each lane; there are such values inside kernels only."""


def lane_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The `kernel` decorator for functions whose machine code depends on LANES.

    Numba does not know that it does, so the code of each width is kept in files of its own.
    """
    return _kept_by_width(kernel(function))


def lean_lane_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The `lean_kernel` decorator for functions whose machine code depends on LANES."""
    return _kept_by_width(lean_kernel(function))


def inlined_lane_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The `inlined_kernel` decorator for functions whose machine code depends on LANES."""
    return _kept_by_width(inlined_kernel(function))


def _kept_by_width(compiled: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    files = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if files is not None:
        for name in ("_index_name", "_index_path", "_data_name_pattern"):
            setattr(files, name, _of_this_width(getattr(files, name)))
    return compiled


def _of_this_width(name: str) -> str:
    for ending in (".nbi", ".{number:d}.nbc"):
        if name.endswith(ending):
            return f"{name.removesuffix(ending)}.lanes{LANES}{ending}"
    return name


# What follows tells numba what vectors are. Its parameters have no types that could be named.

_FLOATS = ir.VectorType(ir.FloatType(), LANES)
_BITS = ir.VectorType(ir.IntType(1), LANES)
_INDEX = ir.IntType(32)


class _VectorType(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"float32x{LANES}")


class _MaskType(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"boolx{LANES}")


def _model_of(machine_type: ir.Type) -> type:
    class Model(models.PrimitiveModel):
        def __init__(self, manager: object, kind: object) -> None:
            super().__init__(manager, kind, machine_type)

    return Model


register_model(_VectorType)(_model_of(_FLOATS))
register_model(_MaskType)(_model_of(_BITS))
_VECTOR, _MASK = _VectorType(), _MaskType()


def _address(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:  # noqa: ANN401 - numba has no types
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _FLOATS.as_pointer())


def _load(_: object, array: Any, index: Any) -> Any:  # noqa: ANN401
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401
        place = _address(context, builder, signature.args[0], values[0], values[1])
        return builder.load(place, align=4)

    return _VECTOR(array, types.intp), build


def _store(_: object, array: Any, index: Any, value: Any) -> Any:  # noqa: ANN401
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401
        place = _address(context, builder, signature.args[0], values[0], values[1])
        builder.store(values[2], place, align=4)
        return context.get_dummy_value()

    return types.none(array, types.intp, _VECTOR), build


def _spread(_: object, number: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        nothing = ir.Constant(_FLOATS, ir.Undefined)
        first = builder.insert_element(nothing, values[0], ir.Constant(_INDEX, 0))
        return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES))

    return _VECTOR(types.float32), build


def _root(_: object, x: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        kind = ir.FunctionType(_FLOATS, [_FLOATS])
        name = f"llvm.sqrt.v{LANES}f32"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), values)

    return _VECTOR(_VECTOR), build


def _below(_: object, a: Any, b: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        return builder.fcmp_ordered("<", *values)

    return _MASK(_VECTOR, _VECTOR), build


def _choose(_: object, mask: Any, a: Any, b: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        return builder.select(*values)

    return _VECTOR(_MASK, _VECTOR, _VECTOR), build


def _any_of(_: object, mask: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        bits = ir.IntType(LANES)
        return builder.icmp_unsigned("!=", builder.bitcast(values[0], bits), ir.Constant(bits, 0))

    return types.boolean(_MASK), build


def _bits_of(_: object, mask: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        return builder.zext(builder.bitcast(values[0], ir.IntType(LANES)), ir.IntType(64))

    return types.int64(_MASK), build


def _least_of(_: object, x: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        whole = ir.VectorType(_INDEX, LANES)
        name = f"llvm.vector.reduce.smin.v{LANES}i32"
        kind = ir.FunctionType(_INDEX, [whole])
        least = cgutils.get_or_insert_function(builder.module, kind, name)
        return builder.bitcast(builder.call(least, [builder.bitcast(values[0], whole)]), ir.FloatType())

    return types.float32(_VECTOR), build


def _first_bit_of(_: object, bits: Any) -> Any:  # noqa: ANN401
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


def _lesser(comparison: str) -> Callable[..., Any]:
    """Compare and choose: one instruction everywhere, and the second operand where one is not a number."""

    def typed(_: object, a: Any, b: Any) -> Any:  # noqa: ANN401
        def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
            return builder.select(builder.fcmp_ordered(comparison, *values), *values)

        return _VECTOR(_VECTOR, _VECTOR), build

    return typed


load = cast("Callable[[Floats32, int], Vector]", intrinsic(_load))
"""The LANES numbers of a flat array from an index on."""
store = cast("Callable[[Floats32, int, Vector], None]", intrinsic(_store))
"""Writes LANES numbers into a flat array from an index on."""
spread = cast("Callable[[np.float32], Vector]", intrinsic(_spread))
"""The same number in every lane."""
root = cast("Callable[[Vector], Vector]", intrinsic(_root))
"""Square roots."""
smaller = cast("Callable[[Vector, Vector], Vector]", intrinsic(_lesser("<")))
"""The smaller of two numbers; the second where one is not a number."""
larger = cast("Callable[[Vector, Vector], Vector]", intrinsic(_lesser(">")))
"""The larger of two numbers; the second where one is not a number."""
below = cast("Callable[[Vector, Vector], Mask]", intrinsic(_below))
"""Where the first is less than the second."""
choose = cast("Callable[[Mask, Vector, Vector], Vector]", intrinsic(_choose))
"""The first where the mask is set, else the second."""
any_of = cast("Callable[[Mask], bool]", intrinsic(_any_of))
"""Whether the mask is set in any lane."""
bits_of = cast("Callable[[Mask], int]", intrinsic(_bits_of))
"""A number with a bit for each lane, the first lane's the least: 1 where the mask is set."""
least_of = cast("Callable[[Vector], np.float32]", intrinsic(_least_of))
"""The least of numbers of which none is negative, and all are numbers."""
first_bit_of = cast("Callable[[int], int]", intrinsic(_first_bit_of))
"""Which is the least bit that is set in a number other than 0."""


def _offer(sign: Callable[..., Any], instruction: str) -> None:
    class Signature(ConcreteTemplate):
        metadata = FIRST
        cases = (signature(_VECTOR, _VECTOR, _VECTOR),)

    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        return getattr(builder, instruction)(*values)

    infer_global(sign)(Signature)
    lower_builtin(sign, _VECTOR, _VECTOR)(build)


for _sign, _instruction in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _offer(_sign, _instruction)
