"""The steps by which numba compiles a kernel: those that it needs, out of those that any function may need.

Left out are what takes in closures, comprehensions and other functions' sources, fuses expressions of whole
arrays, cuts branches by the types of arguments, and makes a variable of its own of every setting of one.
Kernels have none of these: they index arrays, and call each other, and each of their variables has one type
(see `systems.variables`). A kernel that has does not compile, but for whole arrays, which are computed one
operation at a time.
"""

import gc
from collections.abc import Callable
from typing import Any

from numba.core.compiler import CompilerBase
from numba.core.event import Listener

from systems.contexts import KernelTarget, typing_of
from systems.handover import read_once
from systems.machine_code import KernelCode
from systems.numba_parts import Numba, events, typed, untyped
from systems.variables import check_types, copy_constants

Step = Callable[[Numba], object]
"""Takes what is known of a kernel a step further."""

_TYPES: tuple[Step, ...] = (
    untyped.TranslateByteCode().run_pass,
    untyped.FixupArgs().run_pass,
    untyped.GenericRewrites().run_pass,
    copy_constants,
    typed.NopythonTypeInference().run_pass,
    check_types,
    read_once,
)
_LIFETIMES: tuple[Step, ...] = (typed.IRLegalization().run_pass,)
"""Says where variables end, so that what they refer to is counted."""
_MACHINE_CODE: tuple[Step, ...] = (
    typed.NoPythonSupportedFeatureValidation().run_pass,
    typed.AnnotateTypes().run_pass,
    typed.NativeLowering().run_pass,
    typed.NoPythonBackend().run_pass,
)


class _Steps:
    """What numba takes for a manager of passes; it only goes through them."""

    pipeline_name = "kernel"

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self._steps = steps
        self.exec_times: dict[str, float] = {}

    def run(self, state: Numba) -> None:
        """One after another."""
        for step in self._steps:
            step(state)


class KernelPipeline(CompilerBase):
    """Compiles kernels; see numba's manual on customising its compiler."""

    def __init__(self, *settings: Numba) -> None:
        numbas: Numba = super()
        numbas.__init__(*settings)
        self.state.typingctx = typing_of(self.state.typingctx)
        target = self.state.targetctx  # a copy that is made for each kernel
        target.__class__, target.typing_context = KernelTarget, self.state.typingctx

    def compile_extra(self, func: Numba) -> Numba:
        """Compiles a function; the code of one that Python calls can be kept on disk."""
        numbas: Numba = super()
        code: Numba = KernelCode
        if self.state.library is None:
            self.state.library = code(self.state.targetctx.codegen(), func.__qualname__)
            self.state.library.enable_object_caching()
        return numbas.compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """The one way there is."""
        lifetimes = _LIFETIMES if self.state.flags.nrt else ()
        return [_Steps((*_TYPES, *lifetimes, *_MACHINE_CODE))]


class _Uncollected(Listener):
    """Has Python's garbage collector wait while a kernel is compiled.

    Compiling makes millions of objects, nearly all to stay or to be freed by their counts. The collector
    would go through them again and again: a seventh of the time.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._was_enabled = False

    def on_start(self, event: Numba) -> None:
        """The first kernel stops it; those that it calls find it stopped."""
        del event
        if self._depth == 0:
            self._was_enabled = gc.isenabled()
            gc.disable()
        self._depth += 1

    def on_end(self, event: Numba) -> None:
        """Goes on with it as it was."""
        del event
        self._depth -= 1
        if self._depth == 0 and self._was_enabled:
            gc.enable()


events.register("numba:compile", _Uncollected())
