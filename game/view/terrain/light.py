"""Light on the level: the sun with soft shadows, and dark corners."""

from game.view.colours import Colour, mix, plus
from game.view.kernel import drawing_kernel
from game.view.noise import smooth
from game.view.terrain.distance import nearest_distance
from game.view.terrain.palette import TerrainLight
from game.view.terrain.shapes import Shapes

REACH = 80.0
"""No solid farther than this darkens a corner or a penumbra [cm]."""
SHADOW_LENGTH = 450.0
"""How far towards the sun something may stand and still cast a shadow [cm]."""
SHARPNESS = 7.0
"""Penumbra: 1 over the sun's apparent size."""
OFF_SURFACE = 2.0
"""Rays start this far from their surface [cm]."""
MARCH_START, MARCH_MIN, MARCH_MAX, MARCH_COUNT = 4.0, 4.0, 50.0, 24
"""Start, shortest and longest step [cm] and most steps of a ray."""
CORNERS = (5.0, 20.0, 45.0, 79.0)
"""Heights at which a corner's darkness is measured [cm]."""


@drawing_kernel
def light_at(
    shapes: Shapes, light: TerrainLight, x: float, y: float, z: float, nx: float, ny: float, nz: float
) -> Colour:
    """Light that falls on a point of a surface [1]."""
    facing = nx * light.direction[0] + ny * light.direction[1] + nz * light.direction[2]
    sun = 0.0
    if facing > 0.0:
        above = (x + nx * OFF_SURFACE, y + ny * OFF_SURFACE, z + nz * OFF_SURFACE)
        sun = facing * sunshine(shapes, light, above[0], above[1], above[2])
    around = mix(light.below, light.above, 0.5 + 0.5 * nz)
    open_sky = openness(shapes, x, y, z, nx, ny, nz)
    around = (around[0] * open_sky, around[1] * open_sky, around[2] * (0.85 * open_sky + 0.15))
    return plus(around, light.sun, sun)


@drawing_kernel
def sunshine(shapes: Shapes, light: TerrainLight, x: float, y: float, z: float) -> float:
    """How much of the sun is seen from a point, by sphere tracing (Quilez, soft shadows)."""
    seen, way = 1.0, MARCH_START
    for _ in range(MARCH_COUNT):
        distance = nearest_distance(
            shapes,
            x + light.direction[0] * way,
            y + light.direction[1] * way,
            z + light.direction[2] * way,
            REACH,
        )
        if distance < 0.4:  # noqa: PLR2004 - as good as touching [cm]
            return 0.0
        if distance < REACH:
            seen = min(seen, SHARPNESS * distance / way)
        way += min(max(distance, MARCH_MIN), MARCH_MAX)
        if way > SHADOW_LENGTH:
            break
    return smooth(seen)


@drawing_kernel
def openness(shapes: Shapes, x: float, y: float, z: float, nx: float, ny: float, nz: float) -> float:
    """How open a point is to the sky, from 1 down to 0.18 in a corner (Quilez, ambient occlusion)."""
    left, weight = 1.0, 0.85
    for height in CORNERS:
        distance = nearest_distance(shapes, x + nx * height, y + ny * height, z + nz * height, height)
        left -= max(height - distance, 0.0) * weight * 0.55 / height
        weight *= 0.62
    return min(max(left, 0.18), 1.0)
