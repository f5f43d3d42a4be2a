"""Shadows and coloured light on the ground under bodies, laid over whatever shape the level has there."""

from typing import NamedTuple

from game.view.arrays import Floats32, Pixels, single
from game.view.kernel import drawing_kernel
from game.view.pixels import pack, unpack
from game.view.projection import Lens, frame_x, frame_y, seen_point

ZERO, HALF, ONE = single(0.0), single(0.5), single(1.0)
TWO, THREE = single(2.0), single(3.0)
NOTHING = single(1e8)
"""Depth from which there is no level [cm]."""
WALL_STEP = single(3.0)
"""Depth by which a wall comes nearer from one row to the row above, at most [cm]."""
ON_WALL = single(0.25)
"""How much of a decal shows on a wall."""
ABOVE, BELOW = single(-32.0), single(140.0)
"""Ground from this far above to this far below a body takes part [cm]."""
BLUE_KEPT = single(0.22)
"""Share of blue that a shadow lets through."""
ASIDE = single(0.45)
"""How far from the body its coloured light falls, away from the light, in radii."""
NARROW = single(1.35)
"""How much smaller that light is than the shadow."""
SPREAD = single(1.2)
"""How far light and shadow reach, in radii."""
PROBE = 4
"""Distance between probes [px]."""
WHITE = single(255.0)


class Decal(NamedTuple):
    """What a body does to the ground."""

    x: float
    """Under which point of the body [cm]."""
    y: float
    z: float
    """Height of the body's lowest point [cm]."""
    radius: float
    """[cm]"""
    shadow: float
    """How dark it is in the middle [0, 1]."""
    glow: float
    """How bright the coloured light is in its middle [0, 1]."""
    red: float
    """Colour of that light [0, 255]."""
    green: float
    blue: float


def shadow_decal(x: float, y: float, z: float, radius: float, shadow: float) -> Decal:
    """A shadow without coloured light."""
    numbers = (x, y, z, radius, shadow, 0.0, 0.0, 0.0, 0.0)
    return Decal(*(single(number) for number in numbers))


class Area(NamedTuple):
    """A rectangle of the frame, upper ends excluded [px]."""

    left: int
    right: int
    top: int
    bottom: int


@drawing_kernel
def draw_decal(frame: Pixels, ring: Floats32, lens: Lens, decal: Decal) -> None:
    """Darkens and tints the ground around a point below a body."""
    area = touched_area(ring, lens, decal, possible_area(lens, decal, frame.shape[1], frame.shape[0]))
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    for y in range(area.top, area.bottom):
        for x in range(area.left, area.right):
            v, u = y + lens.top, x + lens.left
            depth = ring[v & rows, u & columns]
            dx, dy, share = ground_place(lens, decal, x, y, depth)
            if share > ZERO:
                if ZERO < depth - ring[(v - 1) & rows, u & columns] < WALL_STEP:
                    share *= ON_WALL
                frame[y, x] = under(frame[y, x], decal, dx, dy, share)


@drawing_kernel
def possible_area(lens: Lens, decal: Decal, width: int, height: int) -> Area:
    """Where in the frame ground may be that a decal falls on."""
    column, row = int(frame_x(lens, decal.x, decal.y)), int(frame_y(lens, decal.y, decal.z))
    reach = decal.radius * lens.scale * SPREAD
    across, along = int(reach) + 1, reach * lens.sine
    up = int(along - ABOVE * lens.scale * lens.cosine) + 1
    down = int(along + BELOW * lens.scale * lens.cosine) + 1
    return Area(
        max(column - across, 0), min(column + across, width), max(row - up, 0), min(row + down, height)
    )


@drawing_kernel
def touched_area(ring: Floats32, lens: Lens, decal: Decal, area: Area) -> Area:
    """The part of an area around ground that a decal falls on, found by probes."""
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    left, right, top, bottom = area.right, area.left, area.bottom, area.top
    for y in range(area.top, area.bottom, PROBE):
        for x in range(area.left, area.right, PROBE):
            depth = ring[(y + lens.top) & rows, (x + lens.left) & columns]
            if ground_place(lens, decal, x, y, depth)[2] > ZERO:
                left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
    return Area(
        max(left - PROBE, area.left),
        min(right + PROBE, area.right),
        max(top - PROBE, area.top),
        min(bottom + PROBE, area.bottom),
    )


@drawing_kernel
def ground_place(lens: Lens, decal: Decal, x: int, y: int, depth: float) -> tuple[float, float, float]:
    """Offset of a pixel's ground from the decal's middle in radii, and its share of the decal [0, 1]."""
    world_x, world_y, world_z = seen_point(lens, single(x) + HALF, single(y) + HALF, depth)
    gap = decal.z - world_z
    dx, dy = (world_x - decal.x) / decal.radius, (world_y - decal.y) / decal.radius
    if depth > NOTHING or gap < ABOVE or gap > BELOW or dx * dx + dy * dy > SPREAD * SPREAD:
        return ZERO, ZERO, ZERO
    return dx, dy, ONE - max(gap, ZERO) / BELOW


@drawing_kernel
def under(pixel: int, decal: Decal, dx: float, dy: float, share: float) -> int:
    """A pixel of ground at an offset from the decal's middle, in radii."""
    red, green, blue = unpack(pixel)
    inside = max(ONE - dx * dx - dy * dy, ZERO)
    light = ONE - inside * inside * (THREE - TWO * inside) * decal.shadow * share
    red, green, blue = red * light, green * light, blue * (light + (ONE - light) * BLUE_KEPT)
    dx, dy = (dx - ASIDE) * NARROW, dy * NARROW
    inside = max(ONE - dx * dx - dy * dy, ZERO)
    glow = inside * inside * decal.glow * share
    red, green, blue = red + decal.red * glow, green + decal.green * glow, blue + decal.blue * glow
    return pack(min(red, WHITE), min(green, WHITE), min(blue, WHITE))
