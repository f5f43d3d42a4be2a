"""From the world to the picture and back.

The camera is orthographic, pitched down and sheared: spheres stay circles, tops and right sides of boxes
show, and whatever stands still scrolls by whole pixels, so it is painted once. Points of the endless
picture plane are (u, v) in pixels, u right and v down; a frame is a window of it.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats, single
from game.view.kernel import drawing_kernel


class Lens(NamedTuple):
    """A frame's projection as kernels take it."""

    scale: float
    """Size of a centimetre [px/cm]."""
    cosine: float
    """Cosine of the pitch."""
    sine: float
    """Sine of the pitch."""
    shear: float
    """Shift to the right per depth [1]."""
    left: int
    """Plane coordinate u of the frame's left edge [px]."""
    top: int
    """Plane coordinate v of the frame's top edge [px]."""


@dataclass(frozen=True)
class Projection:
    """An orthographic camera, pitched and sheared."""

    scale: float = 0.84
    """Size of a centimetre [px/cm]."""
    pitch: float = 19.0
    """How far it looks down [deg]."""
    shear: float = 0.16
    """Shift to the right per depth [1]; positive shows the right sides of things."""

    @cached_property
    def cosine(self) -> float:
        """Cosine of the pitch."""
        return math.cos(math.radians(self.pitch))

    @cached_property
    def sine(self) -> float:
        """Sine of the pitch."""
        return math.sin(math.radians(self.pitch))

    def project(self, points: Floats) -> Floats:
        """Plane coordinates u, v [px] and depth [cm] of world points [cm], shape [..., 3] each.

        Depth grows away from the viewer.
        """
        x, y, z = points[..., 0], points[..., 1], points[..., 2]
        u = self.scale * (x + self.shear * y)
        v = -self.scale * (z * self.cosine + y * self.sine)
        return np.stack((u, v, y * self.cosine - z * self.sine), axis=-1)

    def unproject(self, points: Floats) -> Floats:
        """World points [cm] of plane coordinates u, v [px] and depth [cm], shape [..., 3] each."""
        right, up, depth = points[..., 0] / self.scale, -points[..., 1] / self.scale, points[..., 2]
        y = up * self.sine + depth * self.cosine
        z = up * self.cosine - depth * self.sine
        return np.stack((right - self.shear * y, y, z), axis=-1)

    def on_lane(self, u: float, v: float, *, lane: float = 0.0) -> Floats:
        """The world point [cm] with Y = lane that is seen at (u, v) [px], shape [3]."""
        z = (-v / self.scale - lane * self.sine) / self.cosine
        return np.array((u / self.scale - self.shear * lane, lane, z))

    def view_normals(self, normals: Floats) -> Floats:
        """World normals as the viewer sees them: x right, y down, z to the viewer, shape [..., 3]."""
        x, y, z = normals[..., 0], normals[..., 1], normals[..., 2]
        return np.stack((x, -(z * self.cosine + y * self.sine), z * self.sine - y * self.cosine), axis=-1)

    def lens(self, left: int, top: int) -> Lens:
        """The projection of a frame whose upper left corner is (left, top) on the plane [px]."""
        return Lens(
            single(self.scale),
            single(self.cosine),
            single(self.sine),
            single(self.shear),
            left,
            top,
        )


@drawing_kernel
def frame_x(lens: Lens, x: float, y: float) -> float:
    """Column of a world point in the frame [px]."""
    return lens.scale * (x + lens.shear * y) - single(lens.left)


@drawing_kernel
def frame_y(lens: Lens, y: float, z: float) -> float:
    """Row of a world point in the frame [px]."""
    return -lens.scale * (z * lens.cosine + y * lens.sine) - single(lens.top)


@drawing_kernel
def depth_of(lens: Lens, y: float, z: float) -> float:
    """Depth of a world point [cm]."""
    return y * lens.cosine - z * lens.sine


@drawing_kernel
def seen_point(lens: Lens, column: float, row: float, depth: float) -> tuple[float, float, float]:
    """The world point seen at a place of the frame [px] at a depth [cm]."""
    right = (column + single(lens.left)) / lens.scale
    up = -(row + single(lens.top)) / lens.scale
    y = up * lens.sine + depth * lens.cosine
    return right - lens.shear * y, y, up * lens.cosine - depth * lens.sine
