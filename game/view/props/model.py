"""What a thing looks like, as data: one JSON file a model."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib import resources

import msgspec

from game.view.notices import note
from game.view.theme import Hex, Triple

DEFAULT_MODEL = "gem"


class State(StrEnum):
    """When a part is there."""

    ALWAYS = "always"
    IDLE = "idle"
    """While nothing has come of it: a checkpoint nobody reached, a goal that is locked."""
    ACTIVE = "active"
    """From then on: a checkpoint that was reached, a goal that is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cone:
    """A round cone."""

    start: Triple
    """From the thing's place: right, into the screen, up [cm]."""
    end: Triple
    radii: tuple[float, float]
    """At both ends [cm]."""
    colour: str
    """Name of a colour of the model."""
    gloss: float = 0.0
    """How much it shines [0, 1]."""
    flat: bool = False
    """Whether it keeps its colour in any light."""
    ink: float = 1.2
    """Width of its outline [px]."""
    when: State = State.ALWAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Stone:
    """A cut stone: rings of corners one above the other, with flat faces between them."""

    sides: int
    """Corners of a ring."""
    profile: tuple[tuple[float, float], ...]
    """Radius and height of each ring from below to above [cm]; a radius of 0 is a point."""
    colour: str
    gloss: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloth:
    """A flag in the wind."""

    root: Triple
    """Upper corner at its pole [cm]."""
    size: tuple[float, float]
    """Length and height [cm]."""
    colours: tuple[str, ...]
    """Names of colours, in turn along it."""
    when: State = State.ALWAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Glow:
    """Light around a thing."""

    place: Triple
    radius: float
    """[cm]"""
    colour: str
    when: State = State.ALWAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What a thing looks like."""

    name: str
    colours: dict[str, Hex]
    cones: tuple[Cone, ...] = ()
    stones: tuple[Stone, ...] = ()
    cloths: tuple[Cloth, ...] = ()
    glows: tuple[Glow, ...] = ()
    spin: float = 0.0
    """How fast it turns about the upward axis [deg/s]."""
    sway: float = 0.0
    """How far it turns to and fro instead [deg]."""
    bob: float = 0.0
    """How far it goes up and down [cm]."""
    beat: float = 0.0
    """By how much it swells and shrinks, as a heart does [1]."""
    stands: bool = False
    """Whether it stands on the ground below its place."""
    set_back: float = 0.0
    """How far behind its place it stands [cm]."""
    shadow: float = 0.0
    """Radius of its shadow [cm]."""


def model_named(name: str) -> Model:
    """The model of that name; the default one, with one warning, when there is none."""
    try:
        return _read(name)
    except FileNotFoundError:
        note(f'there is no picture of a "{name}", so a {DEFAULT_MODEL} is drawn')
        return _read(DEFAULT_MODEL)


@lru_cache
def _read(name: str) -> Model:
    folder = resources.files("game.view") / "props" / "models"
    if f"{name}.json" not in {path.name for path in folder.iterdir()}:
        raise FileNotFoundError(name)
    return msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Model)
