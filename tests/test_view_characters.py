"""Characters: round cones in pixels, outfits on bones, faces that turn, cloth that trails."""

import math
from dataclasses import replace

import numpy as np
import pytest
from stand_in import MANNEQUIN, StandIn

from components.skeleton import SkeletonAsset, SkeletonPose
from game.view import notices
from game.view.arrays import FAR, Floats
from game.view.characters.dressing import dressed
from game.view.characters.fitting import Fitting, fit
from game.view.characters.outfit import outfit_named
from game.view.characters.tail import tail_cones, tied
from game.view.characters.turning import (
    face_heading,
    heading,
    quaternion_product,
    turned,
    yaw_quaternion,
)
from game.view.cones.composite import put_on_frame
from game.view.cones.cones import (
    BALL,
    COLOUR,
    END,
    END_RADIUS,
    FIELDS,
    START,
    START_RADIUS,
    depth_origin,
    light_ball,
    see_cones,
)
from game.view.cones.raster import COVER, DEPTH, cone_tile, cones_box, draw_cones
from game.view.projection import Projection
from game.view.theme import theme_named
from systems.animation.kinematics import forward_kinematics

HERO = outfit_named("hero")
BALL_OF_DUSK = light_ball(theme_named("dusk").light)
LENS = Projection().lens(-64, -64)


def pose(
    root: tuple[float, float, float] = (0.0, 0.0, 0.0), yaw: float = 0.0
) -> tuple[Floats, Floats, Floats]:
    """Positions, rotations and root rotation of the mannequin in its reference pose."""
    positions, rotations = np.zeros((len(MANNEQUIN.bones), 3)), np.zeros((len(MANNEQUIN.bones), 4))
    forward_kinematics(MANNEQUIN.parents, MANNEQUIN.translations, MANNEQUIN.rotations, positions, rotations)
    turn = yaw_quaternion(yaw)
    places = np.array([turned(turn, *place) for place in positions])
    return places + root, quaternion_product(turn, rotations), turn


def worn(fitting: Fitting, *, yaw: float = 0.0, blinking: bool = False) -> Floats:
    return dressed(fitting, *pose(yaw=yaw), blinking=blinking)


def coloured(cones: Floats, name: str) -> Floats:
    """Cones of a colour of the outfit, in whatever shade."""
    wanted = np.array([int(HERO.colours[name][i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)
    shades = cones[:, COLOUR] / np.linalg.norm(cones[:, COLOUR], axis=1, keepdims=True)
    found: Floats = cones[np.abs(shades - wanted / np.linalg.norm(wanted)).max(axis=1) < 1e-6]
    return found


def cone(
    start: tuple[float, float, float], radius: float, end: tuple[float, float, float], end_radius: float
) -> Floats:
    row = np.zeros((1, FIELDS))
    row[0, START], row[0, START_RADIUS], row[0, END], row[0, END_RADIUS] = start, radius, end, end_radius
    row[0, COLOUR] = 200.0
    return row


def drawn(cones: Floats) -> Floats:
    """Coverage and depth of cones around the origin, shape [128, 128, 5]."""
    seen = see_cones(cones, LENS)
    box, tile = cones_box(seen, 128, 128), cone_tile(128 * 128)
    draw_cones(seen, BALL_OF_DUSK, tile, box)
    picture = np.zeros((128, 128, 5))
    picture[box.top : box.top + box.height, box.left : box.left + box.width] = tile[
        :, : box.width * box.height
    ].T.reshape(box.height, box.width, 5)
    return picture


def test_a_sphere_covers_its_circle() -> None:
    picture = drawn(cone((0.0, 0.0, 0.0), 40.0, (0.0, 0.0, 0.0), 40.0))

    assert picture[..., COVER].sum() == pytest.approx(math.pi * (40.0 * 0.84) ** 2, rel=0.01)


def test_a_capsule_covers_a_rectangle_and_two_half_circles() -> None:
    picture = drawn(cone((-30.0, 0.0, 0.0), 20.0, (30.0, 0.0, 0.0), 20.0))

    expected = (math.pi * 20.0**2 + 60.0 * 40.0) * 0.84**2
    assert picture[..., COVER].sum() == pytest.approx(expected, rel=0.01)


def test_a_cone_covers_the_hull_of_its_circles() -> None:
    big, small, apart = 30.0, 10.0, 50.0
    picture = drawn(cone((-20.0, 0.0, 0.0), big, (30.0, 0.0, 0.0), small))

    lean = math.asin((big - small) / apart)
    side = math.sqrt(apart**2 - (big - small) ** 2)
    hull = (big + small) * side + big**2 * (math.pi / 2 + lean) + small**2 * (math.pi / 2 - lean)
    assert picture[..., COVER].sum() == pytest.approx(hull * 0.84**2, rel=0.01)


def test_the_nearest_point_of_a_sphere_is_a_radius_nearer_than_its_middle() -> None:
    picture = drawn(cone((0.0, 0.0, 0.0), 40.0, (0.0, 0.0, 0.0), 40.0))

    assert picture[64, 64, DEPTH] == pytest.approx(-40.0 * 0.84, abs=0.1)


def test_nearer_cones_win_whatever_their_order() -> None:
    near, far = (
        cone((0.0, -60.0, 0.0), 15.0, (0.0, -60.0, 0.0), 15.0),
        cone((0.0, 0.0, 0.0), 40.0, (0.0, 0.0, 0.0), 40.0),
    )
    near[0, COLOUR] = (250.0, 0.0, 0.0)

    first, second = drawn(np.concatenate((near, far))), drawn(np.concatenate((far, near)))

    np.testing.assert_array_equal(first[..., :DEPTH], second[..., :DEPTH])
    assert (first[..., 0] > 4 * first[..., 1] + 1).sum() > 300


def test_cones_behind_the_level_are_hidden() -> None:
    cones = cone((0.0, 0.0, 0.0), 40.0, (0.0, 0.0, 0.0), 40.0)
    seen = see_cones(cones, LENS)
    box, tile = cones_box(seen, 128, 128), cone_tile(128 * 128)
    draw_cones(seen, BALL_OF_DUSK, tile, box)
    shown = []
    for wall in (FAR, 0.0, -60.0):
        frame, ring = np.zeros((128, 128), dtype=np.uint32), np.full((128, 128), wall, dtype=np.float32)
        put_on_frame(frame, ring, tile, box, -64, -64, 1.0 / 0.84, depth_origin(cones, LENS))
        shown.append(int(np.count_nonzero(frame)))

    assert shown[0] == shown[1] > 3000
    assert shown[2] == 0


def test_light_falls_from_the_upper_left_and_shines_at_the_right_rim() -> None:
    assert BALL_OF_DUSK.shape == (BALL, BALL, 7)
    upper_left, lower_right = BALL_OF_DUSK[BALL // 4, BALL // 4], BALL_OF_DUSK[3 * BALL // 4, 3 * BALL // 4]
    assert (upper_left[:3] > 1.5 * lower_right[:3]).all()
    assert BALL_OF_DUSK[BALL // 3, -8, 3] > 10.0
    assert BALL_OF_DUSK[BALL // 3, 8, 3] == 0.0


def test_the_hero_wears_the_same_on_both_sides() -> None:
    cones = worn(fit(HERO, MANNEQUIN))

    trousers = coloured(cones, "trousers")
    left, right = trousers[trousers[:, 1] > 0.0], trousers[trousers[:, 1] < 0.0]

    assert len(left) == len(right) == 2
    np.testing.assert_allclose(left[:, 0::2][:, :2], right[:, 0::2][:, :2], atol=1e-9)
    np.testing.assert_allclose(left[:, 1], -right[:, 1], atol=1e-9)


def test_boots_stand_on_the_ground_under_the_feet() -> None:
    boots = coloured(worn(fit(HERO, MANNEQUIN)), "soles")

    lowest = min((boots[:, 2] - boots[:, START_RADIUS]).min(), (boots[:, 6] - boots[:, END_RADIUS]).min())

    assert -1.0 < lowest < 1.0
    assert boots[:, 4].max() + boots[:, END_RADIUS].max() > 12.0


def test_the_hero_is_as_tall_as_the_level_believes() -> None:
    cones = worn(fit(HERO, MANNEQUIN))

    top = (cones[:, 2] + cones[:, START_RADIUS]).max()

    assert 172.0 < top < 192.0


def test_parts_are_carried_by_their_bones() -> None:
    fitting = fit(HERO, MANNEQUIN)
    positions, rotations, turn = pose()
    hand = MANNEQUIN.index("hand_r")
    before = dressed(fitting, positions, rotations, turn, blinking=False)
    positions[hand] += (10.0, 0.0, 20.0)

    after = dressed(fitting, positions, rotations, turn, blinking=False)

    moved = np.abs(after - before).max(axis=1) > 1e-9
    assert 0 < moved.sum() <= 2
    np.testing.assert_allclose((after - before)[moved][:, END].max(axis=0), (10.0, 0.0, 20.0), atol=1e-6)


@pytest.mark.parametrize(("yaw", "side"), [(0.0, 1.0), (-180.0, -1.0), (180.0, -1.0)])
def test_the_face_looks_at_the_viewer_and_a_little_ahead(yaw: float, side: float) -> None:
    cones = worn(fit(HERO, MANNEQUIN), yaw=yaw)
    head = pose(yaw=yaw)[0][MANNEQUIN.index("head")]

    eyes = coloured(cones, "ink")[:, START] - head

    assert len(eyes) == 2
    assert (eyes[:, 1] < -15.0).all()
    assert (eyes[:, 0] * side).mean() > 5.0


def test_facing_left_is_the_mirror_of_facing_right() -> None:
    fitting = fit(HERO, MANNEQUIN)

    eyes = [coloured(worn(fitting, yaw=yaw), "ink")[:, START] for yaw in (0.0, -180.0)]

    projection = Projection()
    right, left = (projection.project(found)[:, 0].mean() for found in eyes)
    assert left == pytest.approx(-right, abs=1.5)


def test_a_face_turns_without_a_jump() -> None:
    headings = np.array([face_heading(float(yaw)) for yaw in range(-180, 181)])

    assert headings.max() < -50.0
    assert headings.min() > -110.0
    assert np.abs(np.diff(headings)).max() < 0.5


def test_headings_come_back_from_their_turns() -> None:
    for yaw in (-170.0, -90.0, 0.0, 45.0, 179.0):
        assert heading(yaw_quaternion(yaw)) == pytest.approx(yaw)
        expected = (math.cos(math.radians(yaw)), math.sin(math.radians(yaw)), 0.0)
        np.testing.assert_allclose(turned(yaw_quaternion(yaw), 1.0, 0.0, 0.0), expected, atol=1e-12)


def test_shut_eyes_are_small() -> None:
    fitting = fit(HERO, MANNEQUIN)

    wide, shut = (coloured(worn(fitting, blinking=blinking), "ink") for blinking in (False, True))

    assert (shut[:, START_RADIUS] < 0.5 * wide[:, START_RADIUS]).all()
    np.testing.assert_allclose(shut[:, START], shut[:, END])


def test_limbs_on_the_far_side_are_darker() -> None:
    sleeves = coloured(worn(fit(HERO, MANNEQUIN)), "tunic_shade")

    far, near = sleeves[sleeves[:, 1] > 14.0], sleeves[sleeves[:, 1] < -14.0]

    assert far[:, COLOUR].max() < near[:, COLOUR].max()


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.6, 0.0, 0.8)])
def test_turning_is_rodrigues_formula(axis: tuple[float, float, float]) -> None:
    angle, unit, vector = 0.7, np.array(axis), np.array((3.0, -2.0, 5.0))
    quaternion = np.array((*(unit * math.sin(angle / 2)), math.cos(angle / 2)))

    expected = (
        vector * math.cos(angle)
        + np.cross(unit, vector) * math.sin(angle)
        + unit * (unit @ vector) * (1.0 - math.cos(angle))
    )
    np.testing.assert_allclose(turned(quaternion, *vector), expected, atol=1e-12)


def test_an_unknown_outfit_becomes_the_heros_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_noted", set())

    with pytest.warns(UserWarning, match='no outfit "ballgown"'):
        outfit = outfit_named("ballgown")

    assert outfit_named("ballgown") is outfit is HERO


def test_parts_on_bones_that_a_skeleton_lacks_are_left_out_with_one_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notices, "_noted", set())
    keep = [row for row, bone in enumerate(MANNEQUIN.bones) if not bone.startswith(("ball", "clavicle"))]
    bones = tuple(MANNEQUIN.bones[row] for row in keep)
    footless = _with_rows(MANNEQUIN, keep, bones)

    with pytest.warns(UserWarning, match='bones that its skeleton lacks, such as "ball_l"'):
        fitting = fit(HERO, footless)

    assert len(fitting.cones) < len(fit(HERO, MANNEQUIN).cones)
    assert "ball_l" not in bones


def _with_rows(skeleton: SkeletonAsset, keep: list[int], bones: tuple[str, ...]) -> SkeletonAsset:
    """A skeleton of some of the bones, all of which hang on the root."""
    parents = np.array([-1] + [0] * (len(keep) - 1))
    return replace(
        skeleton,
        bones=bones,
        parents=parents,
        translations=skeleton.translations[keep],
        rotations=skeleton.rotations[keep],
    )


def test_a_tail_is_drawn_along_its_points_and_gets_thinner() -> None:
    tail = HERO.tails[0]
    points = np.cumsum(np.full((tail.segments + 1, 3), (-8.0, 1.0, -4.0)), axis=0)

    radii = fit(HERO, MANNEQUIN).tail_radii[0]
    cones = tail_cones(tail, radii, np.array([(240.0, 80.0, 90.0), (200.0, 60.0, 80.0)]), points)

    np.testing.assert_array_equal(cones[:, START], points[:-1])
    np.testing.assert_array_equal(cones[:, END], points[1:])
    assert (cones[0, START_RADIUS], cones[-1, END_RADIUS]) == tail.radii
    np.testing.assert_array_equal(cones[:, END_RADIUS][:-1], cones[:, START_RADIUS][1:])
    assert (cones[0::2, 8] == 240.0).all()
    assert (cones[1::2, 8] == 200.0).all()


def test_tails_without_points_hang_from_their_roots_and_others_are_moved_there() -> None:
    tails, roots = HERO.tails, np.array([(1.0, 2.0, 130.0), (4.0, 5.0, 150.0)])
    ropes = [np.cumsum(np.ones((tail.segments + 1, 3)), axis=0) for tail in tails]

    hanging, moved = tied(tails, (), roots), tied(tails, ropes, roots)

    for tail, rope, root, free, held in zip(tails, ropes, roots, hanging, moved, strict=True):
        np.testing.assert_allclose(free[0], root)
        np.testing.assert_allclose(free[-1], root - (0.0, 0.0, tail.length))
        np.testing.assert_allclose(held - held[0], rope - rope[0])
        np.testing.assert_allclose(held[0], root)


def test_a_stand_in_wears_the_outfit_it_is_given() -> None:
    simulation = StandIn()
    hero = simulation.add_hero((0.0, 0.0, 0.0))

    pose_of_hero = simulation.component(hero, SkeletonPose)

    np.testing.assert_allclose(pose_of_hero.positions_ws, pose()[0])
