"""Many characters at once: what each shows is what the plain path shows for it alone."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import esper
import numpy as np
import pytest
from animation_oracle import OracleAnimator, oracle_tick
from scenes import DT, box, build_world, events_of, run_tick

from components.arrays import Floats
from components.attack import AttackState, MeleeAttack
from components.character import CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.events import Footstep
from components.skeleton import AnimationLibrary, Animator, ClipAsset, Skeleton, SkeletonPose
from components.transform import Transform, Velocity
from game.level.level import load_level
from systems.animation.animate import Animate
from systems.maths.rotation import rotator_to_quaternion
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")
BUNDLED = load_level("feet").library
TICKS = 200
CLOSE = 1e-12


def with_more_curves(library: AnimationLibrary) -> AnimationLibrary:
    """The same, but walks tell of more than feet, and of a foot that there is not."""
    clips = {
        kind: {name: replace(clip, curves=clip.curves | more_curves(clip)) for name, clip in own.items()}
        for kind, own in library.clips.items()
    }
    return AnimationLibrary(library.skeletons, clips, identity="with more curves")


def more_curves(clip: ClipAsset) -> dict[str, Floats]:
    """Curves for walks, none for others."""
    steps = np.linspace(0.0, 1.0, len(clip.translations))
    return {"sway": np.sin(6.0 * steps), "contact_tail": steps} if clip.name == "walk" else {}


LIBRARY = with_more_curves(BUNDLED)

Parts = tuple[Transform, CharacterState, GroundContact, Velocity, AttackState | None]
Act = Callable[[Parts, int], None]
"""What somebody does in a tick."""


def walk(parts: Parts, tick: int) -> None:
    """Over ground that now rises and now falls, faster and slower."""
    transform, state, ground, velocity, _ = parts
    speed = 150 + 60 * np.sin(tick / 23)
    slope = 0.3 * np.sin(tick / 31)
    state.travelled += speed * DT
    ground.normal[:] = (-np.sin(slope), 0, np.cos(slope))
    transform.position += state.facing * speed * DT * np.array((np.cos(slope), 0, np.sin(slope)))
    velocity.linear[:] = state.facing * speed, 0, 0


def run(parts: Parts, tick: int) -> None:
    """From nothing to full speed and back, on a lift, turning round on the way."""
    transform, state, ground, velocity, _ = parts
    speed = 430 * np.sin(np.pi * tick / TICKS)
    state.yaw = -180.0 * np.clip((tick - 80) / 12, 0, 1)
    ground.velocity[2] = 40
    state.travelled += speed * DT
    transform.position += (speed * DT, 0, 40 * DT)
    velocity.linear[:] = speed, 0, 40


def stand(parts: Parts, tick: int) -> None:
    """Does nothing at all."""
    del parts, tick


def jump(parts: Parts, tick: int) -> None:
    """Up, down and hard onto the ground, again and again."""
    transform, state, ground, velocity, _ = parts
    begun, flight = tick % 70, 62
    ground.grounded = not 4 <= begun < 4 + flight // 2
    if ground.grounded:
        state.time_since_ground, state.time_on_ground = 0.0, state.time_on_ground + DT
        state.travelled += 2.0
        velocity.linear[:] = 120, 0, 0
    else:
        state.time_since_ground += DT
        state.time_on_ground = 0.0
        velocity.linear[2] = 500 - 2000 * state.time_since_ground
        state.landing_speed = 560 + tick
        transform.position += velocity.linear * DT


def strike(parts: Parts, tick: int) -> None:
    """Strikes on the walk, slowly and suddenly by turns."""
    walk(parts, tick)
    attack = parts[4]
    if attack is not None:
        begun = tick % 50 - 10
        attack.time = begun * DT if begun >= 0 else -1.0


def leap(parts: Parts, tick: int) -> None:
    """Is put somewhere else in the middle of its way."""
    walk(parts, tick)
    if tick == TICKS // 2:
        parts[1].travelled += 1e6


PLAYERS: tuple[tuple[str, Act], ...] = tuple(
    (kind, act) for kind in ("mannequin", "hound") for act in (walk, run, stand, jump, strike, leap)
)


def enter() -> list[tuple[int, Act, Parts]]:
    """One of each kind that does each thing, both ways, of two sizes."""
    entered = []
    for row, (kind, act) in enumerate(PLAYERS * 2):
        facing = 1.0 if row < len(PLAYERS) else -1.0
        scale = 1.0 if row % 3 else 1.5
        attack = AttackState() if act is strike else None
        parts: Parts = (
            Transform(np.array((30.0 * row, 10.0 * row, 88.0 + row)), scale=scale),
            CharacterState(facing=facing, yaw=0.0 if facing > 0 else -180.0),
            GroundContact(grounded=True),
            Velocity(),
            attack,
        )
        blow = [MeleeAttack(wind_up=0.07 * (row % 2), recovery=0.2)] if attack else []
        body = (Skeleton(kind), CapsuleCollider(half_height=88.0 - 2 * row))
        entered.append((create(*(part for part in parts if part), *blow, *body), act, parts))
    return entered


def odd_ones() -> list[int]:
    """Who lacks some of a character's components: a statue, one that only looks, one without a velocity."""
    place = Transform(np.array((1.0, 2.0, 3.0)), rotator_to_quaternion((10, 70, 30)), 2.0)
    looking = create(Transform(np.array((5.0, 0.0, 90.0))), Skeleton(), CharacterState(yaw=-90.0))
    adrift = create(
        Transform(np.array((9.0, 0.0, 90.0))),
        Skeleton("hound"),
        CharacterState(travelled=7.0, time_since_ground=0.2),
        GroundContact(),
    )
    return [create(place, Skeleton()), looking, adrift]


def play() -> Iterator[tuple[dict[int, OracleAnimator], int]]:
    """Runs everybody at once through the system, and one by one through the plain path."""
    build_world([box(-3000, 3000, -100, 0)], library=LIBRARY)
    cast, system = enter(), Animate()
    plain = {entity: OracleAnimator() for entity in [*(entity for entity, _, _ in cast), *odd_ones()]}
    for tick in range(TICKS):
        for _, act, parts in cast:
            act(parts, tick)
        run_tick((system,))
        for entity, own in plain.items():
            oracle_tick(own, entity, LIBRARY, DT)
        yield plain, tick


def check_numbers(animator: Animator, own: OracleAnimator) -> None:
    """Compares what an animator knows."""
    for name in ("speed", "grade", "airborne", "gait_phase", "travelled", "height"):
        assert getattr(animator, name) == pytest.approx(getattr(own, name), rel=0, abs=CLOSE), name
    for name in ("weights", "curves", "landing_times", "landing_ways"):
        found, wanted = getattr(animator, name), getattr(own, name)
        assert found == pytest.approx(wanted, rel=0, abs=CLOSE), name
    assert set(animator.landings) == set(own.landings)
    for foot, place in own.landings.items():
        np.testing.assert_allclose(animator.landings[foot], place, rtol=0, atol=CLOSE)
    assert animator.overlay == ("" if own.overlay_time is None else "attack")
    assert animator.overlay_time == pytest.approx(own.overlay_time or 0.0, rel=0, abs=CLOSE)


def check_pose(pose: SkeletonPose, own: OracleAnimator) -> None:
    """Compares how somebody stands."""
    for name, wanted in own.pose.items():
        np.testing.assert_allclose(getattr(pose, name), wanted, rtol=0, atol=CLOSE, err_msg=name)


def test_everybody_shows_what_the_plain_path_shows() -> None:
    for plain, _ in play():
        for entity, own in plain.items():
            check_numbers(esper.component_for_entity(entity, Animator), own)
            check_pose(esper.component_for_entity(entity, SkeletonPose), own)


def test_footsteps_are_told_of_the_feet_that_the_plain_path_puts_down() -> None:
    count = 0
    for plain, _ in play():
        told = [(step.entity, step.bone) for step in events_of(Footstep)]
        assert told == [(entity, foot) for entity, own in plain.items() for foot in own.came_down]
        count += len(told)
    assert count > 40
