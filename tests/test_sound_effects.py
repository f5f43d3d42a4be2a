"""Effects: what is shipped is what the recipes make, and all of it is short, clean and audible."""

import io
import wave
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.sound.files import effect_file, wav, write_effects
from game.sound.recipes import HARD, MENU, RECIPES, SOFT, STEP, land, squash
from game.sound.synthesis import RATE, bell, fade, finished, loudness, mix, noise, tone


def samples_of(content: bytes) -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
    with wave.open(io.BytesIO(content)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")


@pytest.mark.parametrize("name", RECIPES)
def test_what_is_shipped_is_what_the_recipe_makes(name: str) -> None:
    shipped, made = samples_of(effect_file(name)), samples_of(wav(RECIPES[name]()))
    assert np.abs(shipped.astype(int) - made).max() <= 2  # rounding differs between processors


@pytest.mark.parametrize("name", RECIPES)
def test_effects_are_short_and_do_not_click_or_clip(name: str) -> None:
    samples = samples_of(effect_file(name)).astype(float) / 32767

    assert 0.045 < len(samples) / RATE < 1.3
    assert 0.2 < np.abs(samples).max() < 0.85
    assert abs(samples.mean()) < 1e-4, "no offset, which would be a click at both ends"
    first, last = np.abs(samples[: RATE // 2000]), np.abs(samples[-RATE // 2000 :])
    assert first[0] == last[-1] == 0.0
    assert first[1] < 0.05
    assert last.max() < 0.01, "half a millisecond before its end nothing is left"


@pytest.mark.parametrize("name", RECIPES)
def test_effects_are_about_as_loud_as_each_other(name: str) -> None:
    samples = samples_of(effect_file(name)).astype(float) / 32767
    span = RATE // 20
    loudest = max(
        np.sqrt((samples[at : at + span] ** 2).mean()) for at in range(0, max(len(samples) - span, 1), 20)
    )

    decibels = 20.0 * np.log10(loudest)
    wanted = {"move": MENU, "choose": MENU}.get(name, STEP if name.startswith("step") else None)
    if wanted is None:
        assert min(abs(decibels - level) for level in (SOFT, HARD)) < 0.3
    else:
        assert decibels == pytest.approx(wanted, abs=0.3)
    assert HARD - MENU <= 8.0


@pytest.mark.parametrize("name", RECIPES)
def test_effects_are_heard_from_small_speakers_and_do_not_hiss(name: str) -> None:
    samples = samples_of(effect_file(name)).astype(float)
    power = np.abs(np.fft.rfft(samples)) ** 2
    pitch = np.fft.rfftfreq(len(samples), 1.0 / RATE)

    assert power[pitch > 400.0].sum() > 0.025 * power.sum()
    assert power[pitch > 7000.0].sum() < 0.1 * power.sum()


@given(st.floats(0.05, 0.5), st.floats(80.0, 4000.0), st.floats(-30.0, -6.0), st.floats(-0.5, 0.5))
def test_whatever_is_finished_has_its_loudness_soft_ends_and_no_offset(
    length: float, frequency: float, level: float, offset: float
) -> None:
    wave_form = finished(0.3 * tone(frequency, length) + offset, level)

    assert loudness(wave_form) == pytest.approx(level)
    assert wave_form[0] == wave_form[-1] == 0.0
    assert abs(wave_form.mean()) < 1e-9


def test_the_loudness_of_a_sine_is_3_decibels_below_its_peak() -> None:
    assert loudness(0.5 * tone(1000.0, 1.0)) == pytest.approx(20.0 * np.log10(0.5 / np.sqrt(2.0)), abs=0.01)


def test_a_tone_has_its_frequency() -> None:
    spectrum = np.abs(np.fft.rfft(tone(440.0, 1.0)))
    assert spectrum.argmax() == 440


def test_a_glide_ends_where_it_should() -> None:
    tail = tone(200.0, 1.0, end=800.0)[-RATE // 20 :]
    crossings = int((np.diff(np.signbit(tail)) != 0).sum())
    assert crossings / 2 * 20 == pytest.approx(780, abs=40)


def test_noise_keeps_to_its_band() -> None:
    power = np.abs(np.fft.rfft(noise(1.0, 1000.0, 3000.0, seed=1))) ** 2
    assert power[1000:3000].sum() > 0.8 * power.sum()


def test_noise_is_the_same_every_time() -> None:
    assert np.array_equal(noise(0.1, 100.0, 900.0, seed=4), noise(0.1, 100.0, 900.0, seed=4))


def test_a_fade_is_1_over_e_after_a_life() -> None:
    assert fade(np.ones(RATE), 0.25)[RATE // 4] == pytest.approx(np.exp(-1.0), rel=1e-3)


def test_a_mix_puts_sounds_where_they_begin() -> None:
    mixed = mix((0.0, 1.0, np.ones(RATE // 10)), (0.5, 0.5, np.ones(RATE // 10)))
    assert mixed[0] == 1.0
    assert mixed[RATE // 4] == 0.0
    assert mixed[-1] == 0.5


def test_bells_die_away() -> None:
    wave_form = bell(1000.0, 1.0)
    assert np.abs(wave_form[-1000:]).max() < 0.01 * np.abs(wave_form).max()


def test_what_is_hard_is_louder() -> None:
    for make in (land, squash):
        assert loudness(make(hard=True)) > loudness(make(hard=False)) + 2.0


def test_effects_are_written_where_they_should_be(tmp_path: Path) -> None:
    paths = list(write_effects(tmp_path / "new"))
    assert {path.stem for path in paths} == set(RECIPES)
    assert sum(path.stat().st_size for path in paths) < 500_000
