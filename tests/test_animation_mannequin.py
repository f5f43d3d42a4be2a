"""The bundled skeleton and clips: that they are what the tool writes, and that their feet do not slide."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from animation_oracle import clip_pose

from components.arrays import Floats
from components.skeleton import ClipAsset
from game.authoring.__main__ import authored_files, main
from game.authoring.library import mannequin_library
from systems.animation.kinematics import forward_kinematics
from systems.maths.quaternion import rotate

LEVELS = Path(__file__).parents[1] / "levels"
FILES = authored_files()
LIBRARY = mannequin_library()
MANNEQUIN = LIBRARY.skeletons["mannequin"]
CLIPS = LIBRARY.clips["mannequin"]
ANKLE = np.array((0.0, 0.0, 8.0))

BONES = (
    "root pelvis spine_01 spine_02 spine_03 neck_01 head clavicle_l upperarm_l lowerarm_l hand_l clavicle_r "
    "upperarm_r lowerarm_r hand_r thigh_l calf_l foot_l ball_l thigh_r calf_r foot_r ball_r"
)


def posed(clip: ClipAsset, phase: float) -> tuple[Floats, Floats]:
    """Component-space places and rotations of all bones."""
    count = len(MANNEQUIN.bones)
    translations, rotations = clip_pose(MANNEQUIN, clip, phase)
    positions_cs, rotations_cs = np.empty((count, 3)), np.empty((count, 4))
    forward_kinematics(MANNEQUIN.parents, translations, rotations, positions_cs, rotations_cs)
    return positions_cs, rotations_cs


def sole(clip: ClipAsset, phase: float, side: str) -> Floats:
    positions_cs, rotations_cs = posed(clip, phase)
    foot = MANNEQUIN.index(f"foot_{side}")
    place: Floats = positions_cs[foot] - rotate(rotations_cs[foot], ANKLE)
    return place


def assert_alike(found: object, expected: object) -> None:
    if isinstance(expected, dict) and isinstance(found, dict):
        assert list(found) == list(expected)
        for key, value in expected.items():
            assert_alike(found[key], value)
    elif isinstance(expected, list) and isinstance(found, list):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            assert_alike(a, b)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, abs=1.1e-3)  # one unit of the last decimal, for other libms
    else:
        assert found == expected


@pytest.mark.parametrize("name", FILES)
def test_the_bundled_files_are_what_the_tool_writes(name: str) -> None:
    assert_alike(json.loads((LEVELS / name).read_text(encoding="utf-8")), json.loads(FILES[name]))


@pytest.mark.parametrize("name", FILES)
def test_half_a_turn_is_written_in_one_way(name: str) -> None:
    assert "-180.0," not in FILES[name]
    assert "-180.0]" not in FILES[name]


def test_the_tool_writes_files(tmp_path: Path) -> None:
    main([str(tmp_path)])
    written = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.json")}
    assert written.keys() == FILES.keys()
    assert all(path.read_text(encoding="utf-8") == FILES[name] for name, path in written.items())


def test_the_mannequin_has_its_bones_and_measures() -> None:
    assert MANNEQUIN.bones == tuple(BONES.split())
    positions_cs, rotations_cs = np.empty((23, 3)), np.empty((23, 4))
    forward_kinematics(
        MANNEQUIN.parents, MANNEQUIN.translations, MANNEQUIN.rotations, positions_cs, rotations_cs
    )
    at = {bone: positions_cs[row] for row, bone in enumerate(MANNEQUIN.bones)}
    for side, sign in (("l", 1), ("r", -1)):
        np.testing.assert_allclose(at[f"foot_{side}"], (0, 9 * sign, 8), atol=1e-3)
        np.testing.assert_allclose(at[f"thigh_{side}"], (0, 9 * sign, 91), atol=1e-3)
        assert math.dist(at[f"thigh_{side}"], at[f"calf_{side}"]) == pytest.approx(44, abs=1e-9)
        assert math.dist(at[f"calf_{side}"], at[f"foot_{side}"]) == pytest.approx(42, abs=1e-9)
        assert at[f"calf_{side}"][0] > 5  # knees a little bent, forward
        foot = MANNEQUIN.index(f"foot_{side}")
        np.testing.assert_allclose(rotate(rotations_cs[foot], (1, 0, 0)), (1, 0, 0), atol=1e-4)
    assert 140 < at["head"][2] < 176


def test_the_library_has_the_clips_of_a_hero() -> None:
    assert set(CLIPS) == {"idle", "walk", "run", "jump", "fall", "land", "attack"}
    assert CLIPS["walk"].stride / CLIPS["walk"].duration == pytest.approx(150)
    assert CLIPS["run"].stride / CLIPS["run"].duration == pytest.approx(400)
    assert CLIPS["attack"].notifies == ((0.12, "hit_begin"), (0.27, "hit_end"))
    assert CLIPS["attack"].duration == pytest.approx(0.12 + 0.15 + 0.23)
    moved = {bone for bone, moves in zip(MANNEQUIN.bones, CLIPS["attack"].animated, strict=True) if moves}
    assert not any(bone.startswith(("root", "pelvis", "thigh", "calf", "foot", "ball")) for bone in moved)


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize("name", ["walk", "run", "idle", "land"])
def test_a_sole_that_bears_weight_neither_floats_nor_slides(name: str, side: str) -> None:
    clip = CLIPS[name]
    start = clip.landings[f"foot_{side}"].phase if name in ("walk", "run") else 0.0
    places = []
    for step in range(480):
        phase = (start + step / 480) % 1.0
        values = clip.curves[f"contact_{side}"]
        if np.interp(phase * (len(values) - 1), np.arange(len(values)), values) > 0.5:
            place = sole(clip, phase, side)
            assert abs(place[2]) < 0.6
            places.append(place + np.array((clip.stride * step / 480, 0, 0)))
    assert len(places) > 480 * 0.1
    assert np.ptp(places, axis=0)[:2].max() < 1.0


@pytest.mark.parametrize("name", ["walk", "run"])
def test_a_gait_is_the_same_on_both_sides_half_a_cycle_later(name: str) -> None:
    clip = CLIPS[name]
    for step in range(24):
        left, right = sole(clip, step / 24, "l"), sole(clip, (step / 24 + 0.5) % 1.0, "r")
        np.testing.assert_allclose(left, right * (1, -1, 1), atol=0.01)


def test_walking_always_has_a_foot_on_the_ground_and_running_has_not() -> None:
    def lowest(name: str, phase: float) -> float:
        positions_cs, rotations_cs = posed(CLIPS[name], phase)
        points = []
        for side in ("l", "r"):
            foot = MANNEQUIN.index(f"foot_{side}")
            turn = rotations_cs[foot]
            points += [float((positions_cs[foot] + rotate(turn, (x, 0, -8)))[2]) for x in (-6, 12)]
        return min(points)

    phases = np.arange(0, 1, 1 / 96)
    assert max(lowest("walk", phase) for phase in phases) < 0.6
    assert max(lowest("run", phase) for phase in phases) > 6
    assert min(lowest(name, phase) for name in ("walk", "run") for phase in phases) > -0.6


@pytest.mark.parametrize("name", sorted(CLIPS))
def test_clips_leave_the_legs_some_reach(name: str) -> None:
    for step in range(49):
        positions_cs, _ = posed(CLIPS[name], step / 48)
        for side in ("l", "r"):
            hip, ankle = (positions_cs[MANNEQUIN.index(f"{bone}_{side}")] for bone in ("thigh", "foot"))
            assert math.dist(hip, ankle) < 0.993 * 86


def test_standing_the_leg_is_bent_enough_to_lower_a_foot() -> None:
    positions_cs, _ = posed(CLIPS["idle"], 0.3)
    for side in ("l", "r"):
        hip, ankle = (positions_cs[MANNEQUIN.index(f"{bone}_{side}")] for bone in ("thigh", "foot"))
        assert 0.95 < math.dist(hip, ankle) / 86 < 0.98
