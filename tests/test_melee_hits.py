"""Whom a strike hits: the numbers of seed 002's capsule, every victim once, and nobody missed."""

import math
from collections.abc import Callable

import esper
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scenes import DT, box, build_world, events_of, run_tick

from components.arrays import Floats
from components.attack import AttackState, MeleeAttack
from components.character import CharacterState
from components.collider import BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.events import Hit
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform
from systems.maths.quaternion import rotate
from systems.maths.rotation import make_from_z, matrix_to_quaternion, rotator_to_quaternion
from systems.melee.capsule import Capsule, attack_capsule, capsule_at, raised
from systems.melee.closest import nearest_on_mesh
from systems.melee.contact import MeshBody, ShapeBody, first_contact
from systems.melee.strike import Melee
from systems.melee.swing import begin, cancel
from systems.overlap.shapes import Shape
from systems.softbody.edit import write_positions
from systems.softbody.topology import icosphere
from systems.structure import create

PAWN = (0.0, 0.0, 88.0)
SPECK = 1e-9
"""Radius of something as small as a point [cm]."""
SEED_FORWARD = np.array((0.516393, 0.856351721, 0.0))

POINTS: list[tuple[str, float, float, float, bool]] = [
    ("180 ahead", 180, 0, 0, True),
    ("249.9 ahead", 249.9, 0, 0, True),
    ("250.1 ahead", 250.1, 0, 0, False),
    ("49.9 beside the middle", 100, 49.9, 0, True),
    ("50.1 beside the middle", 100, 50.1, 0, False),
    ("49.9 behind", -49.9, 0, 0, True),
    ("50.1 behind", -50.1, 0, 0, False),
    ("60 above the middle", 100, 0, 60, False),
    ("49.9 below the middle", 100, 0, -49.9, True),
]


def body_at(point: ArrayLike) -> ShapeBody:
    x, y, z = np.asarray(point, dtype=float).tolist()
    return ShapeBody(Shape(1, (x, y, z), (0.0, 0.0, 0.0), SPECK, Layer.PAWN, 1, 1))


def point_from(forward: Floats, ahead: float, beside: float, above: float) -> Floats:
    side = np.cross((0.0, 0.0, 1.0), forward)
    point: Floats = np.array(PAWN) + ahead * forward + beside * side + np.array((0, 0, above))
    return point


@pytest.mark.parametrize("forward", [(1, 0, 0), (-1, 0, 0), SEED_FORWARD])
@pytest.mark.parametrize(("name", "ahead", "beside", "above", "hit"), POINTS)
def test_points_round_the_capsule(
    name: str, ahead: float, beside: float, above: float, forward: ArrayLike, *, hit: bool
) -> None:
    direction = np.asarray(forward, dtype=float)
    capsule = attack_capsule(PAWN, direction, 200.0, 50.0)
    point = point_from(direction, ahead, beside, above)
    assert (first_contact(None, capsule, body_at(point).contact) is not None) is hit, name


def test_without_the_rotation_the_capsule_stands_upright_and_these_turn_round() -> None:
    centre = np.array(PAWN) + 0.5 * 200.0 * SEED_FORWARD
    ahead, above = point_from(SEED_FORWARD, 180, 0, 0), point_from(SEED_FORWARD, 100, 0, 60)
    for rotation, hits in (
        (matrix_to_quaternion(make_from_z(SEED_FORWARD)), (True, False)),
        ((0.0, 0.0, 0.0, 1.0), (False, True)),
    ):
        capsule = capsule_at(centre, rotation, 150.0, 50.0)
        found = [first_contact(None, capsule, body_at(point).contact) is not None for point in (ahead, above)]
        assert tuple(found) == hits


def test_the_capsule_of_the_seed_runs_from_the_pawn_to_its_range() -> None:
    capsule = attack_capsule(PAWN, (103.278600, 171.270344, 0.0), 200.0, 50.0)
    np.testing.assert_allclose(capsule.start, PAWN, atol=1e-4)
    np.testing.assert_allclose(0.5 * (capsule.start + capsule.end), (51.6393, 85.6352, 88.0), atol=1e-4)
    assert float(np.linalg.norm(capsule.end - capsule.start)) == pytest.approx(200.0)


@pytest.mark.parametrize("forward", [(0, 0, 1), (0, 0, -1), (0, 1, 0), (0.3, -0.2, 0.9)])
def test_it_aims_in_any_direction(forward: ArrayLike) -> None:
    direction = np.asarray(forward, dtype=float) / np.linalg.norm(forward)
    capsule = attack_capsule(PAWN, forward, 200.0, 50.0)
    for ahead, hit in ((249.9, True), (250.1, False), (-49.9, True), (-50.1, False)):
        point = np.array(PAWN) + ahead * direction
        assert (first_contact(None, capsule, body_at(point).contact) is not None) is hit


def test_a_half_height_below_the_radius_is_a_sphere() -> None:
    flat = capsule_at(PAWN, rotator_to_quaternion((0, 40, 0)), 20.0, 50.0)
    np.testing.assert_array_equal(flat.start, flat.end)
    for x, hit in ((49.9, True), (50.1, False)):
        assert (first_contact(None, flat, body_at((x, 0, 88)).contact) is not None) is hit
    assert attack_capsule(PAWN, (1, 0, 0), 0.0, 50.0).segment.tolist() == [*PAWN, *PAWN]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"forward": (0, 0, 0)}, "forward"),
        ({"forward": (math.nan, 0, 0)}, "forward"),
        ({"position": (0, math.inf, 0)}, "position"),
        ({"attack_range": -1.0}, "attack_range"),
        ({"attack_range": math.nan}, "attack_range"),
        ({"radius": 0.0}, "radius"),
    ],
)
def test_what_is_no_strike_is_named(arguments: dict[str, object], name: str) -> None:
    sound: dict[str, object] = {
        "position": PAWN,
        "forward": (1, 0, 0),
        "attack_range": 200.0,
        "radius": 50.0,
    }
    with pytest.raises(ValueError, match=name):
        attack_capsule(**(sound | arguments))  # type: ignore[arg-type]


@given(st.floats(-89, 89), st.floats(-170, 170), st.floats(-80, 80))
def test_an_impulse_is_raised_within_its_upright_plane(pitch: float, yaw: float, lift: float) -> None:
    direction = rotate(rotator_to_quaternion((pitch, yaw, 0)), (1, 0, 0))
    found = raised(direction, lift)
    risen = min(max(pitch + lift, -90.0), 90.0)
    expected = rotate(rotator_to_quaternion((risen, yaw, 0)), (1, 0, 0))
    np.testing.assert_allclose(found, expected, atol=1e-9)


# Shapes and skins, against a search over many points


def sampled_gap(segment: Floats, gap_of_point: Callable[[Floats], float]) -> float:
    shares = np.linspace(0, 1, 4001)
    return min(gap_of_point(segment[:3] + share * (segment[3:] - segment[:3])) for share in shares)


segments = st.lists(st.floats(-100, 100), min_size=6, max_size=6).map(np.array)


@given(segments, st.tuples(*[st.floats(0, 60)] * 3), st.floats(0, 40))
def test_the_gap_from_a_rounded_box_is_the_least_there_is(
    segment: Floats, core: tuple[float, float, float], radius: float
) -> None:
    shape = Shape(1, (5.0, -7.0, 3.0), core, radius, Layer.PAWN, 1, 1)

    def gap_of(point: Floats) -> float:
        beyond = np.maximum(np.abs(point - shape.centre) - core, 0.0)
        return float(np.linalg.norm(beyond)) - radius

    found = ShapeBody(shape).contact(segment)
    if found.gap > -radius + 1e-9:
        assert found.gap == pytest.approx(sampled_gap(segment, gap_of), abs=0.06)
        assert found.gap <= sampled_gap(segment, gap_of) + 1e-9


GRID = [(u / 20, v / 20) for u in range(21) for v in range(21 - u)]
"""Places on a triangle, a twentieth of a side apart."""


@given(segments, st.lists(st.floats(-100, 100), min_size=9, max_size=9))
def test_the_gap_from_a_triangle_is_the_least_there_is(segment: Floats, corners: list[float]) -> None:
    a, b, c = np.array(corners).reshape(3, 3)
    on_face = np.array([a + u * (b - a) + v * (c - a) for u, v in GRID])
    shares = np.linspace(0, 1, 41)[:, None]
    on_line = segment[:3] + shares * (segment[3:] - segment[:3])
    apart = np.linalg.norm(on_face[:, None, :] - on_line[None, :, :], axis=2).min()
    found = np.empty(5)
    nearest_on_mesh(segment, np.array((a, b, c)), np.array([[0, 1, 2]]), found)
    side = max(np.linalg.norm(b - a), np.linalg.norm(c - a), np.linalg.norm(c - b))
    spacing = side / 20 + float(np.linalg.norm(segment[3:] - segment[:3])) / 80
    gap = math.sqrt(found[0])
    assert apart - spacing - 1e-6 <= gap <= apart + 1e-6
    place = segment[:3] + found[1] * (segment[3:] - segment[:3])
    assert np.linalg.norm(place - found[2:]) == pytest.approx(gap, abs=1e-5)


MESH = icosphere(1)


def ball(radius: float = 40.0) -> MeshBody:
    return MeshBody(MESH.rest_positions * radius, MESH.triangles)


def test_a_skin_is_hit_where_it_is() -> None:
    flattened = MESH.rest_positions * np.array((40.0, 40.0, 20.0))
    body = MeshBody(flattened, MESH.triangles)
    top = float(flattened[:, 2].max())
    for height, hit in ((top + 10.1, False), (top + 9.9, True)):
        capsule = Capsule(np.array((-100.0, 0, height)), np.array((100.0, 0, height)), 10.0)
        contact = first_contact(None, capsule, body.contact)
        assert (contact is not None) is hit
        if contact is not None:
            assert contact.point[2] == pytest.approx(top)
            assert contact.normal[2] > 0.7


def test_a_line_through_a_skin_hits_where_it_enters() -> None:
    contact = ball().contact(np.array((-100.0, 1.0, 2.0, 100.0, 1.0, 2.0)))
    assert contact.gap == 0.0
    assert contact.point[0] == pytest.approx(-37.0, abs=3.0)
    assert contact.normal[0] < -0.8


def test_a_line_within_a_skin_hits_it() -> None:
    assert ball().contact(np.array((-5.0, 0, 0, 5, 0, 0))).gap < 0
    assert ball().contact(np.array((-55.0, 0, 0, -50, 0, 0))).gap > 0


# Sweeping between ticks


def test_a_fast_strike_misses_nothing_on_its_way() -> None:
    def lifted(x: float) -> Capsule:
        return Capsule(np.array((x, 0.0, 0.0)), np.array((x, 0.0, 100.0)), 5.0)

    target = body_at((500.0, 0.0, 60.0))
    contact = first_contact(lifted(0.0), lifted(1000.0), target.contact)
    assert contact is not None
    assert contact.normal[0] == pytest.approx(-1)
    assert first_contact(None, lifted(1000.0), target.contact) is None
    assert first_contact(lifted(0.0), lifted(1000.0), body_at((500.0, 5.1, 60.0)).contact) is None
    assert first_contact(lifted(0.0), lifted(1000.0), body_at((500.0, 4.9, 60.0)).contact) is not None


@given(st.floats(-170, 170), st.floats(10, 110), st.floats(0, 1), st.floats(0.1, 1))
def test_a_turning_strike_meets_what_lies_in_its_sector(
    start: float, turn: float, share: float, out: float
) -> None:
    """Ends move in straight lines between ticks, so the sector is the triangle between its sides."""
    ends = [
        np.array((math.cos(math.radians(a)), math.sin(math.radians(a)), 0.0)) for a in (start, start + turn)
    ]
    before, now = (Capsule(np.zeros(3), 200.0 * end, 5.0) for end in ends)
    point = out * (200.0 * ends[0] + share * 200.0 * (ends[1] - ends[0]))
    assert first_contact(before, now, body_at(point).contact) is not None


# In the tick


@pytest.fixture
def arena(world: None) -> None:
    assert world is None
    build_world([box(-1000, 1000, -10, 0)])


def spawn_attacker(*, facing: float = 1.0, **attack: object) -> int:
    settings = MeleeAttack(**({"hit_stop": 0.0} | attack))  # type: ignore[arg-type]
    return create(
        Transform(np.array(PAWN)),
        CapsuleCollider(),
        settings,
        CharacterState(facing=facing, yaw=90 * facing - 90),
    )


def spawn_pawn(x: float, y: float = 0.0, z: float = 88.0) -> int:
    return create(Transform(np.array((x, y, z))), SphereCollider(radius=1e-6, layer=Layer.PAWN))


def swing(attacker: int, ticks: int = 32) -> list[Hit]:
    """One strike from begin to end."""
    assert begin(esper.component_for_entity(attacker, AttackState), facing_of(attacker))
    return run(ticks)


def is_over(state: AttackState) -> bool:
    """Whether nothing of a strike is left."""
    return repr(state) == repr(AttackState())


def facing_of(attacker: int) -> float:
    return esper.component_for_entity(attacker, CharacterState).facing


def run(ticks: int) -> list[Hit]:
    hits = []
    for _ in range(ticks):
        run_tick((Melee(),))
        hits += events_of(Hit)
    return hits


@pytest.mark.usefixtures("arena")
@pytest.mark.parametrize("facing", [1.0, -1.0])
@pytest.mark.parametrize(("name", "ahead", "beside", "above", "hit"), POINTS)
def test_a_pawn_hits_what_its_capsule_holds(
    name: str, ahead: float, beside: float, above: float, facing: float, *, hit: bool
) -> None:
    attacker = spawn_attacker(facing=facing)
    victim = spawn_pawn(facing * ahead, beside, 88.0 + above)
    hits = swing(attacker)
    assert [(h.attacker, h.victim) for h in hits] == ([(attacker, victim)] if hit else []), name


@pytest.mark.usefixtures("arena")
def test_a_hit_tells_point_normal_damage_and_impulse() -> None:
    attacker = spawn_attacker(damage=2.0, impulse=1000.0, lift=30.0)
    create(Transform(np.array((230.0, 0.0, 88.0))), SphereCollider(radius=20.0))
    (hit,) = swing(attacker)
    np.testing.assert_allclose(hit.point, (210, 0, 88), atol=1e-6)
    np.testing.assert_allclose(hit.normal, (-1, 0, 0), atol=1e-9)
    assert hit.damage == 2.0
    np.testing.assert_allclose(hit.impulse, (1000 * math.sqrt(0.75), 0, 500), atol=1e-9)


@pytest.mark.usefixtures("arena")
@pytest.mark.parametrize(
    "collider",
    [
        SphereCollider(radius=20.0),
        CapsuleCollider(radius=20.0, half_height=60.0),
        BoxCollider(np.array((20.0, 20.0, 20.0)), layer=Layer.PAWN),
    ],
)
def test_every_kind_of_collider_is_hit_up_to_its_surface(collider: object) -> None:
    for x, count in ((269.9, 1), (270.1, 0)):
        attacker = spawn_attacker()
        victim = create(Transform(np.array((x, 0.0, 88.0))), collider)
        assert len(swing(attacker)) == count
        esper.delete_entity(victim, immediate=True)
        esper.delete_entity(attacker, immediate=True)


@pytest.mark.usefixtures("arena")
def test_layers_and_switched_off_colliders_are_left_alone() -> None:
    attacker = spawn_attacker(layers=(Layer.SLIME,))
    spawn_pawn(100)
    create(Transform(np.array((100.0, 0.0, 88.0))), SphereCollider(enabled=False))
    create(Transform(np.array((100.0, 0.0, 88.0))), BoxCollider())
    assert swing(attacker) == []


@pytest.mark.usefixtures("arena")
def test_one_strike_hits_everybody_once_and_the_next_again() -> None:
    """C32: two soft bodies, and somebody who comes in during the seventh tick that can hit."""
    attacker = spawn_attacker(wind_up=0.0, active=10 * DT, recovery=0.05)
    slimes = [
        create(Transform(np.array((x, 0.0, 88.0))), Softbody(subdivisions=1), SphereCollider())
        for x in (100.0, 200.0)
    ]
    late = spawn_pawn(600)
    begin(esper.component_for_entity(attacker, AttackState))
    first = run(6)
    esper.component_for_entity(late, Transform).position[0] = 150.0
    first += run(10)
    assert [hit.victim for hit in first] == [*slimes, late]
    assert is_over(esper.component_for_entity(attacker, AttackState))
    assert [hit.victim for hit in swing(attacker)] == [*slimes, late]


@pytest.mark.usefixtures("arena")
def test_a_cancelled_strike_leaves_nothing() -> None:
    attacker = spawn_attacker(wind_up=0.0, active=10 * DT)
    victim = spawn_pawn(400)
    state = esper.component_for_entity(attacker, AttackState)
    begin(state)
    assert run(3) == []
    cancel(state)
    esper.component_for_entity(victim, Transform).position[0] = 100.0
    assert run(10) == []
    assert is_over(state)
    assert len(swing(attacker)) == 1


@pytest.mark.usefixtures("arena")
def test_a_slime_is_hit_where_its_skin_is_and_not_where_its_sphere_is() -> None:
    attacker = spawn_attacker()
    slime = create(
        Transform(np.array((300.0, 0.0, 88.0))), Softbody(radius=40.0), SphereCollider(radius=300.0)
    )
    particles = esper.component_for_entity(slime, SoftbodyParticles)
    skin = float(particles.positions_ws[:, 0].min())
    for gap, count in ((0.1, 0), (-0.1, 1)):
        write_positions(particles, particles.positions_ws + np.array((250.0 + gap - skin, 0.0, 0.0)))
        skin = 250.0 + gap
        assert len(swing(attacker)) == count


@pytest.mark.usefixtures("arena")
def test_a_victim_that_flies_through_between_two_ticks_is_hit() -> None:
    attacker = spawn_attacker(wind_up=0.0)
    flyer = spawn_pawn(100.0, z=1000.0)
    begin(esper.component_for_entity(attacker, AttackState))
    assert run(2) == []
    esper.component_for_entity(flyer, Transform).position[2] = -1000.0
    (hit,) = run(1)
    assert hit.normal[2] == pytest.approx(-1)


@pytest.mark.usefixtures("arena")
def test_an_attacker_that_turns_within_a_tick_sweeps_the_sector() -> None:
    attacker = spawn_attacker(wind_up=0.0, radius=5.0)
    spawn_pawn(120.0, 30.0)
    begin(esper.component_for_entity(attacker, AttackState))
    assert run(2) == []
    esper.component_for_entity(attacker, Transform).rotation = rotator_to_quaternion((0, 40, 0))
    assert len(run(1)) == 1


@pytest.mark.usefixtures("arena")
def test_aiming_up_and_down_takes_the_capsule_along() -> None:
    for pitch, height in ((90.0, 88.0 + 240.0), (-90.0, 88.0 - 240.0)):
        attacker = spawn_attacker(pitch=pitch)
        victim = spawn_pawn(0.0, z=height)
        assert [hit.victim for hit in swing(attacker)] == [victim]
        esper.delete_entity(attacker, immediate=True)
        esper.delete_entity(victim, immediate=True)


@pytest.mark.usefixtures("arena")
def test_an_offset_follows_the_facing() -> None:
    for facing in (1.0, -1.0):
        attacker = spawn_attacker(facing=facing, offset=np.array((100.0, 0.0, 20.0)), radius=5.0)
        victim = spawn_pawn(facing * 290.0, z=108.0)
        assert [hit.victim for hit in swing(attacker)] == [victim]
        esper.delete_entity(attacker, immediate=True)
        esper.delete_entity(victim, immediate=True)


@pytest.mark.usefixtures("arena")
def test_a_hit_holds_the_strike_up() -> None:
    attacker = spawn_attacker(wind_up=0.0, hit_stop=3 * DT)
    spawn_pawn(100.0)
    state = esper.component_for_entity(attacker, AttackState)
    begin(state)
    assert len(run(1)) == 1
    times = []
    for _ in range(4):
        run(1)
        times.append(state.time)
    assert times[:3] == [times[0]] * 3
    assert times[3] == pytest.approx(times[0] + DT)


@pytest.mark.usefixtures("arena")
def test_a_strike_can_be_drawn_while_it_can_hit() -> None:
    attacker = spawn_attacker(wind_up=0.0)
    victim = spawn_pawn(100.0)
    state = esper.component_for_entity(attacker, AttackState)
    begin(state)
    run(1)
    assert state.hitting
    np.testing.assert_allclose(state.end - state.start, (200, 0, 0), atol=1e-9)
    assert (state.radius, [hit.victim for hit in state.hits]) == (50.0, [victim])
    np.testing.assert_array_equal(state.start_before, state.start)
