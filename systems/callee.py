"""Kernels as other kernels call them: compiled into their callers and nowhere else.

Left to itself, numba makes machine code twice of what one kernel calls: once by itself, to be called from
Python and kept on disk, and again inside its caller, where it is inlined. The first is hardly ever wanted,
and takes two fifths of the time. Here a caller gets the intermediate code alone. A kernel that is called
from Python, too, is compiled for that when it is.
"""

from typing import Any

from numba.core import compiler, event
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.types import unliteral
from numba.core.typing.templates import make_concrete_template

from systems.machine_code import KernelCode
from systems.passes import KernelPipeline

Types = tuple[Any, ...]
"""Numba's types of the arguments of a call."""


def be_inlined(kernel: Any) -> None:  # noqa: ANN401 - numba has no types
    """Has other kernels take in a kernel's intermediate code instead of machine code of its own.

    What has been replaced by a plain Python function is left as it is.
    """
    if isinstance(kernel, Dispatcher):
        callee = _Callee(kernel)
        vars(kernel).update(
            callee=callee, get_call_template=callee.call_template, get_overload=callee.overload
        )


def is_compiled(kernel: Any) -> bool:  # noqa: ANN401 - numba has no types
    """Whether there is any code of a kernel in this process: for Python, or for a kernel that calls it."""
    return bool(kernel.signatures or kernel.callee.compiled)


class _IntermediateCode(KernelCode):
    """Code that is linked into its callers, and only there optimised and turned into machine code."""

    def _optimize_final_module(self) -> None:
        """Leaves it to the callers, which inline first and see more."""

    def _finalize_final_module(self) -> None:
        """Hands nothing over to be executed."""
        self._finalize_dynamic_globals()
        self._finalized = True


class _Callee:
    """One kernel's side of being called; numba asks for these two answers of it."""

    def __init__(self, kernel: Any) -> None:  # noqa: ANN401 - numba has no types
        self._kernel = kernel
        self.compiled: dict[Types, Any] = {}
        """What came of compiling it, by the types of its arguments."""

    def call_template(self, args: Types, kws: dict[str, Any]) -> tuple[Any, Any, Types, dict[str, Any]]:
        """How a call with arguments of some types is typed; from then on there is code for them."""
        signature, args = self._kernel.fold_argument_types(args, kws)
        types = tuple(map(unliteral, args))
        with global_compiler_lock:
            if types not in self.compiled:
                self._compile(types)
        name = self._kernel.py_func.__name__
        known = [result.signature for result in self.compiled.values()]
        return make_concrete_template(name, key=name, signatures=known), signature, args, {}

    def overload(self, types: Types) -> Any:  # noqa: ANN401 - numba has no types
        """What stands for the code of a call that was typed."""
        return self.compiled[tuple(map(unliteral, types))].library

    def _compile(self, types: Types) -> None:
        kernel, target = self._kernel, self._kernel.targetdescr
        context = target.target_context
        flags: Any = compiler.Flags()
        target.options.parse_as_flags(flags, kernel.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        code = _IntermediateCode(context.codegen(), kernel.py_func.__qualname__)
        told = {"dispatcher": kernel, "args": types, "return_type": None}
        with event.trigger_event("numba:compile", data=told):
            result = compiler.compile_extra(
                target.typing_context,
                context,
                kernel.py_func,
                args=types,
                return_type=None,
                flags=flags,
                locals={},
                library=code,
                pipeline_class=KernelPipeline,
            )
        self.compiled[types] = result
        context.insert_user_function(code, result.fndesc, [code])
