"""What numba is asked while it compiles kernels, answered once.

A kernel has thousands of places in which one of a few hundred operations is done with some types. Numba
looks up each anew: it goes through its rules, loads every module that may have added to them, and lets LLVM
lay out types. Here the first answer is kept; it can be no other one the next time.
"""

import operator
from collections.abc import Callable
from functools import cache, partial
from itertools import islice
from typing import Any

from numba.core.cpu import CPUContext
from numba.core.imputils import builtin_registry
from numba.core.typing.context import Context

from systems.numba_parts import Numba, extending, types

_NUMBAS = (types.Function, types.NumberClass)
"""Types of functions that are numba's."""
_LOOPS = ("getiter", "iternext")
"""What numba calls the parts of a loop."""
_CONSTANTS = ("static_getitem", "static_setitem")
"""What it calls reading and writing items by constants."""


class KeptFunction(types.Function):  # type: ignore[misc]
    """One of numba's functions, which keeps what comes of its calls."""

    def __init__(self, rules: tuple[Numba, ...]) -> None:
        self._signatures: dict[tuple[Numba, ...], Numba] = {}
        self._numbas.__init__(rules)

    @property
    def _numbas(self) -> Numba:
        return super()

    def get_call_type(self, context: Numba, args: Numba, kws: Numba) -> Numba:
        """The signature of a call."""
        if kws:
            return self._numbas.get_call_type(context, args, kws)
        signature = self._signatures.get(args)
        if signature is None:
            signature = self._signatures[args] = self._numbas.get_call_type(context, args, kws)
        return signature


extending.register_model(KeptFunction)(extending.models.OpaqueModel)


@cache
def _kept(function: Numba) -> KeptFunction:
    return KeptFunction(function.templates)


class KernelTyping(Context):
    """Numba's own typing, with all that it knows and learns."""

    def __init__(self, own: Numba) -> None:
        self.__dict__ = own.__dict__
        self._answers: dict[Any, Numba] = {}

    @property
    def _numbas(self) -> Numba:
        return super()

    def forget(self) -> None:
        """Asks everything anew."""
        self._answers.clear()

    def resolve_value_type(self, val: Numba) -> Numba:
        """The type of a constant or of something global."""
        kind = self._numbas.resolve_value_type(val)
        return _kept(kind) if type(kind) is types.Function else kind

    def resolve_function_type(self, func: Numba, args: Numba, kws: Numba) -> Numba:
        """The signature of a call. Kernels that are called are asked each time, for they may be compiled."""
        ask = partial(self._numbas.resolve_function_type, func, args, kws)
        is_operator = func in _LOOPS or (callable(func) and not isinstance(func, types.Type))
        is_numbas = is_operator or isinstance(func, _NUMBAS)
        return self._asked_once((func, *args), ask) if is_numbas and not kws else ask()

    def resolve_static_getitem(self, value: Numba, index: Numba) -> Numba:
        """The signature of reading an item by a constant; to arrays a number is one like any other."""
        return None if _is_usual(value, index) else self._numbas.resolve_static_getitem(value, index)

    def resolve_static_setitem(self, target: Numba, index: Numba, value: Numba) -> Numba:
        """The signature of writing one."""
        return None if _is_usual(target, index) else self._numbas.resolve_static_setitem(target, index, value)

    def resolve_setitem(self, target: Numba, index: Numba, value: Numba) -> Numba:
        """The signature of writing an item."""
        ask = partial(self._numbas.resolve_setitem, target, index, value)
        return self._asked_once((operator.setitem, target, index, value), ask)

    def resolve_getattr(self, typ: Numba, attr: str) -> Numba:
        """The type of an attribute."""
        return self._asked_once((typ, attr), partial(self._numbas.resolve_getattr, typ, attr))

    def _asked_once(self, question: tuple[Numba, ...], ask: Callable[[], Numba]) -> Numba:
        answer = self._answers.get(question)
        if answer is None:
            answer = ask()
            if not isinstance(answer, types.BoundFunction):  # these learn from each call
                self._answers[question] = answer
        return answer


def _is_usual(items: Numba, index: Numba) -> bool:
    return type(items) is types.Array and isinstance(index, int)


_typings: dict[int, KernelTyping] = {}
_sizes: dict[int, tuple[Numba, int]] = {}


def typing_of(own: Numba) -> KernelTyping:
    """The one that goes with numba's own."""
    if id(own) not in _typings:
        _typings[id(own)] = KernelTyping(own)
    return _typings[id(own)]


class KernelTarget(CPUContext):
    """Numba's own knowledge of how machine code is written."""

    @property
    def _numbas(self) -> Numba:
        return super()

    def refresh(self) -> None:
        """Learns what was added while a kernel is compiled: it comes to the first of all rules."""
        for registry in (*islice(self._registries, 1), builtin_registry):
            self._numbas.install_registry(registry)

    def get_abi_sizeof(self, ty: Numba) -> int:
        """The size of one of LLVM's types [bytes]."""
        if id(ty) not in _sizes:
            _sizes[id(ty)] = ty, self._numbas.get_abi_sizeof(ty)
        return _sizes[id(ty)][1]

    def get_function(self, fn: Numba, sig: Numba, _firstcall: bool = True) -> Numba:  # noqa: FBT002 - numba's
        """What writes an operation; an array needs nothing to be seen as one."""
        kinds = sig.args
        if fn == "__array__" and type(sig.return_type) is types.Array:
            raise NotImplementedError
        if fn in _CONSTANTS and type(kinds[0]) is types.Array and isinstance(kinds[1], types.Integer):
            raise NotImplementedError
        return self._numbas.get_function(fn, sig, _firstcall)
