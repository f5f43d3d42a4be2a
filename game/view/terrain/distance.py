"""How far it is to the nearest solid: what shadows and dark corners are made from."""

import math

from game.view.arrays import FAR
from game.view.kernel import drawing_kernel
from game.view.terrain.shapes import X_MAX, X_MIN, Y_MAX, Y_MIN, Z_MAX, Z_MIN, Shapes

WALKABLE = 0.35
"""Least upward part of the normal of what is painted as ground."""
ON_SIDE = 0.5
"""How far over a side a point may lie and still count as on it [cm]."""


@drawing_kernel
def outline_distance(shapes: Shapes, shape: int, x: float, z: float) -> float:
    """Signed distance from a side-view point to an outline [cm], negative inside (crossing parity)."""
    nearest, inside = FAR * FAR, False
    for edge in range(shapes.first_edge[shape], shapes.first_edge[shape + 1]):
        ax, az, bx, bz = shapes.edges[edge]
        way_x, way_z, to_x, to_z = bx - ax, bz - az, x - ax, z - az
        along = (to_x * way_x + to_z * way_z) / (way_x * way_x + way_z * way_z)
        along = min(max(along, 0.0), 1.0)
        off_x, off_z = to_x - along * way_x, to_z - along * way_z
        nearest = min(nearest, off_x * off_x + off_z * off_z)
        if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * way_x:
            inside = not inside
    return -math.sqrt(nearest) if inside else math.sqrt(nearest)


@drawing_kernel
def prism_distance(shapes: Shapes, shape: int, x: float, y: float, z: float) -> float:
    """Signed distance from a point to a prism [cm], negative inside; exact outside."""
    side = outline_distance(shapes, shape, x, z)
    depth = max(shapes.bounds[shape, Y_MIN] - y, y - shapes.bounds[shape, Y_MAX])
    outside = math.hypot(max(side, 0.0), max(depth, 0.0))
    return outside if outside > 0.0 else max(side, depth)


@drawing_kernel
def nearest_distance(shapes: Shapes, x: float, y: float, z: float, limit: float) -> float:
    """Distance to the nearest prism [cm], negative inside, and no more than the limit."""
    nearest = limit
    for shape in range(shapes.bounds.shape[0]):
        box = shapes.bounds[shape]
        dx = max(box[X_MIN] - x, x - box[X_MAX], 0.0)
        dy = max(box[Y_MIN] - y, y - box[Y_MAX], 0.0)
        dz = max(box[Z_MIN] - z, z - box[Z_MAX], 0.0)
        if dx * dx + dy * dy + dz * dz <= max(nearest, 0.0) ** 2:
            nearest = min(nearest, prism_distance(shapes, shape, x, y, z))
    return nearest


@drawing_kernel
def below_top(shapes: Shapes, shape: int, x: float, z: float) -> float:
    """Distance of a point within an outline from the walkable upper side over it [cm]; FAR without one."""
    distance = FAR
    for edge in range(shapes.first_edge[shape], shapes.first_edge[shape + 1]):
        ax, az, bx, bz = shapes.edges[edge]
        if bx <= x < ax:  # counter-clockwise: upper sides run to the left
            upward = (ax - bx) / math.hypot(ax - bx, az - bz)
            rise = (az + (x - ax) / (bx - ax) * (bz - az) - z) * upward
            if upward > WALKABLE and -ON_SIDE <= rise < distance:
                distance = rise
    return distance
