"""Themes as data, and the backdrop painted from them."""

import msgspec
import numpy as np
import pytest
from stand_in import colours

from game.view import notices
from game.view.arrays import Floats
from game.view.backdrop import Backdrop
from game.view.backdrop.air import draw_foreground, paint_glow, paint_rays, paint_vignette
from game.view.backdrop.hills import paint_hills, ridge_line
from game.view.backdrop.sky import paint_sky
from game.view.pixels import alpha_surface, is_plain, open_pixels, plain_surface
from game.view.theme import Theme, rgb, theme_named

SIZE = (320, 180)


@pytest.fixture(params=["dusk", "meadow"])
def theme(request: pytest.FixtureRequest) -> Theme:
    """Every theme there is."""
    return theme_named(request.param)


def steps_across(picture: Floats) -> Floats:
    """How much each column differs from the one before, the last and the first included."""
    steps: Floats = np.abs(picture - np.roll(picture, 1, axis=1)).mean(axis=(0, 2))
    return steps


def test_colours_are_read_from_their_names() -> None:
    np.testing.assert_array_equal(rgb("#ff8001"), (255.0, 128.0, 1.0))


def test_a_colour_that_is_none_is_refused() -> None:
    whole = msgspec.to_builtins(theme_named("dusk"))
    whole["air"]["dust"] = "pink"

    with pytest.raises(msgspec.ValidationError, match="dust"):
        msgspec.convert(whole, type=Theme, strict=False)


def test_an_unknown_theme_becomes_dusk_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_noted", set())

    with pytest.warns(UserWarning, match='no theme "noon"'):
        theme = theme_named("noon")

    assert theme_named("noon") is theme is theme_named("dusk")


def test_the_sky_has_the_themes_colours_at_its_edges(theme: Theme) -> None:
    sky = paint_sky(theme.sky, *SIZE)

    assert sky.shape == (180, 320, 3)
    np.testing.assert_allclose(np.median(sky[0], axis=0), rgb(theme.sky.stops[0][1]), atol=25.0)
    row, column = int(theme.sky.sun[1] * 180), int(theme.sky.sun[0] * 320)
    disc = sky[row - 6 : row + 6, column - 6 : column + 6].reshape(-1, 3)
    np.testing.assert_allclose(disc.max(axis=0), rgb(theme.sky.sun_colour), atol=20.0)


def test_rows_of_hills_repeat_without_a_seam(theme: Theme) -> None:
    for hill in theme.hills:
        ridge = ridge_line(hill, 512, 180)
        picture = paint_hills(hill, ridge, int(ridge.min()) - 2, 180, 180)
        steps = steps_across(picture)

        assert abs(ridge[0] - ridge[-1]) <= np.abs(np.diff(ridge)).max()
        assert steps[0] <= 1.5 * np.percentile(steps[1:], 99.0)
        assert picture[-1, :, 3].min() == 255.0
        assert picture[0, :, 3].max() < 255.0


def test_the_foreground_repeats_without_a_seam(theme: Theme) -> None:
    surface = draw_foreground(theme.air, 512, 180)
    frame = plain_surface(surface.get_size())
    frame.fill((200, 200, 200))
    frame.blit(surface, (0, 0))

    steps = steps_across(colours(frame))

    assert steps[0] <= np.percentile(steps[1:], 95.0) + 0.5


def test_rays_shine_above_the_sun_and_fade_below(theme: Theme) -> None:
    rays = paint_rays(theme.sky, *SIZE)

    sun = int(theme.sky.sun[1] * 180)
    assert rays[sun - 10 : sun].max() > 15.0
    assert rays[sun + 60 :].max() == 0.0


def test_no_ray_cuts_the_middle_of_the_sun(theme: Theme) -> None:
    width, height = SIZE
    rays = paint_rays(theme.sky, width, height)
    x, y = int(theme.sky.sun[0] * width), int(theme.sky.sun[1] * height)
    reach = max(int(theme.sky.sun_radius * height * 0.3), 1)

    assert rays[y - reach : y + reach, x - reach : x + reach].max() == 0.0


def test_the_vignette_darkens_corners_only(theme: Theme) -> None:
    vignette = paint_vignette(theme.air, *SIZE)

    assert vignette[90, 160].min() == 255.0
    assert vignette[0, 0].max() < 250.0


def test_a_glow_is_brightest_in_its_middle() -> None:
    glow = paint_glow(20, "#808080", 2.0)

    assert glow[20, 20, 0] == pytest.approx(128.0, rel=0.1)
    assert glow[0, 0].max() == 0.0


def test_hills_scroll_slower_than_the_level_and_the_sky_not_at_all(theme: Theme) -> None:
    backdrop = Backdrop(theme, SIZE)
    frames = [plain_surface(SIZE) for _ in range(3)]

    for frame, left in zip(frames, (0, 100, 0), strict=True):
        backdrop.draw_behind(frame, left, 0.0)

    first, moved, again = (colours(frame) for frame in frames)
    np.testing.assert_array_equal(first, again)
    assert (first[:20] == moved[:20]).all()
    assert (first[-20:] != moved[-20:]).any()


def test_nothing_of_a_frame_is_left_undrawn_however_high_the_camera(theme: Theme) -> None:
    backdrop = Backdrop(theme, SIZE)
    for rise in (-1e5, -300.0, 0.0, 300.0, 1e5):
        frame = plain_surface(SIZE)
        frame.fill((0, 255, 0))
        backdrop.draw_behind(frame, 12345, rise)
        picture = colours(frame)

        assert not ((picture[..., 1] == 255.0) & (picture[..., 0] == 0.0) & (picture[..., 2] == 0.0)).any()


def test_dust_moves_with_time_and_is_the_same_at_the_same_time(theme: Theme) -> None:
    backdrop = Backdrop(theme, SIZE)
    pictures = []
    for time in (0.0, 1.0, 0.0):
        frame = plain_surface(SIZE)
        backdrop.draw_before(frame, 0, time)
        pictures.append(colours(frame))

    np.testing.assert_array_equal(pictures[0], pictures[2])
    assert (pictures[0] != pictures[1]).any()


def test_a_lamp_adds_light_around_itself(theme: Theme) -> None:
    frame = plain_surface(SIZE)

    Backdrop(theme, SIZE).draw_lamp(frame, 160.0, 90.0)

    picture = colours(frame)
    assert picture[90, 160].min() > 40.0
    assert picture[90, 300].max() == 0.0


def test_pixels_of_a_surface_are_its_own_and_do_not_lock_it() -> None:
    surface = plain_surface((7, 5))
    pixels = open_pixels(surface)

    pixels[3, 6] = 0x102030

    np.testing.assert_array_equal(colours(surface)[3, 6], (16.0, 32.0, 48.0))
    assert not surface.get_locked()
    assert is_plain(surface)
    assert not is_plain(alpha_surface((7, 5)))
    assert not is_plain(surface.subsurface((0, 0, 3, 3)))
