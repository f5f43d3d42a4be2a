"""What numba is asked while it compiles kernels is answered as ever, and once."""

import copy
import gc
import operator
import weakref
from typing import Any

import numpy as np
import pytest
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.core.typing.context import Context

from components.arrays import Floats
from systems.contexts import KernelTarget, typing_of
from systems.kernel import kernel
from systems.machine_code import KernelCode

OWN: Any = cpu_target
FLOATS = types.Array(types.float64, 1, "C")
PAIR = ir.LiteralStructType([ir.IntType(8), ir.ArrayType(ir.DoubleType(), 3)])


@kernel
def _product(values: Floats, shares: Floats) -> float:
    total = 0.0
    for place in range(len(values)):
        total += values[place] * shares[place] * values[place]
    return total


@pytest.fixture
def target() -> Any:  # noqa: ANN401 - numba has no types
    """Numba's own, as a kernel gets it."""
    made = copy.copy(OWN.target_context)
    made.__class__ = KernelTarget
    return made


def test_a_question_is_passed_on_to_numba_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    ask: Any = Context.resolve_function_type

    def spied(self: Any, func: Any, args: Any, kws: Any) -> Any:  # noqa: ANN401 - numba has no types
        asked.append((func, *args))
        return ask(self, func, args, kws)

    monkeypatch.setattr(Context, "resolve_function_type", spied)
    typing_of(OWN.typing_context).forget()
    assert _product(np.array((1.0, 2.0)), np.array((3.0, 0.5))) == 5.0
    assert asked.count((operator.getitem, FLOATS, types.int64)) == 1


def test_a_function_of_numbas_keeps_its_answers_which_are_its_own() -> None:
    typing = typing_of(OWN.typing_context)
    kept, own = (context.resolve_value_type(operator.add) for context in (typing, OWN.typing_context))
    kinds = types.int64, types.float32
    answer = kept.get_call_type(typing, kinds, {})
    assert kept.get_call_type(typing, kinds, {}) is answer
    assert answer == own.get_call_type(OWN.typing_context, kinds, {})
    assert typing.resolve_value_type(operator.add) is kept


def test_it_has_all_that_numba_knows() -> None:
    typing = typing_of(OWN.typing_context)
    assert typing is typing_of(OWN.typing_context)
    assert vars(typing) is vars(OWN.typing_context)


@kernel
def _first_of(values: Floats, pair: tuple[int, float]) -> float:
    values[1] = pair[0]
    return float(values[0] + pair[1])


def test_constants_count_items_of_arrays_and_of_tuples() -> None:
    values = np.array((1.5, 2.0))
    assert _first_of(values, (7, 0.25)) == 1.75
    assert values.tolist() == [1.5, 7.0]


@pytest.mark.parametrize("kind", [ir.IntType(64), ir.FloatType(), PAIR, PAIR.as_pointer()], ids=str)
def test_sizes_are_numbas_own(target: Any, kind: Any) -> None:  # noqa: ANN401 - numba has no types
    sizes = [target.get_abi_sizeof(kind) for _ in range(2)]
    assert sizes == [OWN.target_context.get_abi_sizeof(kind)] * 2


def test_that_an_array_is_one_is_known_as_numba_finds_out(target: Any) -> None:  # noqa: ANN401
    for context in (target, OWN.target_context):
        with pytest.raises(NotImplementedError):
            context.get_function("__array__", FLOATS(FLOATS))


def test_how_a_kernel_was_written_is_forgotten_when_nothing_refers_to_it(target: Any) -> None:  # noqa: ANN401
    make: Any = KernelCode
    code, module = make(target.codegen(), "seven"), ir.Module("seven")
    function = ir.Function(module, ir.FunctionType(ir.IntType(64), [ir.IntType(64)]), "seven")
    builder = ir.IRBuilder(function.append_basic_block())
    seven = builder.add(function.args[0], ir.IntType(64)(7))
    builder.ret(seven)
    written = [weakref.ref(part) for part in (builder.block, seven)]
    gc.disable()
    try:
        code.add_ir_module(module)
        del function, builder, seven, module
        assert [part() for part in written] == [None, None]
    finally:
        gc.enable()
