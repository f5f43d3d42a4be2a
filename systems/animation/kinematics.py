"""From bones in their parents' frames to bones in component space and in the world."""

from components.arrays import Floats, Integers
from systems.kernel import lean_kernel
from systems.maths.quaternion import Quadruple, Triple, core_multiply, core_normalise, core_rotate


@lean_kernel
def row3(rows: Floats, index: int) -> Triple:
    """A row of an array of shape [n, 3]."""
    return rows[index, 0], rows[index, 1], rows[index, 2]


@lean_kernel
def row4(rows: Floats, index: int) -> Quadruple:
    """A row of an array of shape [n, 4]."""
    return rows[index, 0], rows[index, 1], rows[index, 2], rows[index, 3]


@lean_kernel
def set3(rows: Floats, index: int, value: Triple) -> None:
    """Writes a row of an array of shape [n, 3]."""
    rows[index, 0] = value[0]
    rows[index, 1] = value[1]
    rows[index, 2] = value[2]


@lean_kernel
def set4(rows: Floats, index: int, value: Quadruple) -> None:
    """Writes a row of an array of shape [n, 4]."""
    rows[index, 0] = value[0]
    rows[index, 1] = value[1]
    rows[index, 2] = value[2]
    rows[index, 3] = value[3]


@lean_kernel
def _kept_unit(q: Quadruple) -> Quadruple:
    """Takes rounding out of the length of a quaternion that is a unit one but for rounding.

    The first step of Newton's method toward the inverse root of its squared length, from 1.
    """
    scale = 1.5 - 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale


@lean_kernel
def forward_kinematics(
    parents: Integers, translations: Floats, rotations: Floats, positions_cs: Floats, rotations_cs: Floats
) -> None:
    """Poses a skeleton in component space.

    Args:
        parents: Index of each bone's parent, -1 for a root, always smaller than its own, shape [bone_count].
        translations: In the parents' frames [cm], shape [bone_count, 3].
        rotations: In the parents' frames, unit quaternions, shape [bone_count, 4].
        positions_cs: Written: component space [cm], shape [bone_count, 3].
        rotations_cs: Written: component space, unit quaternions, shape [bone_count, 4].
    """
    for bone in range(len(parents)):
        parent = parents[bone]
        place = row3(translations, bone)
        turn = row4(rotations, bone)
        if parent >= 0:
            frame = row4(rotations_cs, parent)
            way = core_rotate(frame, place)
            place = (
                positions_cs[parent, 0] + way[0],
                positions_cs[parent, 1] + way[1],
                positions_cs[parent, 2] + way[2],
            )
            turn = _kept_unit(core_multiply(frame, turn))
        set3(positions_cs, bone, place)
        set4(rotations_cs, bone, turn)


@lean_kernel
def to_world(
    root_position: Floats,
    root_rotation: Floats,
    scale: float,
    positions_cs: Floats,
    rotations_cs: Floats,
    positions_ws: Floats,
    rotations_ws: Floats,
) -> None:
    """Places a skeleton posed in component space into the world.

    Args:
        root_position: World position of component space's origin [cm], shape [3].
        root_rotation: World rotation of component space, unit quaternion, shape [4].
        scale: Uniform scale [1].
        positions_cs: Component space [cm], shape [bone_count, 3].
        rotations_cs: Component space, unit quaternions, shape [bone_count, 4].
        positions_ws: Written: world space [cm], shape [bone_count, 3].
        rotations_ws: Written: world space, unit quaternions, shape [bone_count, 4].
    """
    root = (root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3])
    turn = core_normalise(root)
    for bone in range(len(positions_cs)):
        place = (
            positions_cs[bone, 0] * scale,
            positions_cs[bone, 1] * scale,
            positions_cs[bone, 2] * scale,
        )
        way = core_rotate(root, place)
        for axis in range(3):
            positions_ws[bone, axis] = root_position[axis] + way[axis]
        set4(rotations_ws, bone, core_multiply(turn, row4(rotations_cs, bone)))
