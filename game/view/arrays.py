"""The array types that pictures are made of."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from components.arrays import Flags, Floats, Integers

Floats32 = NDArray[np.float32]
"""Any array of float32."""

Pixels = NDArray[np.uint32]
"""Pixels 0xAARRGGBB, shape [height, width]."""

Bytes = NDArray[np.uint8]
"""Any array of uint8."""

Indices = NDArray[np.int32]
"""Any array of int32."""

FAR = 1e9
"""Depth of what is not there [cm]."""

if TYPE_CHECKING:

    def single(number: float) -> float:
        """A number in single precision; kernels that mix it with double precision become slow."""
        return number

    def word(number: float) -> int:
        """A number of 32 bits without a sign."""
        return int(number)

else:
    single, word = np.float32, np.uint32

__all__ = ["FAR", "Bytes", "Flags", "Floats", "Floats32", "Indices", "Integers", "Pixels", "single", "word"]
