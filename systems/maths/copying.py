"""Arrays filled from others in kernels, item by item: numba's own way has to be ready for any two shapes."""

from components.arrays import Floats
from systems.kernel import lean_kernel


@lean_kernel
def copy_into(target: Floats, source: Floats) -> None:
    """Writes as many numbers as there is room for, shapes [count] and [at least count]."""
    for place in range(target.shape[0]):
        target[place] = source[place]


@lean_kernel
def fill(target: Floats, value: float) -> None:
    """Writes the same number everywhere, shape [count]."""
    for place in range(target.shape[0]):
        target[place] = value
