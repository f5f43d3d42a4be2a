"""Sounds from nothing: tones, noise and envelopes as arrays of samples in [-1, 1]."""

import math

import numpy as np

from components.arrays import Floats

RATE = 22050
"""Samples per second [1/s]."""
RAMP, RELEASE = 0.003, 0.012
"""How long a sound takes to begin and to end, so that it does not click [s]."""
MOMENT = 0.05
"""Over how long loudness is measured [s]."""


def clock(length: float) -> Floats:
    """Times of the samples of a sound of that length [s]."""
    return np.arange(round(length * RATE)) / RATE


def tone(frequency: float, length: float, *, end: float | None = None, wobble: float = 0.0) -> Floats:
    """A sine.

    Args:
        frequency: Where it begins [1/s].
        length: How long it lasts [s].
        end: Where it glides to, evenly in pitch [1/s]; left out, it stays.
        wobble: How far a vibrato of 18 per second goes, as a share of the frequency.
    """
    times = clock(length)
    share = times / length
    pitch = frequency * (end / frequency) ** share if end else np.full_like(times, frequency)
    pitch = pitch * (1.0 + wobble * np.sin(2.0 * np.pi * 18.0 * times))
    wave: Floats = np.sin(2.0 * np.pi * np.cumsum(pitch) / RATE)
    return wave


def bell(frequency: float, length: float) -> Floats:
    """A tone with overtones that die away, the higher the sooner."""
    times = clock(length)
    wave = np.zeros_like(times)
    for overtone, strength, life in (
        (1.0, 1.0, 0.16),
        (2.0, 0.35, 0.09),
        (2.99, 0.2, 0.05),
        (5.4, 0.1, 0.02),
    ):
        wave += strength * np.sin(2.0 * np.pi * frequency * overtone * times) * np.exp(-times / life)
    return wave


def noise(length: float, low: float, high: float, *, seed: int) -> Floats:
    """Noise of which frequencies from low to high [1/s] are left, at a peak of 1."""
    white = np.random.default_rng(seed).standard_normal(round(length * RATE))
    spectrum = np.fft.rfft(white)
    frequencies = np.fft.rfftfreq(len(white), 1.0 / RATE)
    passed = 1.0 / (1.0 + (frequencies / high) ** 4) * (1.0 - 1.0 / (1.0 + (frequencies / low) ** 4))
    wave = np.fft.irfft(spectrum * passed, len(white))
    loud: Floats = wave / np.abs(wave).max()
    return loud


def fade(wave: Floats, life: float, *, attack: float = 0.0) -> Floats:
    """A sound that grows for a time [s], and then dies away to 1/e in each life [s]."""
    times = clock(len(wave) / RATE)[: len(wave)]
    rising = np.minimum(times / attack, 1.0) if attack else np.ones_like(times)
    faded: Floats = wave * rising * np.exp(-np.maximum(times - attack, 0.0) / life)
    return faded


def mix(*parts: tuple[float, float, Floats]) -> Floats:
    """Sounds together: of each when it begins [s], how loud it is, and its samples."""
    length = max(round(start * RATE) + len(wave) for start, _, wave in parts)
    mixed = np.zeros(length)
    for start, strength, wave in parts:
        first = round(start * RATE)
        mixed[first : first + len(wave)] += strength * wave
    return mixed


def finished(wave: Floats, level: float) -> Floats:
    """A sound of a loudness [dB, 0 for a full square wave] whose ends are soft, around zero."""
    rising, falling = round(RAMP * RATE), round(RELEASE * RATE)
    count = np.arange(len(wave))
    ramp = np.minimum(np.minimum(count / rising, 1.0), np.minimum(count[::-1] / falling, 1.0))
    soft = wave * ramp
    soft -= ramp * (soft.sum() / ramp.sum())
    loud: Floats = soft * 10.0 ** ((level - loudness(soft)) / 20.0)
    return loud


def loudness(wave: Floats) -> float:
    """Level of the loudest moment of a sound [dB, 0 for a full square wave]: ears add up about that long."""
    span = min(round(MOMENT * RATE), len(wave))
    energy = np.concatenate(((0.0,), np.cumsum(wave * wave)))
    return 10.0 * math.log10(float((energy[span:] - energy[:-span]).max()) / span)
