"""Pictures that entities wear, for people with their own art; nothing in the simulation reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from components.arrays import Vector, vector
from components.shared import Shared

Share = Annotated[float, Meta(ge=-10, le=10)]


@dataclass(slots=True)
class Sprite:
    """A picture that faces the viewer and hangs on an entity, or on a bone of its skeleton."""

    picture: Annotated[str, Meta(pattern=r"^[\w-]+$")]
    """Name of a PNG file in the folder "pictures" beside the level, without its ending."""
    bone: str = ""
    """Bone it hangs on; empty for the entity's place."""
    anchor: tuple[Share, Share] = (0.5, 0.5)
    """Point of a frame that lies on its place, as shares of the frame's width from the left and of its height
    from the top."""
    offset: Vector = field(default_factory=vector)
    """Its place from the entity or bone: ahead, into the screen, up [cm], shape [3]."""
    depth: float = 0.0
    """How much farther away it counts where it meets the level and other sprites of its entity [cm]."""
    scale: Annotated[float, Meta(gt=0)] = 1.0
    """Size of one of its pixels [cm]."""
    flip: bool = True
    """Whether it is mirrored while its entity looks to the left; pictures look to the right."""
    turns: bool = True
    """Whether it turns with its bone."""
    columns: Annotated[int, Meta(ge=1, le=256)] = 1
    """Frames side by side in the picture."""
    rate: Annotated[float, Meta(ge=0, le=240)] = 0.0
    """Frames per second [1/s]; 0 shows the first alone."""


@dataclass(slots=True)
class SpriteOutfit:
    """Sprites that a skeleton wears instead of limbs; the farthest is drawn first."""

    sprites: tuple[Sprite, ...] = ()
    """What it wears."""


@dataclass(frozen=True, slots=True)
class Pictures(Shared):
    """The pictures of a level's sprites. Lives on the world entity of levels that have sprites."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """Contents of PNG files by name; those that are missing are left out."""
    identity: str = ""
    """Always the same: what things look like is no part of a state."""
