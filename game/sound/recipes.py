"""How every effect is made."""

from collections.abc import Callable
from functools import partial

from components.arrays import Floats
from game.sound.synthesis import bell, fade, finished, mix, noise, tone

VARIANTS = 3
"""Steps sound a little different from each other."""

MENU, STEP, SOFT, HARD = -20.0, -18.0, -15.0, -12.0
"""Loudness of what is heard in menus, at every step, now and then, and of what hurts [dB]."""

Recipe = Callable[[], Floats]


def step_grass(seed: int) -> Floats:
    """A rustle."""
    rustle = fade(noise(0.09, 1200.0, 6500.0, seed=seed), 0.022, attack=0.008)
    return finished(mix((0.0, 0.6, rustle), (0.0, 0.6, fade(tone(110.0, 0.07, end=70.0), 0.02))), STEP)


def step_stone(seed: int) -> Floats:
    """A tap."""
    tap = fade(noise(0.06, 1800.0, 8000.0, seed=seed), 0.007)
    knock = fade(tone(250.0 + 12 * (seed % 3), 0.06, end=190.0), 0.014)
    return finished(mix((0.0, 0.8, tap), (0.0, 0.6, knock)), STEP)


def step_wood(seed: int) -> Floats:
    """A hollow knock."""
    knock = fade(tone(190.0 + 9 * (seed % 3), 0.12), 0.03) + 0.5 * fade(tone(437.0, 0.12), 0.018)
    return finished(
        mix((0.0, 1.0, knock), (0.0, 0.4, fade(noise(0.04, 900.0, 4000.0, seed=seed), 0.008))), STEP
    )


def step_slime(seed: int) -> Floats:
    """A wet press."""
    wet = fade(noise(0.14, 250.0, 1500.0, seed=seed), 0.04, attack=0.02)
    plop = fade(tone(150.0, 0.14, end=330.0, wobble=0.08), 0.05, attack=0.01)
    return finished(mix((0.0, 0.5, wet), (0.0, 0.8, plop)), STEP)


def jump() -> Floats:
    """An upward swish."""
    rise = fade(tone(240.0, 0.2, end=560.0), 0.09, attack=0.015)
    return finished(mix((0.0, 0.7, rise), (0.0, 0.3, fade(noise(0.12, 800.0, 4000.0, seed=3), 0.04))), SOFT)


def land(*, hard: bool) -> Floats:
    """A thud, harder from higher up."""
    thud = fade(tone(120.0 if hard else 150.0, 0.22, end=45.0 if hard else 80.0), 0.08 if hard else 0.04)
    knock = fade(tone(520.0, 0.06, end=430.0), 0.02)
    dust = fade(noise(0.2, 200.0, 1800.0 if hard else 3000.0, seed=5), 0.05 if hard else 0.02)
    return finished(
        mix((0.0, 1.0, thud), (0.0, 0.5 if hard else 0.8, dust), (0.0, 0.3, knock)), HARD if hard else SOFT
    )


def squash(*, hard: bool) -> Floats:
    """Gel that is pressed."""
    length = 0.34 if hard else 0.2
    gel = fade(tone(210.0, length, end=70.0 if hard else 120.0, wobble=0.14), length / 3, attack=0.012)
    wet = fade(noise(length, 180.0, 1100.0, seed=7), length / 4, attack=0.02)
    bubble = fade(tone(320.0, 0.07, end=720.0), 0.025)
    return finished(
        mix((0.0, 0.9, gel), (0.0, 0.6, wet), (length * 0.4, 0.35, bubble)), HARD if hard else SOFT
    )


def hop() -> Floats:
    """Gel that springs off the ground."""
    spring = fade(tone(130.0, 0.26, end=350.0, wobble=0.1), 0.1, attack=0.02)
    overtone = fade(tone(390.0, 0.26, end=1050.0, wobble=0.1), 0.06, attack=0.02)
    wet = fade(noise(0.1, 200.0, 2500.0, seed=9), 0.03)
    return finished(mix((0.0, 0.9, spring), (0.0, 0.3, overtone), (0.0, 0.4, wet)), SOFT)


def hit() -> Floats:
    """A blow that meets something soft."""
    smack = fade(noise(0.16, 500.0, 6000.0, seed=11), 0.02)
    body = fade(tone(190.0, 0.18, end=55.0), 0.05)
    return finished(mix((0.0, 1.4, smack), (0.0, 1.0, body)), HARD)


def hurt() -> Floats:
    """Being hurt."""
    cry = fade(tone(540.0, 0.26, end=210.0), 0.09) + 0.4 * fade(tone(1085.0, 0.26, end=420.0), 0.05)
    return finished(cry, HARD)


def burst() -> Floats:
    """A slime that bursts."""
    splash = fade(noise(0.5, 250.0, 3500.0, seed=13), 0.1, attack=0.005)
    drops = [
        (0.06 + 0.055 * i, 0.4, fade(tone(260.0 + 90 * (i * 5 % 7), 0.08, end=900.0), 0.025))
        for i in range(6)
    ]
    return finished(mix((0.0, 1.0, splash), (0.0, 0.8, fade(tone(160.0, 0.3, end=50.0), 0.08)), *drops), HARD)


def die() -> Floats:
    """The hero's end."""
    return finished(fade(tone(420.0, 0.75, end=90.0, wobble=0.05), 0.3), HARD)


def chord(pitches: tuple[float, ...], apart: float, length: float, level: float = SOFT) -> Floats:
    """Bells one after another."""
    return finished(
        mix(*((apart * place, 1.0, bell(pitch, length)) for place, pitch in enumerate(pitches))), level
    )


def locked() -> Floats:
    """A door that does not open."""
    thud = fade(tone(140.0, 0.12, end=90.0), 0.04) + 0.4 * fade(noise(0.12, 400.0, 2500.0, seed=17), 0.02)
    latch = fade(tone(640.0, 0.08), 0.02)
    return finished(mix((0.0, 1.0, thud), (0.0, 0.35, latch), (0.13, 0.8, thud), (0.13, 0.3, latch)), SOFT)


STEPS: dict[str, Callable[[int], Floats]] = {
    "grass": step_grass,
    "stone": step_stone,
    "wood": step_wood,
    "slime": step_slime,
}
"""Steps by what is stepped on."""

RECIPES: dict[str, Recipe] = {
    **{
        f"step_{ground}_{variant}": partial(make, 20 + variant)
        for ground, make in STEPS.items()
        for variant in range(VARIANTS)
    },
    "jump": jump,
    "land_soft": lambda: land(hard=False),
    "land_hard": lambda: land(hard=True),
    "squash_soft": lambda: squash(hard=False),
    "squash_hard": lambda: squash(hard=True),
    "hop": hop,
    "hit": hit,
    "hurt": hurt,
    "burst": burst,
    "die": die,
    "gem": lambda: chord((1318.5, 1975.5), 0.07, 0.3),
    "heart": lambda: chord((784.0, 987.8, 1174.7), 0.07, 0.35),
    "key": lambda: chord((880.0, 1108.7, 1318.5, 1760.0), 0.06, 0.4),
    "checkpoint": lambda: chord((523.3, 784.0, 1046.5), 0.09, 0.45),
    "door": lambda: chord((523.3, 659.3, 784.0, 1046.5, 1318.5), 0.11, 0.7),
    "locked": locked,
    "notice": lambda: finished(fade(tone(620.0, 0.14, end=980.0), 0.05, attack=0.01), SOFT),
    "move": lambda: finished(fade(tone(880.0, 0.05), 0.012), MENU),
    "choose": lambda: chord((784.0, 1174.7), 0.05, 0.2, MENU),
}
"""Effects by name."""
