"""Distance from single obstacles, and the plane of one that a moving point must not cross."""

import math
from typing import NamedTuple

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.distance import prism_distance
from systems.kernel import lean_kernel

FAR = 1e30
"""Distance of what cannot be touched [cm]."""
SHALLOW = 0.1
"""Depth up to which a particle leaves an obstacle by the nearest face, whatever side its body is on [cm]."""
ROUNDING = 1e-3
"""How far behind a plane a point may seem to have begun and still count as in front of it [cm]."""


BOX = 14
"""Column of traits that tells a box; those of its faces follow."""
SWALLOWED = 19
"""Column of traits that tells what a body has all round it, see `is_swallowed`."""
TRAITS = 20
"""Columns of traits; see `near_obstacles`."""


class Obstacles(NamedTuple):
    """Everything solid that a body may touch in a tick, as kernels read it."""

    terrain: TerrainArrays
    """The level's prisms."""
    motion: MotionArrays
    """Where its platforms are at the end of the tick."""
    solids: Floats
    """Spheres, capsules and boxes at the end of the tick, as boxes with rounded edges: centre (3), half the
    size of the core (3), radius [cm], velocity (3) [cm/s]; shape [solid_count, 10]."""
    owners: Integers
    """Entity, bit of its layer, and bits of the layers it meets, of each of them; shape [solid_count, 3]."""


@lean_kernel
def roof_height(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, z: float
) -> tuple[float, float, float]:
    """Distance [cm] and unit normal (x, z) from the planes of a prism's upper faces, taken without end."""
    row = terrain.prisms[prism].platform
    if row >= 0:
        x -= motion.offset[row, 0]
        z -= motion.offset[row, 2]
    first = terrain.prisms[prism].first_edge
    height = -FAR
    normal_x = 0.0
    normal_z = 1.0
    for e in range(first, first + terrain.prisms[prism].edge_count):
        edge = terrain.edges[e]
        side = (x - edge.x) * edge.normal_x + (z - edge.z) * edge.normal_z
        if edge.normal_z > 0.0 and side > height:
            height = side
            normal_x = edge.normal_x
            normal_z = edge.normal_z
    return height, normal_x, normal_z


@lean_kernel
def roof_distance(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Signed distance [cm] from all that lies below a one-way prism's top, and the top's normal.

    Beside the prism it is a bound from below; the normal is the top's there too, because a one-way prism
    has no flanks.
    """
    height, normal_x, normal_z = roof_height(terrain, motion, prism, x, z)
    row = terrain.prisms[prism].platform
    if row >= 0:
        x -= motion.offset[row, 0]
        y -= motion.offset[row, 1]
    p = terrain.prisms[prism]
    beside = max(p.x_min - x, x - p.x_max, p.y_min - y, y - p.y_max)
    return height if beside <= 0.0 else max(height, beside), normal_x, 0.0, normal_z


@lean_kernel
def solid_distance(solid: Floats, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal from a box with rounded edges; see `Obstacles.solids`.

    Straight up from a point on the axis of a capsule or at the centre of a sphere, and through the nearest
    face from one inside a box.
    """
    dx, dy, dz = x - solid[0], y - solid[1], z - solid[2]
    px = dx - min(max(dx, -solid[3]), solid[3])
    py = dy - min(max(dy, -solid[4]), solid[4])
    pz = dz - min(max(dz, -solid[5]), solid[5])
    length = math.sqrt(px * px + py * py + pz * pz)
    if length > 0.0:
        return length - solid[6], px / length, py / length, pz / length
    if solid[3] == 0.0 or solid[4] == 0.0:
        return -solid[6], 0.0, 0.0, 1.0
    beside, behind, above = abs(dx) - solid[3], abs(dy) - solid[4], abs(dz) - solid[5]
    if above >= beside and above >= behind:
        return above - solid[6], 0.0, 0.0, math.copysign(1.0, dz)
    if beside >= behind:
        return beside - solid[6], math.copysign(1.0, dx), 0.0, 0.0
    return behind - solid[6], 0.0, math.copysign(1.0, dy), 0.0


@lean_kernel
def is_one_way(obstacles: Obstacles, kind: int) -> bool:
    """Whether an obstacle is solid only to what comes from above."""
    return kind >= 0 and bool(obstacles.terrain.prisms[kind].one_way)


@lean_kernel
def obstacle_distance(
    obstacles: Obstacles, kind: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal from an obstacle, as it stands at the end of the tick."""
    if kind < 0:
        return solid_distance(obstacles.solids[-1 - kind], x, y, z)
    if is_one_way(obstacles, kind):
        return roof_distance(obstacles.terrain, obstacles.motion, kind, x, y, z)
    return prism_distance(obstacles.terrain, obstacles.motion, kind, x, y, z)


@lean_kernel
def separating_plane(  # noqa: PLR0911 - one for each case that is told of below
    obstacles: Obstacles,
    kind: int,
    traits: Floats,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    reach: float,
) -> tuple[float, float, float, float]:
    """The plane that a point must not cross in a tick in which it would move by (dx, dy, dz), if any.

    All obstacles are convex, so a plane through a nearest point separates the point from all of the
    obstacle, whatever way it really takes. The plane at the nearest face where it would end hinders it
    least. If it began behind that one, it would cut a corner or cross a thin slab, and the plane nearest to
    where it began is the one. So nothing is crossed at any speed, and flat ground made of many pieces has
    no seams to catch on. Inside, which only what was put there gets, the nearest way out counts; but not
    one that leads away from the centroid's own way out, so that no body is torn apart.

    Args:
        obstacles: All there are.
        kind: Which of them.
        traits: What it is like; see `near_obstacles`.
        x: Where the point is, in the obstacle's frame at the end of the tick [cm]; so are y and z.
        y: The same.
        z: The same.
        dx: Its way in that frame [cm]; so are dy and dz.
        dy: The same.
        dz: The same.
        reach: What is further away does not count [cm].

    Returns:
        Distance from the plane when the tick begins [cm], FAR where none is in the way, and the plane's
        unit normal (x, y, z).
    """
    if is_one_way(obstacles, kind):
        return roof_plane(obstacles, kind, x, y, z, dx, dy, dz)
    distance, nx, ny, nz = obstacle_distance(obstacles, kind, x, y, z)
    if distance < -SHALLOW and nx * traits[10] + ny * traits[11] + nz * traits[12] < 0.0:
        return way_out_plane(traits, x, y, z)
    if distance < -SHALLOW:
        return distance, nx, ny, nz
    if distance < 0.0:
        return face_distance(obstacles, kind, x, y, z)
    if distance > reach:
        return FAR, nx, ny, nz
    ahead, mx, my, mz = face_distance(obstacles, kind, x + dx, y + dy, z + dz)
    before = ahead - (mx * dx + my * dy + mz * dz)
    if before >= -ROUNDING:
        return before, mx, my, mz
    return distance, nx, ny, nz


@lean_kernel
def way_out_plane(traits: Floats, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """Distance [cm] and unit normal of the plane by which a body's centroid leaves an obstacle."""
    nx, ny, nz = traits[10], traits[11], traits[12]
    return nx * x + ny * y + nz * z - traits[13], nx, ny, nz


@lean_kernel
def box_plane(
    traits: Floats, x: float, y: float, z: float, dx: float, dy: float, dz: float, reach: float
) -> tuple[float, float, float, float]:
    """What `separating_plane` gives for a point outside a box, many times faster; see there.

    Beyond a face that a neighbour covers it is the neighbour's: no plane is put there, on which what lies on
    the seam of both would catch.
    """
    distance, nx, ny, nz = _from_box(traits, x, y, z)
    if reach < distance < FAR:
        return FAR, nx, ny, nz
    ahead, mx, my, mz = _from_box(traits, x + dx, y + dy, z + dz)
    before = ahead - (mx * dx + my * dy + mz * dz)
    if ahead < FAR and before >= -ROUNDING:
        return before, mx, my, mz
    return distance, nx, ny, nz


@lean_kernel
def _from_box(traits: Floats, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal from a box; inside, from the nearest face that is not covered.

    FAR from a point beyond one that is.
    """
    px = x - min(max(x, traits[4]), traits[7])
    py = y - min(max(y, traits[5]), traits[8])
    pz = z - min(max(z, traits[6]), traits[9])
    square = px * px + py * py + pz * pz
    if square > 0.0:
        beside, above = traits[BOX + (1 if px < 0.0 else 2)], traits[BOX + (3 if pz < 0.0 else 4)]
        length = math.sqrt(square)
        is_covered = (px != 0.0 and beside == 0.0) or (pz != 0.0 and above == 0.0)
        return FAR if is_covered else length, px / length, py / length, pz / length
    nearest, nx, ny, nz = traits[5] - y, 0.0, -1.0, 0.0
    if y - traits[8] > nearest:
        nearest, ny = y - traits[8], 1.0
    if traits[BOX + 1] > 0.0 and traits[4] - x >= nearest:
        nearest, nx, ny = traits[4] - x, -1.0, 0.0
    if traits[BOX + 2] > 0.0 and x - traits[7] >= nearest:
        nearest, nx, ny = x - traits[7], 1.0, 0.0
    if traits[BOX + 3] > 0.0 and traits[6] - z >= nearest:
        nearest, nx, ny, nz = traits[6] - z, 0.0, 0.0, -1.0
    if traits[BOX + 4] > 0.0 and z - traits[9] >= nearest:
        nearest, nx, ny, nz = z - traits[9], 0.0, 0.0, 1.0
    return nearest, nx, ny, nz


@lean_kernel
def face_distance(
    obstacles: Obstacles, kind: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal from an obstacle; inside a prism, from a face's whole plane.

    Of the faces that no neighbour covers it is the nearest. So its plane has all of the prism behind it,
    which the way out past a neighbour has not.
    """
    distance, nx, ny, nz = obstacle_distance(obstacles, kind, x, y, z)
    if kind < 0 or distance >= 0.0:
        return distance, nx, ny, nz
    terrain, motion = obstacles.terrain, obstacles.motion
    p = terrain.prisms[kind]
    if p.platform >= 0:
        x -= motion.offset[p.platform, 0]
        y -= motion.offset[p.platform, 1]
        z -= motion.offset[p.platform, 2]
    nearest = max(p.y_min - y, y - p.y_max)
    nx, ny, nz = 0.0, -1.0 if p.y_min - y >= y - p.y_max else 1.0, 0.0
    for e in range(p.first_edge, p.first_edge + p.edge_count):
        edge = terrain.edges[e]
        height = (x - edge.x) * edge.normal_x + (z - edge.z) * edge.normal_z
        if edge.visible and height >= nearest:
            nearest = height
            nx, ny, nz = edge.normal_x, 0.0, edge.normal_z
    return nearest, nx, ny, nz


@lean_kernel
def roof_plane(
    obstacles: Obstacles, kind: int, x: float, y: float, z: float, dx: float, dy: float, dz: float
) -> tuple[float, float, float, float]:
    """The plane of a one-way prism's top, for a point that would end above or below it; it has no flanks."""
    terrain, motion = obstacles.terrain, obstacles.motion
    height, normal_x, normal_z = roof_height(terrain, motion, kind, x + dx, z + dz)
    p = terrain.prisms[kind]
    end_x, end_y = x + dx, y + dy
    if p.platform >= 0:
        end_x -= motion.offset[p.platform, 0]
        end_y -= motion.offset[p.platform, 1]
    beside = max(p.x_min - end_x, end_x - p.x_max, p.y_min - end_y, end_y - p.y_max)
    before = height - (normal_x * dx + normal_z * dz)
    return before if beside <= 0.0 else FAR, normal_x, 0.0, normal_z


@lean_kernel
def distance_bound(traits: Floats, x: float, y: float, z: float) -> float:
    """What an obstacle is at least away from a point, by its bounds [cm]; negative inside them."""
    beside = max(traits[4] - x, x - traits[7])
    behind = max(traits[5] - y, y - traits[8])
    return float(max(beside, behind, traits[6] - z, z - traits[9]))
