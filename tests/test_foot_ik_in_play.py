"""Feet in play: heroes that stand, walk, jump and ride on small pieces of terrain."""

import math

import esper
import numpy as np
import pytest
from heroes import (
    ANKLE,
    FEET,
    LIBRARY,
    MANNEQUIN,
    POSING,
    bone_of,
    data_of,
    foot_ik,
    hold_hero,
    leg_lengths,
    pose_of,
    pose_ticks,
    sole_of,
    spawn_hero,
    walk_ticks,
)
from scenes import (
    box,
    build_world,
    feet_of,
    ground_of,
    hill,
    place_of,
    polygon,
    run_tick,
    stairs,
    velocity_of,
)

from components.character import CharacterState, GroundContact
from components.collider import Layer
from components.foot_ik import JointTarget, Profile
from components.platform import Platform
from components.terrain import PlatformMotion, Solid
from systems.maths.quaternion import rotate
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")
FLOOR = box(-3000, 3000, -100, 0)
PLANTED = 0.5
ROUNDED = 1e-3
"""Files round to a thousandth of a degree, which is as much of a centimetre along a sole."""


def ramp(angle: float) -> Solid:
    """Level ground, a slope up to the right, and level ground again."""
    top = 400 * math.tan(math.radians(angle))
    return polygon((-600, -300), (1500, -300), (1500, top), (400, top), (0, 0), (-600, 0))


def gaps(hero: int) -> list[float]:
    """Gaps of the planted soles that have ground under them [cm]."""
    reports = [sole_of(hero, foot) for foot in FEET]
    return [abs(report.gap) for report in reports if report.contact > PLANTED and not math.isnan(report.gap)]


def test_on_level_ground_the_animation_stays_as_it_is() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero()
    state = esper.component_for_entity(hero, CharacterState)
    for tick in range(160):
        state.travelled += 2.5
        place_of(hero)[0] += 2.5
        run_tick(POSING[:1])
        animated = pose_of(hero).positions_ws.copy()
        run_tick(POSING[1:])
        if tick > 100:
            legs = [row for row, bone in enumerate(MANNEQUIN.bones) if bone[:-2] in {"calf", "foot", "ball"}]
            others = np.delete(np.arange(len(MANNEQUIN.bones)), legs)
            now = pose_of(hero).positions_ws
            np.testing.assert_allclose(now[others], animated[others], atol=1e-9)
            np.testing.assert_allclose(now[legs, 2], animated[legs, 2], atol=1.0)
            np.testing.assert_allclose(
                now[legs], animated[legs], atol=4.0
            )  # planted feet stay where they are
            assert data_of(hero).pelvis_distance == pytest.approx(0, abs=1e-9)
            np.testing.assert_allclose(data_of(hero).foot_distances, 0, atol=1e-9)


@pytest.mark.parametrize(
    ("bottom", "left", "right", "pelvis", "distances"),
    [(0, 0, 0, 5, (0, 0)), (0, 20, 0, 5, (20, 0)), (20, 20, 0, -15, (20, 0)), (20, 0, 20, -15, (0, 20))],
)
def test_the_seeds_worked_numbers_with_its_offset(
    bottom: float, left: float, right: float, pelvis: float, distances: tuple[float, float]
) -> None:
    sides = [
        box(-100, 100, -50, left, depth=(0.0, 150.0)),
        box(-100, 100, -50, right, depth=(-150.0, 0.0)),
    ]
    build_world(sides, library=LIBRARY)
    hero = hold_hero(0, bottom, settings=foot_ik(offset_distance=5.0, profile=Profile.UNREAL))
    pose_ticks(1)
    assert data_of(hero).pelvis_distance == pytest.approx(pelvis, abs=1e-9)
    assert data_of(hero).foot_distances == pytest.approx(distances, abs=1e-9)
    assert data_of(hero).left_distance == pytest.approx(distances[0], abs=1e-9)
    assert data_of(hero).right_distance == pytest.approx(distances[1], abs=1e-9)


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_a_scaled_character_finds_the_same_ground(scale: float) -> None:
    sides = [box(-100, 100, -50, 0, depth=(0.0, 150.0)), box(-100, 100, -50, -8, depth=(-150.0, 0.0))]
    build_world(sides, library=LIBRARY)
    hero = hold_hero(scale=scale, settings=foot_ik(profile=Profile.UNREAL))
    pose_ticks(30)
    assert data_of(hero).pelvis_distance == pytest.approx(-8)
    for foot in FEET:
        assert sole_of(hero, foot).gap == pytest.approx(0, abs=ROUNDED)


TERRAINS: dict[str, tuple[list[Solid], range]] = {
    "stairs": ([FLOOR, stairs(6, 28, 18)], range(-60, 220, 9)),
    "slope of 20": ([ramp(20)], range(-40, 440, 13)),
    "slope of 35": ([ramp(35)], range(-40, 440, 13)),
    "slope of 44": ([ramp(44)], range(-40, 440, 13)),
}


@pytest.mark.parametrize("facing", ["right", "left"])
@pytest.mark.parametrize("terrain", TERRAINS)
def test_wherever_it_stands_still_both_soles_are_on_the_ground(terrain: str, facing: str) -> None:
    solids, places = TERRAINS[terrain]
    build_world(solids, library=LIBRARY)
    hero = spawn_hero(-300)
    walk_ticks(1, facing)
    for x in places:
        place_of(hero)[:] = (x, 0, 400)
        velocity_of(hero)[:] = (0, 0, -500)
        walk_ticks(1)
        while not ground_of(hero).grounded:
            walk_ticks(1)
        walk_ticks(30)
        for foot in FEET:
            assert sole_of(hero, foot).gap == pytest.approx(0, abs=1.0), (x, foot)


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("terrain", TERRAINS)
def test_a_walkers_planted_soles_stay_close_to_the_ground(terrain: str, way: str) -> None:
    solids, _ = TERRAINS[terrain]
    build_world(solids, library=LIBRARY)
    hero = spawn_hero(-300 if way == "up" else 700, 0 if way == "up" else 500)
    walk_ticks(60)
    found = []
    for _ in range(330):
        walk_ticks(1, "right" if way == "up" else "left")
        assert ground_of(hero).grounded
        found += gaps(hero)
    assert len(found) > 200
    assert max(found) < 5
    assert np.percentile(found, 95) < 3.2


@pytest.mark.parametrize("way", ["up", "down"])
def test_the_body_goes_up_and_down_stairs_without_a_jolt(way: str) -> None:
    build_world([FLOOR, stairs(10, 28, 18)], library=LIBRARY)
    hero = spawn_hero(-200 if way == "up" else 480, 0 if way == "up" else 180)
    walk_ticks(60)
    heights = []
    for _ in range(300):
        walk_ticks(1, "right" if way == "up" else "left")
        heights.append(bone_of(hero, "pelvis")[2])
    steps = np.diff(heights)
    assert abs(heights[-1] - heights[0]) == pytest.approx(180, abs=6)
    assert np.abs(steps).max() < 300 / 60  # 96 cm/s on the average; a capsule on its own hops 18 cm at once
    assert np.abs(steps).sum() < 1.35 * 180


@pytest.mark.parametrize("actions", [("right",), ("right", "run")])
def test_nothing_breaks_on_the_way(actions: tuple[str, ...]) -> None:
    build_world([FLOOR, stairs(6, 28, 18), box(600, 640, 0, 140)], library=LIBRARY)
    hero = spawn_hero(-300)
    script = [actions] * 60 + [(*actions, "jump")] * 20 + [actions] * 60 + [("left",)] * 60 + [()] * 20
    for held in script:
        walk_ticks(1, *held)
        assert np.isfinite(pose_of(hero).positions_ws).all()
        for side in ("l", "r"):
            assert leg_lengths(hero, side) == pytest.approx((44, 42), abs=1e-9)


def test_lifting_a_foot_is_kept_over_any_ground() -> None:
    lifts = []
    for height in (0.0, 20.0):
        esper.clear_database()
        build_world([box(-3000, 3000, -100, height)], library=LIBRARY)
        hero = hold_hero(0, height)
        state = esper.component_for_entity(hero, CharacterState)
        for _ in range(40):
            state.travelled += 2.5
            run_tick(POSING)
        lifts.append([bone_of(hero, foot)[2] - height for foot in FEET])
    assert max(lifts[0]) > ANKLE + 2
    assert lifts[1] == pytest.approx(lifts[0], abs=1e-9)


def test_a_jump_rises_with_the_capsule_and_feet_let_go() -> None:
    build_world([FLOOR, stairs(6, 28, 18)], library=LIBRARY)
    hero = spawn_hero(20)
    walk_ticks(60)
    start, bottom = data_of(hero).pelvis_distance, feet_of(hero)
    assert start < -5
    walk_ticks(1, "jump")
    before = start
    while velocity_of(hero)[2] > 0:
        assert before <= data_of(hero).pelvis_distance <= 1e-9
        before = data_of(hero).pelvis_distance
        walk_ticks(1, "jump")
    assert feet_of(hero) - bottom > 100
    assert data_of(hero).pelvis_distance == pytest.approx(0, abs=0.1)
    assert data_of(hero).weights.max() < 0.05
    for side in ("l", "r"):
        assert leg_lengths(hero, side) == pytest.approx((44, 42), abs=1e-9)


def test_a_rider_of_a_platform_stands_still_on_it() -> None:
    lift = box(-200, 200, -20, 0, layer=Layer.PLATFORM, platform=0)
    path = np.array(((0.0, 0.0), (800.0, 200.0)))
    build_world([lift], platforms=[Platform(0, path, 206.0)], library=LIBRARY)
    hero = spawn_hero(0)
    walk_ticks(60)
    offset = resource(PlatformMotion).offset
    start = [bone_of(hero, foot) - offset[0] for foot in FEET]
    pelvis = data_of(hero).pelvis_distance
    for _ in range(120):
        walk_ticks(1)
        for foot, place in zip(FEET, start, strict=True):
            np.testing.assert_allclose(bone_of(hero, foot) - offset[0], place, atol=0.01)
        assert data_of(hero).pelvis_distance == pytest.approx(pelvis, abs=1e-6)


def test_a_foot_beside_an_edge_lets_go_and_the_other_stays() -> None:
    build_world([box(-100, 100, -50, 0, depth=(0.0, 150.0))], library=LIBRARY)
    hero = hold_hero()
    pose_ticks(60)
    assert data_of(hero).weights == pytest.approx([1, 0])
    assert data_of(hero).pelvis_distance == pytest.approx(0, abs=1e-9)
    assert sole_of(hero, "foot_l").gap == pytest.approx(0, abs=ROUNDED)
    assert bone_of(hero, "foot_r")[2] == pytest.approx(ANKLE, abs=0.01)


def test_nobody_crouches_before_a_drop_that_is_no_step() -> None:
    """The ground below is within a step's reach of its way, but 80 cm straight down."""
    build_world([box(-3000, 0, -180, 0), box(0, 3000, -180, -80)], library=LIBRARY)
    hero = spawn_hero(-150)
    walk_ticks(60)
    while ground_of(hero).grounded:
        assert data_of(hero).pelvis_distance > -1
        walk_ticks(1, "right")
    assert place_of(hero)[0] > 0


def test_a_landing_bends_no_knee_faster_than_a_run_does() -> None:
    """Where the body comes down beside ground that its feet do not find, it is the animation alone."""
    build_world([FLOOR], library=LIBRARY)
    hero = spawn_hero(0, 150, settings=foot_ik(layers=()))
    angles: list[float] = []
    for _ in range(90):
        walk_ticks(1)
        hip, knee, ankle = (bone_of(hero, f"{bone}_l") for bone in ("thigh", "calf", "foot"))
        upper, lower = hip - knee, ankle - knee
        across = float(np.linalg.norm(np.cross(upper, lower)))
        angles.append(math.degrees(math.atan2(across, float(upper @ lower))))
    assert ground_of(hero).grounded
    assert max(angles) - min(angles) > 30
    assert np.abs(np.diff(angles)).max() * 60 < 800


def test_a_crate_beside_a_foot_is_no_step() -> None:
    crate = box(-100, 100, 0, 60, depth=(1.0, 150.0))
    build_world([FLOOR, crate], library=LIBRARY)
    hero = hold_hero()
    pose_ticks(60)
    assert bone_of(hero, "foot_l")[2] == pytest.approx(ANKLE, abs=0.01)
    assert bone_of(hero, "foot_r")[2] == pytest.approx(ANKLE, abs=0.01)


@pytest.mark.parametrize("angle", [20.0, 30.0])
@pytest.mark.parametrize("yaw", [0.0, -180.0])
def test_toes_point_along_the_slope_whatever_the_facing(angle: float, yaw: float) -> None:
    build_world([hill(angle, -1000)], library=LIBRARY)
    height = 1000 * math.tan(math.radians(angle))
    hero = hold_hero(0, height, yaw=yaw)
    pose_ticks(30)
    facing = 1.0 if yaw == 0 else -1.0
    normal = np.array((-math.sin(math.radians(angle)), 0, math.cos(math.radians(angle))))
    for foot in FEET:
        turn = pose_of(hero).rotations_ws[MANNEQUIN.index(foot)]
        assert rotate(turn, (0, 0, 1)) @ normal > 0.99999
        toe = rotate(turn, (1, 0, 0))
        heading = math.atan2(toe[1], facing * toe[0])
        assert abs(math.degrees(heading)) == pytest.approx(7, abs=1.5)  # idle stands with its toes out
        assert toe[2] * facing > 0.3


@pytest.mark.parametrize("target", list(JointTarget))
def test_both_joint_targets_reach_the_ground(target: JointTarget) -> None:
    build_world([FLOOR, stairs(6, 28, 18)], library=LIBRARY)
    hero = hold_hero(26, 18, settings=foot_ik(joint_target=target))
    pose_ticks(30)
    for foot in FEET:
        assert sole_of(hero, foot).gap == pytest.approx(0, abs=ROUNDED)


@pytest.mark.parametrize(
    ("right_end", "tolerance"),
    [(((60.0, 0.0), (60.0, 18.0), (200.0, 18.0)), 0.0), (((60.0, 0.0), (200.0, 80.0)), 1e-9)],
)
def test_facing_left_on_mirrored_terrain_is_the_mirror(
    right_end: tuple[tuple[float, float], ...], tolerance: float
) -> None:
    """To the last bit on treads; on a slope up to the rounding of where its outline begins."""
    corners = [
        (-400, -90),
        (200, -90),
        *reversed(right_end),
        (4, 0),
        (4, -18),
        (-30, -18),
        (-30, -40),
        (-400, -40),
    ]
    poses = []
    for side in (1.0, -1.0):
        esper.clear_database()
        outline = np.array(corners, dtype=float) * (side, 1.0)
        build_world([Solid(outline if side > 0 else outline[::-1].copy())], library=LIBRARY)
        hero = hold_hero(0, 0, yaw=0.0 if side > 0 else -180.0)
        state = esper.component_for_entity(hero, CharacterState)
        seen = []
        for tick in range(80):
            state.travelled += 2.5 if tick < 45 else 0.0
            run_tick(POSING)
            seen.append(pose_of(hero).positions_ws * (side, side, 1))
        poses.append(np.array(seen))
    np.testing.assert_allclose(poses[1], poses[0], rtol=0, atol=tolerance)


def test_the_ground_is_taken_as_it_is_when_a_level_begins() -> None:
    build_world([FLOOR, stairs(6, 28, 18)], library=LIBRARY)
    hero = hold_hero(26, 18)
    pose_ticks(1)
    assert data_of(hero).settled
    for foot in FEET:
        assert sole_of(hero, foot).gap == pytest.approx(0, abs=ROUNDED)


def test_one_that_begins_in_the_air_settles_on_landing() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero(0, 40)
    esper.component_for_entity(hero, GroundContact).grounded = False
    pose_ticks(5)
    assert not data_of(hero).settled
    assert data_of(hero).pelvis_distance == 0


def test_a_tick_of_no_length_changes_nothing() -> None:
    build_world([FLOOR, stairs(6, 28, 18)], library=LIBRARY)
    hero = spawn_hero(-100)
    for _ in range(70):
        walk_ticks(1, "right")
        before, data = pose_of(hero).positions_ws.copy(), data_of(hero).pelvis_distance
        for system in POSING[:4]:
            system.process(0.0)
        assert data_of(hero).pelvis_distance == pytest.approx(data, abs=1e-3)
        np.testing.assert_allclose(pose_of(hero).positions_ws, before, atol=0.05)


@pytest.mark.parametrize(
    ("feet", "message"),
    [(("foot_x",), "no bone 'foot_x'"), (("pelvis",), "no calf and thigh above 'pelvis'")],
)
def test_feet_that_are_none_are_named(feet: tuple[str, ...], message: str) -> None:
    build_world([FLOOR], library=LIBRARY)
    hold_hero(settings=foot_ik(feet=feet))
    with pytest.raises(ValueError, match=message):
        pose_ticks(1)


def test_one_leg_is_as_good_as_two() -> None:
    build_world([box(-100, 100, -50, -10)], library=LIBRARY)
    hero = hold_hero(settings=foot_ik(feet=("foot_r",)))
    pose_ticks(5)
    assert data_of(hero).foot_distances.shape == (1,)
    assert sole_of(hero, "foot_r").gap == pytest.approx(0, abs=ROUNDED)


@pytest.mark.parametrize("case", range(12))
def test_soles_rest_on_a_kerb_wherever_its_edge_is_under_them(case: int) -> None:
    """They sink into it nowhere, and leave no gap: looked at every tenth of a millimetre."""
    random = np.random.default_rng(case)
    place, rise = float(random.uniform(-30, 30)), float(random.uniform(0.4, 3.5))
    build_world([box(-300, 300, -100, 0), box(0, 300, 0, rise)], library=LIBRARY)
    hero = hold_hero(place, rise if place > 0 else 0.0, yaw=-180.0 * (case % 2))
    pose_ticks(90)
    for foot in FEET:
        assert -0.001 < sole_of(hero, foot, samples=2401).gap < 0.01
