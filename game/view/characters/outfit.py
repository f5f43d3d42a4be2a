"""What a character wears, as data: one JSON file an outfit."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from importlib import resources

import msgspec

from game.view.notices import note
from game.view.theme import Hex, Triple

DEFAULT_OUTFIT = "hero"
EITHER_SIDE = "?"
"""Ends the names of bones of a part that is worn on both sides."""


class Frame(StrEnum):
    """What an offset turns with."""

    BONE = "bone"
    """Its bone."""
    FACE = "face"
    """Its bone, turned to the viewer by as much as the face is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A point of the body."""

    bone: str
    offset: Triple = (0.0, 0.0, 0.0)
    """From the bone, in component axes of the reference pose: forward, left, up [cm]."""
    toward: str | None = None
    """Another bone the point lies on the way to."""
    share: float = 0.0
    """How far on the way [1]."""
    frame: Frame = Frame.BONE
    """What the offset turns with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A round cone between two points of the body."""

    start: Anchor
    end: Anchor
    radii: tuple[float, float]
    """At both ends [cm]."""
    colour: str
    """Name of a colour of the outfit."""
    gloss: float = 0.0
    """How much it shines [0, 1]."""
    glow: float = 0.0
    """How much it keeps its colour in any light [0, 1]; eyes do so altogether."""
    ink: float = 1.2
    """Width of its outline [px]."""
    blinks: bool = False
    """Whether it narrows when the eyes close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tail:
    """A strip of cloth or hair that hangs from the body and trails behind."""

    root: Anchor
    length: float
    """[cm]"""
    radii: tuple[float, float]
    """At its root and its tip [cm]."""
    colours: tuple[str, ...]
    """Names of colours, in turn along it."""
    segments: int = 7
    drag: float = 3.5
    """How fast it takes up the velocity of the air [1/s]."""
    gloss: float = 0.0
    """How much it shines [0, 1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bulk:
    """A part of the body that tails stay out of: a capsule."""

    start: Anchor
    end: Anchor
    radius: float
    """[cm]"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit:
    """What a character wears."""

    name: str
    colours: dict[str, Hex]
    parts: tuple[Part, ...]
    tails: tuple[Tail, ...] = field(default=())
    bulks: tuple[Bulk, ...] = field(default=())
    variants: tuple[dict[str, Hex], ...] = field(default=())
    """Other colours by their names, for those who only pass by; whom the camera follows has none of them."""


def coloured(outfit: Outfit, variant: int) -> Outfit:
    """An outfit in other colours; 0 stands for its own, and variants begin anew after the last."""
    if not variant or not outfit.variants:
        return outfit
    return replace(outfit, colours=outfit.colours | outfit.variants[(variant - 1) % len(outfit.variants)])


def outfit_named(name: str) -> Outfit:
    """The outfit of that name; the default one, with one warning, when there is none."""
    try:
        return _read(name)
    except FileNotFoundError:
        note(f'there is no outfit "{name}", so "{DEFAULT_OUTFIT}" is used')
        return _read(DEFAULT_OUTFIT)


@lru_cache
def _read(name: str) -> Outfit:
    folder = resources.files("game.view") / "characters" / "outfits"
    if f"{name}.json" not in {path.name for path in folder.iterdir()}:
        raise FileNotFoundError(name)
    return msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Outfit)
