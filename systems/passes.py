"""The steps by which numba compiles a kernel: those that it needs, out of those that any function may need.

Left out are what takes in closures, comprehensions and other functions' sources, fuses expressions of whole
arrays, and cuts branches by the types of arguments. Kernels have none of these: they index arrays, and call
each other. A kernel that has does not compile, but for whole arrays, which are computed one operation at a
time.
"""

import gc
from typing import Any

from numba.core import typed_passes, untyped_passes
from numba.core.compiler import CompilerBase
from numba.core.event import Listener

from systems.numba_parts import Numba, events, machinery

_BEFORE_TYPES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
)
_TYPES = (typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis)
_LIFETIMES = (typed_passes.IRLegalization,)
"""Says where variables end, so that what they refer to is counted."""
_MACHINE_CODE = (
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.AnnotateTypes,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)


class KernelPipeline(CompilerBase):
    """Compiles kernels; see numba's manual on customising its compiler."""

    def define_pipelines(self) -> list[Any]:
        """The one way there is."""
        lifetimes = _LIFETIMES if self.state.flags.nrt else ()
        manager = machinery.PassManager("kernel")
        for step in (*_BEFORE_TYPES, *_TYPES, *lifetimes, *_MACHINE_CODE):
            manager.add_pass(step, step.__name__)
        manager.finalize()
        return [manager]


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
