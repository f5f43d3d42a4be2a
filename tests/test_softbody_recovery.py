"""Whatever its particles were put to, and whatever its mesh: within a second a slime has its shape again."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from arenas import arena, entity
from scenes import box
from slimes import WEIGHTLESS, Specimen
from test_softbody_collisions import ring

import systems.softbody.untangling
from components.arrays import Floats
from components.slime import SlimeContact
from components.softbody import SoftbodyShape, SoftbodyTopology
from components.terrain import MotionArrays, Solid
from components.transform import Transform
from game.report.lab import Lab
from systems.softbody.pools import move_body
from systems.softbody.shapes import surface, topology_of
from systems.softbody.tangles import (
    best_turn,
    passes_through_itself,
    pierces,
    rigid_motion,
    turned,
    way_home,
)
from systems.softbody.topology import icosphere
from systems.softbody.untangling import homeward, is_astray, is_squeezed, ticks_folded

FLOOR = box(-5000.0, 5000.0, -200.0, 0.0, friction=0.5)
HALF_DEPTH = 0.3
"""Half the depth of slabs [1]."""


def slab(
    outline: Sequence[tuple[float, float]], middle: tuple[float, float], *, name: str
) -> SoftbodyTopology:
    """An outline (x, z), seen whole from its middle, with a front and a back."""
    count, ends = len(outline), ((-HALF_DEPTH, middle), (HALF_DEPTH, middle))
    corners = [(x, y, z) for y in (-HALF_DEPTH, HALF_DEPTH) for x, z in outline]
    corners += [(x, y, z) for y, (x, z) in ends]
    triangles = []
    for i in range(count):
        j = (i + 1) % count
        triangles += [(i, j, count + j), (i, count + j, count + i)]
        triangles += [(2 * count, i, j), (2 * count + 1, count + j, count + i)]
    return surface(np.array(corners), np.array(triangles), identity=name)


def star() -> SoftbodyTopology:
    """One of five points, a thick toy."""
    far = [1.0 if k % 2 == 0 else 0.45 for k in range(10)]
    turns = [math.pi * k / 5.0 for k in range(10)]
    outline = [(r * math.cos(turn), r * math.sin(turn)) for r, turn in zip(far, turns, strict=True)]
    return slab(outline, (0.0, 0.0), name="star")


def thick_l() -> SoftbodyTopology:
    """A bracket."""
    x = (0.0, 0.0, 1.6, 1.6, 1.15, 0.7, 0.7, 0.7, 0.0)
    z = (0.8, 0.0, 0.0, 0.7, 0.7, 0.7, 1.15, 1.6, 1.6)
    outline = list(zip(x, z, strict=True))
    return slab(outline, (0.35, 0.35), name="L")


MESHES: dict[str, SoftbodyTopology] = {
    "ball of 42": icosphere(1),
    "ball of 162": icosphere(2),
    "ball of 642": icosphere(3),
    "box": topology_of(SoftbodyShape.BOX, 2),
    "capsule": topology_of(SoftbodyShape.CAPSULE, 2),
    "thin ring": ring(thickness=0.2),
    "ring": ring(),
    "thick ring": ring(thickness=0.5),
    "star": star(),
    "L": thick_l(),
}


def shuffled(seed: int) -> Callable[[Floats], Floats]:
    """Every particle in the place of another."""
    return lambda x: x[np.random.default_rng(seed).permutation(len(x))]


RUINS: dict[str, Callable[[Floats], Floats]] = {
    "mirrored": lambda x: x * (1.0, 1.0, -1.0),
    "flat": lambda x: x * (1.0, 1.0, 0.0),
    "flat the other way": lambda x: x * (0.0, 1.0, 1.0),
    "line": lambda x: x * (1.0, 0.0, 0.0),
    "line the other way": lambda x: x * (0.0, 0.0, 1.0),
    "point": lambda x: x * 0.0,
    **{f"shuffled {seed}": shuffled(seed) for seed in (3, 4, 5)},
}


def assert_whole(body: Specimen) -> None:
    """It has its volume, its edges their lengths, and its surface does not pass through itself."""
    assert body.volume == pytest.approx(1.0, abs=0.01)
    strains = body.edge_ratios - 1.0
    assert math.sqrt((strains * strains).mean()) <= 0.02
    assert not passes_through_itself(body.x, body.particles.topology)


@pytest.mark.parametrize("mesh", list(MESHES))
@pytest.mark.parametrize("ruin", list(RUINS))
def test_within_a_second_it_is_whole_and_where_it_was(mesh: str, ruin: str) -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, topology=MESHES[mesh])
    body.x[:] = RUINS[ruin](body.x)
    start = body.centroid
    body.tick(60)
    assert_whole(body)
    np.testing.assert_allclose(body.centroid, start, atol=0.01)
    assert np.linalg.norm(body.momentum) / 20.0 < 0.05


@pytest.mark.parametrize("mesh", ["thin ring", "ring", "thick ring", "star", "L"])
@pytest.mark.parametrize("ruin", ["flat", "line", "point", "shuffled 3"])
def test_on_a_floor_it_is_not_launched(mesh: str, ruin: str) -> None:
    body = Specimen((0.0, 0.0, 60.0), solids=[FLOOR], topology=MESHES[mesh])
    body.x[:] = RUINS[ruin](body.x - body.centroid) + body.centroid
    heights, lowest = [body.centroid[2]], 0.0
    for _ in range(60):
        body.tick()
        heights.append(body.centroid[2])
        lowest = min(lowest, body.bottom)
    assert max(heights) <= heights[0] + 60.0  # a radius: what lies on the floor has to rise to its own height
    assert lowest >= -0.1
    assert not passes_through_itself(body.x, body.particles.topology)
    assert body.volume == pytest.approx(1.0, abs=0.01)


class Watch:
    """Counts who is led home."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr(systems.softbody.untangling, "homeward", self._lead)

    def _lead(self, body: object) -> Floats:
        self.count += 1
        return homeward(body)  # type: ignore[arg-type]


def test_whoever_is_tangled_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, topology=ring())
    body.x[:] = RUINS["point"](body.x)
    body.tick(60)
    assert watch.count > 0


PLATE = Solid(np.array(((-500.0, 0.0), (500.0, 0.0), (500.0, 20.0), (-500.0, 20.0))), platform=0)


def press(body: Specimen, height: float, speed: float) -> None:
    """Runs a tick in which the plate gets to a height [cm]."""
    motion = MotionArrays(np.array(((0.0, 0.0, height),)), np.array(((0.0, 0.0, speed),)))
    body.obstacles = body.obstacles._replace(motion=motion)
    body.tick()


@pytest.mark.parametrize("mesh", ["ball of 42", "ball of 162", "box", "capsule", "thin ring", "ring", "star"])
@pytest.mark.parametrize(("pressure", "plasticity"), [(1.0, 0.0), (2.0, 0.0), (1.0, 5.0)])
def test_a_sound_body_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, mesh: str, pressure: float, plasticity: float
) -> None:
    """Dropped, pressed to two fifths of its height for a second, and let go."""
    watch = Watch(monkeypatch)
    body = Specimen(
        (0.0, 0.0, 160.0),
        solids=[FLOOR, PLATE],
        topology=MESHES[mesh],
        motion=MotionArrays(np.array(((0.0, 0.0, 400.0),)), np.zeros((1, 3))),
        pressure=pressure,
        plasticity=plasticity,
    )
    body.tick(120)
    top = height = body.height
    while height > 0.4 * top:
        height -= 100.0 / 60.0
        press(body, height, -100.0)
    for _ in range(60):
        press(body, height, 0.0)
    for _ in range(60):
        height += 200.0 / 60.0
        press(body, height, 200.0)
    assert watch.count == 0


def test_a_pile_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Poured into a pit, the lowest bear all others."""
    watch = Watch(monkeypatch)
    sides = [box(-200.0, -70.0, 0.0, 1500.0), box(70.0, 200.0, 0.0, 1500.0)]
    places = [(20.0 * (-1.0) ** k, 0.0, 65.0 + 125.0 * k) for k in range(8)]
    lab = Lab(*places, solids=[FLOOR, *sides], settings={"lane_locked": True})
    lab.tick(300)
    assert lab.height() < 110.0  # it is pressed
    assert watch.count == 0


def test_whoever_is_stood_and_jumped_on_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    watch = Watch(monkeypatch)
    slime = entity("slime", 0, 60, prefab="slime", Softbody={"radius": 60, "can_sleep": False})
    simulation = arena(tmp_path, slime)
    simulation.component(simulation.named("hero"), Transform).position = np.array((0.0, 0.0, 400.0))
    flattest = 1.0
    for tick in range(240):
        simulation.tick(("jump",) if tick % 60 == 59 else ())
        flattest = min(flattest, simulation.component(simulation.named("slime"), SlimeContact).squash)
    assert flattest < 0.8
    assert watch.count == 0


def test_a_pressed_one_is_astray_but_does_not_pass_through_itself() -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    assert not is_astray(body.particles)
    body.x[:, 2] *= 0.4
    body.write()
    assert is_astray(body.particles)
    assert not passes_through_itself(body.x, body.particles.topology)


@pytest.mark.parametrize(
    ("directions", "expected"),
    [
        ((), False),
        (((0.0, 0.0, 1.0), (0.6, 0.0, 0.8)), False),
        (((0.7, 0.0, 0.7), (-0.7, 0.0, 0.7)), False),  # it lies in a notch
        (((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.6, 0.0, -0.8)), True),
    ],
)
def test_what_is_pressed_from_two_sides_is_squeezed(
    directions: tuple[tuple[float, float, float], ...],
    expected: bool,  # noqa: FBT001 - a case
) -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    pools = body.particles.pools
    pools.contacts = np.array([(0.0, 0.0, 0.0, *normal, 0.0) for normal in directions]).reshape(-1, 7)
    pools.contact_ranges[0] = 0, len(directions)
    assert is_squeezed(body.particles) == expected


def test_what_is_found_sound_is_looked_at_again_after_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []

    def look(positions: Floats, topology: SoftbodyTopology) -> bool:
        looks.append(topology)
        return passes_through_itself(positions, topology)

    monkeypatch.setattr(systems.softbody.untangling, "passes_through_itself", look)
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    body.x[:, 2] *= 0.4
    body.write()
    counts = [0]
    for _ in range(30):
        counts.append(ticks_folded(body.particles, counts[-1], 15))
    assert counts == [*range(15), *range(15), 0]
    assert len(looks) == 2


def test_whoever_is_led_is_led_until_it_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems.softbody.untangling, "passes_through_itself", lambda *_: True)
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    at_home = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    body.x[:, 2] *= 0.4
    body.write()
    counts = [13]
    for _ in range(17):
        counts.append(ticks_folded(body.particles, counts[-1], 15))
    assert counts == [13, 14, *range(15, 30), 15]
    assert ticks_folded(at_home.particles, 20, 15) == 0


@pytest.mark.parametrize("substeps", [4, 8])
def test_it_is_the_same_wherever_its_lane(substeps: int) -> None:
    """Also what is known of how long it has been tangled goes along."""
    stay, move = (
        Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, topology=ring(), substeps=substeps) for _ in range(2)
    )
    for body in (stay, move):
        body.x[:] = RUINS["shuffled 3"](body.x)
        body.tick(12)
    other = Specimen((500.0, 0.0, 0.0), gravity=WEIGHTLESS, topology=ring(), substeps=substeps)
    move_body(move.particles, other.particles.pools, substeps=substeps)
    for body in (stay, move):
        body.tick(30)
    np.testing.assert_array_equal(stay.x, move.x)


TRIANGLE = np.array(((0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (0.0, 3.0, 0.0)))


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        (((1.0, 1.0, -1.0), (1.0, 1.0, 1.0)), True),
        (((1.0, 1.0, 1.0), (1.0, 1.0, -1.0)), True),
        (((1.0, 1.0, 0.5), (1.0, 1.0, 1.0)), False),  # it ends before it gets there
        (((2.0, 2.0, -1.0), (2.0, 2.0, 1.0)), False),  # beside the longest side
        (((-0.1, 1.0, -1.0), (-0.1, 1.0, 1.0)), False),
        (((0.5, 0.5, -1.0), (1.5, 0.5, 3.0)), True),
    ],
)
def test_a_segment_pierces_a_triangle(ends: tuple[object, object], expected: bool) -> None:  # noqa: FBT001 - a case
    found = pierces(np.array((ends,)), TRIANGLE[None])
    assert found.tolist() == [expected]


def test_a_ball_with_one_particle_through_its_other_side_passes_through_itself() -> None:
    mesh = icosphere(2)
    x = mesh.rest_positions.copy()
    assert not passes_through_itself(x, mesh)
    x[0] *= -1.2
    assert passes_through_itself(x, mesh)
    x[0] *= 0.5  # beyond its middle, but inside
    assert not passes_through_itself(x, mesh)


def turn_about(axis: Floats, angle: float) -> Floats:
    """A turn as a quaternion, w first."""
    unit = axis / np.linalg.norm(axis)
    return np.concatenate(((math.cos(angle / 2.0),), math.sin(angle / 2.0) * unit))


@pytest.mark.parametrize("angle", [0.0, 0.3, 2.0, math.pi])
def test_the_best_turn_is_the_one_that_was_made(angle: float) -> None:
    shape = MESHES["L"].rest_positions
    turn = turn_about(np.array((1.0, -2.0, 0.5)), angle)
    found = best_turn(shape, turned(shape, turn))
    assert abs(found @ turn) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_no_turn_is_nearer_than_the_best(seed: int) -> None:
    random = np.random.default_rng(seed)
    shape = MESHES["star"].rest_positions
    arms = random.normal(size=shape.shape)
    arms -= arms.mean(axis=0)
    best = np.square(turned(shape, best_turn(shape, arms)) - arms).sum()
    u, _, v = np.linalg.svd(shape.T @ arms)  # Kabsch 1976
    proper = u @ np.diag((1.0, 1.0, np.linalg.det(u @ v))) @ v
    assert best == pytest.approx(np.square(shape @ proper - arms).sum(), rel=1e-9)


def test_the_way_home_has_no_momenta() -> None:
    arms = np.random.default_rng(1).normal(size=(162, 3))
    arms -= arms.mean(axis=0)
    way = way_home(arms, icosphere(2).rest_positions)
    np.testing.assert_allclose(way.sum(axis=0), 0.0, atol=1e-10)
    np.testing.assert_allclose(np.cross(arms, way).sum(axis=0), 0.0, atol=1e-7)


def test_being_led_home_changes_no_momentum() -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    body.x[:] = RUINS["shuffled 3"](body.x) * (1.0, 0.5, 0.7)
    body.v[:] = np.cross((1.0, 2.0, -1.0), body.x)
    body.v += (50.0, 0.0, 20.0)
    momentum, spin = body.momentum, body.angular_momentum
    body.write()
    body.v = homeward(body.particles)
    np.testing.assert_allclose(body.momentum, momentum, rtol=1e-6, atol=1e-3)
    np.testing.assert_allclose(body.angular_momentum, spin, rtol=1e-5)


def test_a_rigid_motion_is_its_own() -> None:
    arms = MESHES["L"].rest_positions * 60.0
    velocities = np.cross((0.5, -2.0, 1.0), arms)
    velocities += (10.0, 20.0, -30.0)
    np.testing.assert_allclose(rigid_motion(arms, velocities), velocities, atol=1e-9)


def test_what_lies_on_a_line_is_not_turned() -> None:
    arms = np.linspace(-1.0, 1.0, 9)[:, None] * (1.0, 0.0, 0.0)
    velocities = np.broadcast_to((0.0, 3.0, 0.0), arms.shape) + np.cross((0.0, 0.0, 1.0), arms)
    np.testing.assert_allclose(rigid_motion(arms, velocities), np.tile((0.0, 3.0, 0.0), (9, 1)), atol=1e-12)
