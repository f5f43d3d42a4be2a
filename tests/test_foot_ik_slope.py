"""Soles that lie on slopes."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.foot_ik.slope import ankle_rise, core_slope_rotation, slope_rotator
from systems.maths.quaternion import rotate
from systems.maths.rotation import rotator_to_quaternion

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
SLOPES = sorted(key for key, value in VECTORS.items() if key.startswith("slope.") and "exact_roll" in value)
RISES = sorted(key for key in VECTORS if key.startswith("slope.ankle"))


@pytest.mark.parametrize("name", SLOPES)
def test_the_exact_rotator(name: str) -> None:
    slope = VECTORS[name]
    rotator = slope_rotator(slope["normal"])
    np.testing.assert_allclose(rotator, (slope["pitch"], 0, slope["exact_roll"]), atol=1e-6)
    up = rotate(rotator_to_quaternion(rotator), (0, 0, 1))
    np.testing.assert_allclose(up, slope["normal"], atol=1e-8)


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(0.1, 1))
def test_up_becomes_the_normal_and_the_heading_stays(x: float, y: float, z: float) -> None:
    normal = np.array((x, y, z)) / math.sqrt(x * x + y * y + z * z)
    rotation = np.array(core_slope_rotation((normal[0], normal[1], normal[2])))
    np.testing.assert_allclose(rotate(rotation, (0, 0, 1)), normal, atol=1e-12)
    ahead = rotate(rotation, (1, 0, 0))
    assert ahead[1] == pytest.approx(0, abs=1e-15)
    assert ahead[0] > 0


@pytest.mark.parametrize("angle", [20.0, 30.0])
@pytest.mark.parametrize("facing", [1.0, -1.0])
def test_uphill_and_downhill_toes_lie_in_the_slope(angle: float, facing: float) -> None:
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    in_its_own_frame = (-sine * facing, 0, cosine)
    rotator = slope_rotator(in_its_own_frame)
    assert rotator[0] == pytest.approx(angle * facing)
    toe = rotate(rotator_to_quaternion((rotator[0], 90 - 90 * facing, rotator[2])), (1, 0, 0))
    np.testing.assert_allclose(toe, (cosine * facing, 0, sine * facing), atol=1e-12)


@pytest.mark.parametrize("name", RISES)
def test_an_ankle_rises_on_a_slope(name: str) -> None:
    found = re.fullmatch(r"slope\.ankle([\d.]+)_(\d+)deg", name)
    assert found
    height, angle = float(found[1]), math.radians(float(found[2]))
    rise = ankle_rise((math.sin(angle), 0, math.cos(angle)), height)
    expected = VECTORS[name]
    if "extra_vertical" in expected:
        assert rise == pytest.approx(expected["extra_vertical"], abs=1e-8)
        assert rise * math.cos(angle) == pytest.approx(expected["sink_perp_if_ignored"], abs=1e-8)
    else:
        assert height + rise == pytest.approx(expected["vertical"], abs=1e-8)


def test_walls_and_nonsense_are_refused() -> None:
    with pytest.raises(ValueError, match="must point upward"):
        ankle_rise((1, 0, 0), 8)
    with pytest.raises(ValueError, match="normal"):
        slope_rotator((math.nan, 0, 1))
    with pytest.raises(ValueError, match="ankle_height"):
        ankle_rise((0, 0, 1), math.inf)
