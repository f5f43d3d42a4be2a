"""Moving platforms in the sun: where their shadows fall, and what falls on them."""

import numpy as np
import pytest
from stand_in import box

from game.view.arrays import FAR, Floats, single
from game.view.projection import Projection
from game.view.terrain.palette import terrain_light
from game.view.terrain.shapes import shapes_of
from game.view.terrain.sprites import light_along
from game.view.terrain.sunlight import SAMPLES, cast_shadow, light_on, shade_of
from game.view.theme import theme_named

LIGHT = terrain_light(theme_named("dusk").light)
SHADE = shade_of(LIGHT)
LEFT, TOP, SIZE = -256, -200, (256, 512)
PROJECTION = Projection()
LENS = PROJECTION.lens(LEFT, TOP)


def on_floor(low: tuple[float, float, float], high: tuple[float, float, float]) -> Floats:
    """The frame of a level floor at z = 0, white at first, with the shadow of a box; shape [256, 512]."""
    rows = np.arange(SIZE[0]) + TOP + 0.5
    y = -rows / PROJECTION.scale / PROJECTION.sine
    depth = np.where(np.abs(y) < 300.0, y * PROJECTION.cosine, FAR)
    ring = np.zeros((256, 512), dtype=np.float32)
    for row in range(SIZE[0]):
        ring[(row + TOP) & 255] = depth[row]
    frame = np.full(SIZE, 0xFFFFFF, dtype=np.uint32)
    corners = np.array(low, dtype=np.float32), np.array(high, dtype=np.float32)
    cast_shadow(frame, ring, LENS, LIGHT, SHADE, *corners)
    return (frame & 255).astype(np.float64)


def seen(point: tuple[float, float, float]) -> tuple[int, int]:
    u, v, _ = PROJECTION.project(np.array(point)).tolist()
    return int(v) - TOP, int(u) - LEFT


def test_a_shadow_lies_where_the_sun_is_hidden() -> None:
    low, high = (-60.0, -60.0, 90.0), (60.0, 60.0, 110.0)
    frame = on_floor(low, high)
    x, y, z = np.array(LIGHT.direction)
    shift = -np.array((x, y)) * 100.0 / z  # from under its middle, away from the sun

    middle = frame[seen((shift[0], shift[1], 0.0))]
    assert middle == pytest.approx(255.0 * SHADE[2], abs=2.0)
    for aside in ((-90.0, 0.0), (90.0, 0.0), (0.0, 90.0), (0.0, -90.0)):
        assert frame[seen((shift[0] + aside[0], shift[1] + aside[1], 0.0))] == 255.0


def test_a_shadow_is_softer_and_weaker_the_higher_what_casts_it() -> None:
    darkest = [
        on_floor((-60.0, -60.0, height), (60.0, 60.0, height + 16.0)).min() for height in (20.0, 250.0, 500.0)
    ]

    assert darkest[0] < darkest[1] < darkest[2] == 255.0


def test_what_is_above_a_platform_has_none_of_its_shadow() -> None:
    frame = on_floor((-60.0, -60.0, -110.0), (60.0, 60.0, -90.0))

    assert frame.min() == 255.0


def test_light_along_a_platform_is_full_in_the_open_and_less_beside_a_tower() -> None:
    x, _, z = LIGHT.direction
    tower = shapes_of([box((-300.0, -100.0), (0.0, 400.0))])
    low, high = np.array((-90.0, -90.0, 0.0)), np.array((90.0, 90.0, 20.0))

    shaded = light_on(tower, LIGHT, low, high)
    far = np.array((2000.0, 0.0, 0.0))
    free = light_on(tower, LIGHT, low + far, high + far)

    assert x < 0.0 < z, "the sun is on the left"
    assert shaded.shape == (SAMPLES, 3)
    np.testing.assert_allclose(shaded[0], SHADE, atol=0.02)
    np.testing.assert_array_equal(free, np.ones((SAMPLES, 3)))
    assert all((shaded >= np.float32(min(SHADE)) - 1e-6).ravel())


def test_light_between_two_samples_is_between_them() -> None:
    light = np.array([(0.0, 0.2, 0.4), (1.0, 0.6, 0.4)], dtype=np.float32)

    ends = light_along(light, single(0.0)), light_along(light, single(1.0))
    middle = light_along(light, single(0.5))

    np.testing.assert_allclose(ends, light)
    np.testing.assert_allclose(middle, light.mean(axis=0), atol=1e-6)
