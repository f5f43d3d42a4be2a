"""Colours inside kernels: red, green and blue [0, 255] as three numbers."""

from game.view.arrays import Floats
from game.view.kernel import drawing_kernel

Colour = tuple[float, float, float]


@drawing_kernel
def mix(start: Colour, end: Colour, t: float) -> Colour:
    """Linear interpolation."""
    return (
        start[0] + (end[0] - start[0]) * t,
        start[1] + (end[1] - start[1]) * t,
        start[2] + (end[2] - start[2]) * t,
    )


@drawing_kernel
def dim(colour: Colour, share: float) -> Colour:
    """A colour times a number."""
    return (colour[0] * share, colour[1] * share, colour[2] * share)


@drawing_kernel
def lit(colour: Colour, light: Colour) -> Colour:
    """A colour under a light."""
    return (colour[0] * light[0], colour[1] * light[1], colour[2] * light[2])


@drawing_kernel
def plus(colour: Colour, light: Colour, share: float) -> Colour:
    """A colour with light added."""
    return (colour[0] + light[0] * share, colour[1] + light[1] * share, colour[2] + light[2] * share)


@drawing_kernel
def row(palette: Floats, index: int) -> Colour:
    """A row of a palette of shape [colour_count, 3]."""
    return (palette[index, 0], palette[index, 1], palette[index, 2])
