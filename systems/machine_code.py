"""Kernels on their way from numba's text to machine code."""

from numba.core.codegen import JITCodeLibrary

from systems.numba_parts import Numba


class KernelCode(JITCodeLibrary):
    """The code of a kernel with all that it calls."""

    def add_ir_module(self, ir_module: Numba) -> None:
        """Hands a part over to LLVM, and forgets how it was written.

        All that it consists of refers to each other. Left alone, it is freed by the garbage collector only,
        which takes a tenth as long as all compiling, and hundreds of megabytes until then.
        """
        numbas: Numba = super()
        numbas.add_ir_module(ir_module)
        for function in ir_module.functions:
            for block in function.blocks:
                block.instructions.clear()
                block.terminator = None
            function.blocks.clear()
            function.args = ()
        ir_module.globals.clear()
