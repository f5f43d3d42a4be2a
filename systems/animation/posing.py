"""Poses of all characters: clips blended bone by bone, then placed in the world."""

import math
from typing import NamedTuple

from components.arrays import Flags, Floats, Integers
from systems.animation.advance import Animations, advance, base_phase
from systems.animation.bank import Bank, Skeletons
from systems.animation.kinematics import forward_kinematics, row3, row4, set3, set4, to_world
from systems.animation.landings import DOWN
from systems.animation.motion import TRAVELLED, Motion, Readings, motion_of, place_root
from systems.animation.overlay import overlay_weight, shown_time
from systems.animation.pool import Poses
from systems.animation.sampling import frame_at, move_toward, phase_at
from systems.animation.turning import normalise_turns, read_turns, turn_all_the_way, turn_toward
from systems.handover import opened
from systems.kernel import inlined_kernel, lean_kernel

OVERLAY = 6
"""The layer of the overlay, behind those of BASE_CLIPS."""
LAYERS = OVERLAY + 1
BLOCK = 32
"""Characters that are blended before they are placed."""


class Moving(NamedTuple):
    """All that animating characters takes; kernels are handed it over."""

    animated: Flags
    """Whom; the pose of others is only brought to component space, shape [character_count]."""
    skeletons: Integers
    """Row of each character's skeleton in the bank, shape [character_count]."""
    bank: Bank
    readings: Readings
    animations: Animations
    poses: Poses
    came_down: Flags
    """Whether each foot came down, shape [character_count, foot_count]."""
    turns: Floats
    """Room for the rotations of the turned bones of one pose, shape [4, turn_width]."""
    others: Floats
    """Room for those of one clip, shape [4, turn_width]."""


@lean_kernel
def animate_all(handed: Moving, dt: float) -> None:
    """Brings the animations of all characters to this tick, and poses them.

    Args:
        handed: What was handed over of all that it takes: animations are changed, poses and steps written.
        dt: Length of the tick [s].
    """
    own = opened(handed)
    for row in range(len(own.animated)):
        if own.animated[row]:
            _advance(own, row, dt)
    for first in range(0, len(own.animated), BLOCK):
        rows = range(first, min(first + BLOCK, len(own.animated)))
        _blend_all(own, rows)
        _place_all(rows, own.animated, own.poses)


@inlined_kernel
def _advance(own: Moving, row: int, dt: float) -> None:
    poses, animations, came_down = own.poses, own.animations, own.came_down
    place_root(own.readings, row, poses.root_positions, poses.root_rotations)
    motion = _moved(row, own.readings, animations, poses.root_positions[row, 2], dt)
    for foot in range(came_down.shape[1]):
        came_down[row, foot] = animations.contacts[row, foot] < DOWN
    advance(animations, row, own.bank, own.skeletons[row], motion, dt)
    for foot in range(came_down.shape[1]):
        stands = motion.grounded and animations.contacts[row, foot] >= DOWN
        came_down[row, foot] = came_down[row, foot] and stands
    _show_strike(row, own.skeletons[row], own.bank, own.readings, animations)


@lean_kernel
def _moved(row: int, readings: Readings, own: Animations, height: float, dt: float) -> Motion:
    """How a character moved since the last tick, which this one takes the place of."""
    rise = 0.0 if math.isnan(own.height[row]) else height - own.height[row]
    travelled = readings.states[TRAVELLED, row]
    motion = motion_of(readings, row, travelled - own.travelled[row], rise, dt)
    own.height[row] = height
    if readings.walking[row]:
        own.travelled[row] = travelled
    return motion


@lean_kernel
def _show_strike(row: int, skeleton: int, bank: Bank, readings: Readings, own: Animations) -> None:
    clip, strike = bank.skeletons.attacks[skeleton], readings.strikes[:, row]
    own.overlay[row], own.overlay_time[row] = -1, 0.0
    if clip >= 0 and strike[0] >= 0.0:
        begin, end = bank.clips.moments[clip, 0], bank.clips.moments[clip, 1]
        own.overlay[row] = clip - bank.skeletons.first_clip[skeleton]
        own.overlay_time[row] = shown_time(
            strike[0], strike[1], strike[2], strike[3], begin, end, bank.clips.durations[clip]
        )


@inlined_kernel
def _blend_all(own: Moving, rows: range) -> None:
    poses = own.poses
    for row in rows:
        if own.animated[row]:
            first, last = poses.first_bone[row], poses.first_bone[row + 1]
            places, rotations = poses.translations[first:last], poses.rotations[first:last]
            blend(
                row,
                own.skeletons[row],
                own.bank,
                own.animations,
                places,
                rotations,
                own.turns,
                own.others,
            )


@lean_kernel
def blend(
    row: int,
    skeleton: int,
    bank: Bank,
    own: Animations,
    places: Floats,
    rotations: Floats,
    turns: Floats,
    others: Floats,
) -> None:
    """The local pose of a character.

    Clips are laid over one another in the order of BASE_CLIPS, each with its share of the weight so far;
    the overlay comes last, for the bones that it moves. Without clips it is the reference pose.

    Args:
        row: The character.
        skeleton: Row of its skeleton in the bank.
        bank: All skeletons and clips.
        own: All animations.
        places: Written: local translations [cm], shape [bone_count, 3].
        rotations: Written: local unit quaternions, shape [bone_count, 4].
        turns: Room for the rotations of the turned bones, shape [4, turn_width].
        others: Room for those of one clip, shape [4, turn_width].
    """
    clips, turned, moved = bank.clips, bank.skeletons.turned[skeleton], bank.skeletons.moved[skeleton]
    _take_reference(bank.skeletons, skeleton, places, rotations, turns)
    total = 0.0
    for layer in range(LAYERS):
        clip, phase, weight, mask = _layer(row, skeleton, bank, own, layer)
        if weight > 0.0:
            total += weight
            share = weight / total if layer < OVERLAY else weight
            frame, ahead = frame_at(clips.first_frame, clip, phase)
            here, there = clips.turns[frame], clips.turns[frame + 1]
            read_turns(here, there, ahead, others)
            if share == 1.0 and layer < OVERLAY:
                turn_all_the_way(turns, others)
            else:
                turn_toward(turns, others, share, clips.turning[mask])
            move_toward(clips.moves, frame, ahead, share, clips.moving[mask], moved, places)
    normalise_turns(turns)
    _scatter(turns, turned, rotations)


@lean_kernel
def _layer(row: int, skeleton: int, bank: Bank, own: Animations, layer: int) -> tuple[int, float, float, int]:
    """Clip of a layer, phase in it, weight, and the row that tells for which bones; no weight for nothing."""
    clips = bank.clips
    if layer < OVERLAY:
        clip, weight = bank.skeletons.base_clips[skeleton, layer], own.weights[row, layer]
        if clip < 0 or not weight > 0.0:
            return -1, 0.0, 0.0, 0
        stride, duration, loop = clips.strides[clip], clips.durations[clip], clips.loops[clip]
        phase = base_phase(own.gait_phase[row], own.times[row, layer], stride, duration, loop)
        return clip, phase, weight, len(clips.durations)
    if own.overlay[row] < 0:
        return -1, 0.0, 0.0, 0
    clip, time = bank.skeletons.first_clip[skeleton] + own.overlay[row], own.overlay_time[row]
    duration = clips.durations[clip]
    return clip, phase_at(time, duration, clips.loops[clip]), overlay_weight(duration, time), clip


@lean_kernel
def _take_reference(
    skeletons: Skeletons, skeleton: int, places: Floats, rotations: Floats, turns: Floats
) -> None:
    first = skeletons.first_bone[skeleton]
    for bone in range(len(places)):
        set3(places, bone, row3(skeletons.translations, first + bone))
        set4(rotations, bone, row4(skeletons.rotations, first + bone))
    for axis in range(4):
        for column in range(turns.shape[1]):
            turns[axis, column] = skeletons.turns[skeleton, axis, column]


@lean_kernel
def _scatter(turns: Floats, turned: Integers, rotations: Floats) -> None:
    for column in range(len(turned)):
        if turned[column] >= 0:
            for axis in range(4):
                rotations[turned[column], axis] = turns[axis, column]


@lean_kernel
def _place_all(rows: range, animated: Flags, poses: Poses) -> None:
    for row in rows:
        first, last = poses.first_bone[row], poses.first_bone[row + 1]
        positions_cs, rotations_cs = poses.positions_cs[first:last], poses.rotations_cs[first:last]
        forward_kinematics(
            poses.parents[first:last],
            poses.translations[first:last],
            poses.rotations[first:last],
            positions_cs,
            rotations_cs,
        )
        if animated[row]:
            to_world(
                poses.root_positions[row],
                poses.root_rotations[row],
                poses.scales[row],
                positions_cs,
                rotations_cs,
                poses.positions_ws[first:last],
                poses.rotations_ws[first:last],
            )
