"""What feet cost: one walker, a hundred, a thousand; and the solver of their legs by itself."""

import time
from collections.abc import Iterator

import esper
import numpy as np

from components.arrays import Floats
from components.character import CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.foot_ik import FootIK
from components.skeleton import AnimationLibrary, Skeleton, SkeletonPose
from components.transform import Transform, Velocity
from game.bench.rows import Sample, timed
from game.level.level import load_level
from game.simulation import Simulation
from systems.animation.animate import Animate
from systems.foot_ik.ground_trace import GroundTrace
from systems.foot_ik.ik_interpolation import IKInterpolation
from systems.foot_ik.leg_bones import limbs_of
from systems.foot_ik.leg_ik import LegIK, pose_of
from systems.foot_ik.leg_solve import IDENTITY, bend_leg
from systems.foot_ik.legs import Pose
from systems.kernel import lean_kernel

LEVEL = "crowd"
"""Where they walk."""
STAGES: tuple[tuple[str, type[esper.Processor]], ...] = (
    ("animation", Animate),
    ("ground trace", GroundTrace),
    ("IK interpolation", IKInterpolation),
    ("leg IK", LegIK),
)
"""The stages, in the order of a tick."""
STEP = 2.5
"""Way of a walker in a tick [cm]."""
MOST_ROUNDS = 8
"""Samples that are taken of more than a few walkers."""
LEGS = 1000
"""Legs solved at once."""


class Walkers:
    """Walkers on uneven ground that only the systems of their poses know."""

    def __init__(self, count: int) -> None:
        self._count, self._rounds = count, 0
        self._systems = [(f"{name}, {count} walkers", kind()) for name, kind in STAGES]
        self._simulation = Simulation(load_level(LEVEL))
        for entity, _ in self._simulation.entities_with(FootIK):
            self._simulation.despawn(entity)
        x_min, x_max, _, _ = self._simulation.level.bounds
        self._walkers = [
            self._simulation.spawn(
                Transform(np.array((x, 0.0, 88.0 + 40.0))),
                Velocity(),
                CapsuleCollider(),
                CharacterState(),
                GroundContact(grounded=True),
                Skeleton(),
                FootIK(offset_distance=0.0),
            )
            for x in np.linspace(x_min + 100.0, x_max - 1500.0, count)
        ]

    def __call__(self) -> Iterator[Sample]:
        """Poses all walkers once, a step farther on."""
        self._rounds += 1
        if self._count == 1 or self._rounds <= MOST_ROUNDS:
            yield from self._tick()

    def _tick(self) -> Iterator[Sample]:
        legs, whole = 2 * self._count, 0.0
        with self._simulation.entered():
            for walker in self._walkers:
                esper.component_for_entity(walker, CharacterState).travelled += STEP
                esper.component_for_entity(walker, Transform).position[0] += STEP
            for name, system in self._systems:
                began = time.perf_counter()
                system.process(1.0 / 60.0)
                taken = time.perf_counter() - began
                whole += taken
                yield Sample(name, legs, taken)
        yield Sample(f"poses and feet, {self._count} walkers", legs, whole)


class LegSolver:
    """Two-bone solve and foot rotation of many legs, without anything around them."""

    def __init__(self) -> None:
        simulation = Simulation(load_level(LEVEL))
        for _ in range(30):
            simulation.tick({"right"})
        entity = next(entity for entity, _ in simulation.entities_with(FootIK))
        asset = simulation.resource(AnimationLibrary).skeletons["mannequin"]
        self._pose = pose_of(asset, simulation.component(entity, SkeletonPose))
        self._limbs = limbs_of(asset, ("foot_l", "foot_r"))

    def __call__(self) -> Iterator[Sample]:
        """Solves them once."""
        yield timed(f"two-bone solve and foot rotation, {LEGS} legs", LEGS, self._solve)

    def _solve(self) -> None:
        foot, sides = int(self._limbs.ends[0]), self._limbs.sides
        solve_legs(self._pose, foot, sides, LEGS, True)  # noqa: FBT003 - kernel


@lean_kernel
def solve_legs(
    pose: Pose,
    foot: int,
    sides: Floats,
    count: int,
    follow_knee: bool,  # noqa: FBT001 - compiled functions have no keyword-only parameters
) -> None:
    """Bends a leg over and over, each time to another place."""
    side = (sides[0, 0], sides[0, 1], sides[0, 2])
    for leg in range(count):
        rise = 10.0 * leg / count
        bend_leg(
            pose.parents,
            pose.rotations,
            pose.positions_cs,
            pose.rotations_cs,
            foot,
            (0.0, 0.0, -rise),
            (0.0, 0.0, rise),
            IDENTITY,
            side,
            follow_knee,
            0.02,
        )
