"""A rope of cloth or hair by position-based dynamics: links of exact length, gravity, air, bodies and ground.

Each substep moves the knots freely, corrects their positions, and takes their velocities from where they went
(Mueller, Heidelberger, Hennix, Ratcliff 2007, "Position based dynamics"). What corrects last are the links,
from the root outward, so that each has its length exactly (Mueller, Kim, Chentanez 2012, "Fast simulation of
inextensible hair and fur").
"""

import math
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats
from game.view.kernel import drawing_kernel

SUBSTEPS = 4
"""Steps in a tick."""
SWEEPS = 2
"""How often a step corrects all positions."""
SMALLEST = 1e-9
"""What is nearer than this has no direction [cm]."""
RIPPLE, PACE = 0.9, 9.0
"""By how much a ripple of the air lags from knot to knot [rad], and how fast it runs [rad/s]."""
FLAT = 0.35
"""How much of a ripple goes into the depth of the picture."""


class Air(NamedTuple):
    """What pulls at a rope."""

    gravity: tuple[float, float, float]
    """[cm/s²]"""
    wind: tuple[float, float, float]
    """Velocity of the air [cm/s]."""
    drag: float
    """How fast knots take up the velocity of the air [1/s]."""
    flutter: float
    """Acceleration across the air's flow, as a multiple of the drag."""


class Body(NamedTuple):
    """Capsules that a rope stays out of."""

    before: Floats
    """Starts and ends of their middle lines when the tick begins [cm], shape [capsule_count, 6]."""
    after: Floats
    """The same when it ends."""
    radii: Floats
    """[cm], shape [capsule_count]."""


class Rope(NamedTuple):
    """Knots from the root to the tip."""

    points: Floats
    """Where they are [cm], shape [knot_count, 3]."""
    velocities: Floats
    """[cm/s], shape [knot_count, 3]."""


def hanging_rope(root: Floats, length: float, links: int) -> Rope:
    """A rope at rest that hangs straight down from its root [cm], shape [3]."""
    points = np.repeat(np.asarray(root, dtype=np.float64)[None], links + 1, axis=0)
    points[:, 2] -= np.linspace(0.0, length, links + 1)
    return Rope(points, np.zeros_like(points))


@drawing_kernel
def advance_rope(
    rope: Rope,
    root: Floats,
    link: float,
    radii: Floats,
    body: Body,
    planes: Floats,
    air: Air,
    time: float,
    dt: float,
) -> None:
    """Moves a rope on by a tick, in place.

    Args:
        rope: The rope.
        root: Where its root gets to [cm], shape [3].
        link: Length of a link [cm].
        radii: How thick it is at its knots [cm], shape [knot_count].
        body: What it is worn on.
        planes: The ground next to each knot: a unit normal, and the height along it where the ground begins
            [cm]; shape [knot_count, 4]. Nothing is near where the normal is zero.
        air: What pulls at it.
        time: When the tick begins [s].
        dt: How long it is [s].
    """
    points, velocities = rope.points, rope.velocities
    begin, old, rows = points[0].copy(), np.empty_like(points), np.empty((points.shape[0], 5))
    step = dt / SUBSTEPS
    for substep in range(SUBSTEPS):
        share = (substep + 1.0) / SUBSTEPS
        fly(points, velocities, old, air, time + share * dt, step)
        for axis in range(3):
            points[0, axis] = begin[axis] + (root[axis] - begin[axis]) * share
        for _ in range(SWEEPS):
            pull_links(points, link, rows)
            leave_body(points, radii, body.before, body.after, body.radii, share)
            leave_ground(points, radii, planes)
        keep_length(points, link)
        for knot in range(points.shape[0]):
            for axis in range(3):
                velocities[knot, axis] = (points[knot, axis] - old[knot, axis]) / step


@drawing_kernel
def fly(points: Floats, velocities: Floats, old: Floats, air: Air, time: float, step: float) -> None:
    """Moves all knots but the root as if they were free; `old` takes where they were."""
    hold = 1.0 - math.exp(-air.drag * step)
    for knot in range(points.shape[0]):
        for axis in range(3):
            old[knot, axis] = points[knot, axis]
        if knot == 0:
            continue
        x = air.wind[0] - velocities[knot, 0]
        y = air.wind[1] - velocities[knot, 1]
        z = air.wind[2] - velocities[knot, 2]
        across = air.flutter * math.sin(RIPPLE * knot - PACE * time)
        flow = (x - across * z, y + across * FLAT * math.sqrt(x * x + z * z), z + across * x)
        for axis in range(3):
            velocities[knot, axis] += hold * flow[axis] + step * air.gravity[axis]
            points[knot, axis] += step * velocities[knot, axis]


@drawing_kernel
def leave_body(
    points: Floats, radii: Floats, before: Floats, after: Floats, thick: Floats, share: float
) -> None:
    """Moves knots out of capsules that are a share of their way through the tick."""
    ends = np.empty(6)
    for capsule in range(thick.shape[0]):
        for axis in range(6):
            ends[axis] = before[capsule, axis] + (after[capsule, axis] - before[capsule, axis]) * share
        for knot in range(1, points.shape[0]):
            leave_capsule(points, knot, ends, thick[capsule] + radii[knot])


@drawing_kernel
def leave_capsule(points: Floats, knot: int, ends: Floats, reach: float) -> None:
    """Moves a knot straight away from a line until it is out of reach."""
    along_x, along_y, along_z = ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]
    x, y, z = points[knot, 0] - ends[0], points[knot, 1] - ends[1], points[knot, 2] - ends[2]
    square = max(along_x * along_x + along_y * along_y + along_z * along_z, SMALLEST)
    share = min(max((x * along_x + y * along_y + z * along_z) / square, 0.0), 1.0)
    x, y, z = x - share * along_x, y - share * along_y, z - share * along_z
    away = math.sqrt(x * x + y * y + z * z)
    if SMALLEST < away < reach:
        points[knot, 0] += x * (reach / away - 1.0)
        points[knot, 1] += y * (reach / away - 1.0)
        points[knot, 2] += z * (reach / away - 1.0)


@drawing_kernel
def leave_ground(points: Floats, radii: Floats, planes: Floats) -> None:
    """Moves knots out of the ground."""
    for knot in range(1, points.shape[0]):
        x, y, z = planes[knot, 0], planes[knot, 1], planes[knot, 2]
        height = x * points[knot, 0] + y * points[knot, 1] + z * points[knot, 2]
        missing = (planes[knot, 3] + radii[knot] - height) * (x * x + y * y + z * z)
        if missing > 0.0:
            points[knot, 0] += x * missing
            points[knot, 1] += y * missing
            points[knot, 2] += z * missing


@drawing_kernel
def pull_links(points: Floats, link: float, rows: Floats) -> None:
    """Moves all knots but the root so that each link nearly has its length: a step of Newton's method.

    Pulls along the links have to make up for their errors, and each pull is felt by both neighbours too. That
    is a tridiagonal system, solved by elimination toward the tip and back.

    Args:
        points: Knots, shape [knot_count, 3].
        link: Length of a link [cm].
        rows: Room for the direction, the error or pull, and the eliminated neighbour of each link, shape
            [knot_count, 5].
    """
    last = points.shape[0] - 1
    find_links(points, link, rows)
    left = 0.0
    for knot in range(1, last + 1):
        shared = 0.0
        if knot > 1:
            shared = -along_both(rows, knot - 1)
        own = (1.0 if knot == 1 else 2.0) - shared * left
        rows[knot, 3] = (rows[knot, 3] - shared * rows[knot - 1, 3]) / own
        left = -along_both(rows, knot) / own if knot < last else 0.0
        rows[knot, 4] = left
    for knot in range(last, 0, -1):
        if knot < last:
            rows[knot, 3] -= rows[knot, 4] * rows[knot + 1, 3]
            for axis in range(3):
                points[knot, axis] -= rows[knot + 1, axis] * rows[knot + 1, 3]
        for axis in range(3):
            points[knot, axis] += rows[knot, axis] * rows[knot, 3]


@drawing_kernel
def find_links(points: Floats, link: float, rows: Floats) -> None:
    """Writes the direction of each link and by how much it is too short [cm] into rows; see `pull_links`."""
    rows[0, 3] = 0.0
    for knot in range(1, points.shape[0]):
        x = points[knot, 0] - points[knot - 1, 0]
        y = points[knot, 1] - points[knot - 1, 1]
        z = points[knot, 2] - points[knot - 1, 2]
        size = max(math.sqrt(x * x + y * y + z * z), SMALLEST)
        rows[knot, 0], rows[knot, 1], rows[knot, 2], rows[knot, 3] = x / size, y / size, z / size, link - size


@drawing_kernel
def along_both(rows: Floats, knot: int) -> float:
    """Cosine between a link and the next."""
    x, y, z = rows[knot + 1, 0], rows[knot + 1, 1], rows[knot + 1, 2]
    cosine: float = rows[knot, 0] * x + rows[knot, 1] * y + rows[knot, 2] * z
    return cosine


@drawing_kernel
def keep_length(points: Floats, link: float) -> None:
    """Moves each knot along its link until that has its length, from the root outward."""
    for knot in range(1, points.shape[0]):
        x = points[knot, 0] - points[knot - 1, 0]
        y = points[knot, 1] - points[knot - 1, 1]
        z = points[knot, 2] - points[knot - 1, 2]
        size = math.sqrt(x * x + y * y + z * z)
        if size < SMALLEST:
            x, y, z, size = 0.0, 0.0, -1.0, 1.0
        points[knot, 0] = points[knot - 1, 0] + x * (link / size)
        points[knot, 1] = points[knot - 1, 1] + y * (link / size)
        points[knot, 2] = points[knot - 1, 2] + z * (link / size)
