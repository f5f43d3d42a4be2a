"""What is known of bodies and feet in a tick: read off their poses and traces for the smoothing."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.feet_pool import FeetPool
from components.pose_pool import PosePool
from systems.animation.gait import MOVING
from systems.animation.pool import Poses
from systems.foot_ik.bodies import Bodies, Feet, Smoothed
from systems.foot_ik.leg_bones import ahead_of, contact_of, sole_lift, toe_heading
from systems.foot_ik.planting import Plants, shuffle_lift
from systems.foot_ik.search import HIT
from systems.foot_ik.walkers import Walkers
from systems.kernel import inlined_kernel, lean_kernel


class Steps(NamedTuple):
    """What animations and traces say of this tick; kernels take it whole."""

    speeds: Floats
    """Speeds that gaits have settled to [cm/s], shape [pose_count]."""
    airborne: Floats
    """Shares of the clips for the air in their blends [1], shape [pose_count]."""
    grounded: Flags
    """Whether characters stand on the ground, shape [pose_count]."""
    rises: Floats
    """How fast what they stand on rises [cm/s], shape [pose_count]."""
    contacts: Floats
    """How much feet bear weight, shape [pose_count, column_count]."""
    landing_times: Floats
    """When they come down [s], shape [pose_count, column_count]."""
    landing_ways: Floats
    """How far bodies go until then, in the size of the skeleton [cm], shape [pose_count, column_count]."""
    verdicts: Integers
    """What the search of each foot came to, shape [foot_count]."""
    points: Floats
    """World point of its ground [cm], shape [foot_count, 3]."""
    platforms: Integers
    """Platform under it, or -1, shape [foot_count]."""
    carried: Floats
    """How far its place on a soft body has gone in this tick [cm], shape [foot_count, 3]."""
    shuffles: Floats
    """Time left of its shuffle [s], shape [foot_count]."""


def new_bodies(pool: FeetPool) -> Bodies:
    """The characters of a pool; what is known of them in a tick is still to be read."""
    count = len(pool.settled)
    return Bodies(
        first_foot=pool.first_foot,
        posed=np.zeros(count, dtype=np.bool_),
        root=np.zeros((count, 3)),
        heading=np.zeros((count, 4)),
        scale=np.zeros(count),
        rise=np.zeros(count),
        pace=np.zeros(count),
        grounded=np.zeros(count, dtype=np.bool_),
        striding=np.zeros(count, dtype=np.bool_),
        landing=np.zeros(count, dtype=np.bool_),
        settled=pool.settled,
        floor=pool.floor,
        wanted=pool.wanted_pelvis,
        grip=pool.grip,
        pelvis=pool.pelvis_distance,
    )


def new_feet(pool: FeetPool, turns: Floats) -> Feet:
    """The feet of a pool that turn so much with their ground; what changes in a tick is still to be read."""
    count = len(pool.verdict)
    return Feet(
        hit=np.zeros(count, dtype=np.bool_),
        heights=np.zeros(count),
        normals=pool.normal,
        rises=np.zeros(count),
        landing_hit=pool.landing_hit,
        landings=pool.landing_point,
        landing_normals=pool.landing_normal,
        landing_times=np.zeros(count),
        landing_ways=np.zeros((count, 2)),
        nudges=pool.nudge,
        landing_nudges=pool.landing_nudge,
        contacts=np.zeros(count),
        stances=np.zeros(count),
        lifts=np.zeros(count),
        hips=np.zeros((count, 3)),
        ankles=np.zeros((count, 3)),
        balls=np.zeros((count, 2)),
        reached=pool.reached,
        to_balls=np.zeros((count, 3)),
        climbs=np.zeros(count),
        aheads=np.zeros(count),
        turns=turns,
        headings=np.zeros((count, 2)),
        reaches=np.zeros(count),
        ankle_heights=np.zeros(count),
    )


def smoothed_of(pool: FeetPool) -> Smoothed:
    """What the feet of a pool have settled to, as kernels take it."""
    return Smoothed(
        pool.ground_heights,
        pool.weights,
        pool.foot_rotations,
        pool.foot_distances,
        pool.found,
        pool.held_heights,
        pool.held_normals,
        pool.wanted,
    )


def plants_of(pool: FeetPool) -> Plants:
    """Which feet of a pool are planted, as kernels take it."""
    return Plants(
        pool.locked,
        pool.lock_points,
        pool.lock_headings,
        pool.slides,
        pool.twists,
        pool.lock_tilts,
        pool.lock_slides,
        pool.shuffle_times,
    )


def steps_of(pool: FeetPool, poses: PosePool) -> Steps:
    """What the animations and traces of a pool say, as kernels take it."""
    return Steps(
        speeds=poses.speed,
        airborne=poses.airborne,
        grounded=poses.grounded,
        rises=poses.ground_rise_speeds,
        contacts=poses.contacts,
        landing_times=poses.landing_times,
        landing_ways=poses.landing_ways,
        verdicts=pool.verdict,
        points=pool.point,
        platforms=pool.platform,
        carried=pool.carried,
        shuffles=pool.shuffle_times,
    )


@lean_kernel
def gauge_all(
    poses: Poses, steps: Steps, walkers: Walkers, velocity: Floats, bodies: Bodies, feet: Feet, dt: float
) -> None:
    """Reads what is known of all bodies and feet in this tick.

    Args:
        poses: All poses.
        steps: What animations and traces say.
        walkers: The characters with feet.
        velocity: Velocities of the platforms [cm/s], shape [platform_count, 3].
        bodies: Written.
        feet: Written.
        dt: Length of the tick [s].
    """
    for body in range(len(walkers.pose_rows)):
        gauge_body(poses, steps, walkers, body, bodies, dt)
        for foot in range(walkers.first_foot[body], walkers.first_foot[body + 1]):
            gauge_foot(poses, walkers, body, foot, feet)
            gauge_step(poses, steps, walkers, body, foot, feet)
            gauge_ground(steps, velocity, foot, feet, dt)


@inlined_kernel
def gauge_body(poses: Poses, steps: Steps, walkers: Walkers, body: int, bodies: Bodies, dt: float) -> None:
    """Reads where one body is and what it stands on."""
    row = walkers.pose_rows[body]
    bodies.posed[body] = walkers.posed[body]
    for axis in range(3):
        bodies.root[body, axis] = poses.root_positions[row, axis]
    for axis in range(4):
        bodies.heading[body, axis] = poses.root_rotations[row, axis]
    bodies.scale[body], bodies.rise[body] = poses.scales[row], steps.rises[row] * dt
    bodies.grounded[body], bodies.striding[body] = steps.grounded[row], steps.speeds[row] > MOVING
    bodies.pace[body] = steps.speeds[row]
    bodies.landing[body] = steps.airborne[row] > 0.0


@inlined_kernel
def gauge_foot(poses: Poses, walkers: Walkers, body: int, foot: int, feet: Feet) -> None:
    """Reads where the animation has one foot."""
    row, legs, settings = walkers.pose_rows[body], walkers.legs, walkers.settings[body]
    scale, end, ball = poses.scales[row], legs.ends[foot], legs.balls[foot]
    for axis in range(3):
        feet.hips[foot, axis] = poses.positions_ws[legs.roots[foot], axis]
        feet.ankles[foot, axis] = poses.positions_ws[end, axis]
        feet.to_balls[foot, axis] = poses.positions_ws[ball, axis] - poses.positions_ws[end, axis]
    for axis in range(2):
        feet.balls[foot, axis] = poses.positions_ws[ball, axis]
    feet.headings[foot, 0], feet.headings[foot, 1] = toe_heading(poses, row, end, ball)
    feet.lifts[foot] = sole_lift(poses, row, legs, foot, settings.ankle_height)
    feet.reaches[foot] = legs.lengths[foot] * scale * (1.0 - settings.softness)
    feet.aheads[foot] = legs.ahead[foot] * scale
    feet.ankle_heights[foot] = settings.ankle_height * scale


@inlined_kernel
def gauge_step(poses: Poses, steps: Steps, walkers: Walkers, body: int, foot: int, feet: Feet) -> None:
    """Reads how much one foot bears weight, and when and how far away it will come down."""
    row, column = walkers.pose_rows[body], walkers.legs.columns[foot]
    scale = poses.scales[row]
    feet.contacts[foot] = feet.stances[foot] = contact_of(steps.contacts, row, column)
    time, way, left = -1.0, 0.0, steps.shuffles[foot]
    if column >= 0 and not math.isnan(steps.landing_times[row, column]):
        time, way = steps.landing_times[row, column], steps.landing_ways[row, column] * scale
    elif left > 0.0:
        time, way = left, steps.speeds[row] * left * scale
    if left > 0.0:
        feet.contacts[foot] = 0.0
        feet.lifts[foot] += shuffle_lift(left) * scale
    ahead_x, ahead_y = ahead_of(poses.root_rotations[row])
    feet.landing_times[foot] = time
    feet.landing_ways[foot, 0], feet.landing_ways[foot, 1] = way * ahead_x, way * ahead_y


@inlined_kernel
def gauge_ground(steps: Steps, velocity: Floats, foot: int, feet: Feet, dt: float) -> None:
    """Reads what one foot found."""
    platform = steps.platforms[foot]
    feet.hit[foot], feet.heights[foot] = steps.verdicts[foot] == HIT, steps.points[foot, 2]
    feet.rises[foot] = velocity[platform, 2] * dt if platform >= 0 else steps.carried[foot, 2]
