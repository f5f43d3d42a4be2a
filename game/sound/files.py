"""Effects as files that are shipped."""

import io
import wave
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import numpy as np

from components.arrays import Floats
from game.sound.recipes import RECIPES
from game.sound.synthesis import RATE

FOLDER = resources.files("game.sound") / "effects"
LOUDEST = 32767


def write_effects(folder: Path) -> Iterator[Path]:
    """Makes every effect and writes it as 16 bit mono WAV."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, recipe in RECIPES.items():
        path = folder / f"{name}.wav"
        path.write_bytes(wav(recipe()))
        yield path


def wav(samples: Floats) -> bytes:
    """Samples in [-1, 1] as a WAV file."""
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.round(samples * LOUDEST).astype("<i2").tobytes())
    return content.getvalue()


def effect_file(name: str) -> bytes:
    """The shipped file of an effect."""
    return (FOLDER / f"{name}.wav").read_bytes()
