"""Which sprites a simulation has, and how they hang."""

import math
from dataclasses import dataclass

import numpy as np

from components.character import CharacterState
from components.skeleton import SkeletonAsset
from components.sprite import Sprite, SpriteOutfit
from components.transform import Transform
from game.view.arrays import Floats
from game.view.characters.turning import heading, quaternion_product
from game.view.notices import note
from game.view.source import Watched, components_of

BEHIND = 90.0
"""Heading from which somebody looks to the left [deg]."""


@dataclass(frozen=True, slots=True)
class Worn:
    """What an entity wears."""

    sprites: tuple[Sprite, ...]
    facing: float
    """1 to the right, -1 to the left."""
    instead: bool = False
    """Whether it wears them instead of limbs."""


@dataclass(frozen=True, slots=True)
class Hung:
    """A sprite where it hangs."""

    sprite: Sprite
    place: Floats
    """World space [cm], shape [3]."""
    turn: float = 0.0
    """Clockwise, as the viewer sees it [rad]."""
    flipped: bool = False
    extra: float = 0.0
    """How much farther away it counts [cm]."""


def sprites_of(simulation: Watched) -> dict[int, Worn]:
    """What entities wear, by entity, ascending."""
    states = components_of(simulation, CharacterState)
    own, outfits = components_of(simulation, Sprite), components_of(simulation, SpriteOutfit)
    worn = {}
    for entity, transform in components_of(simulation, Transform).items():
        if (entity in own or entity in outfits) and np.isfinite(transform.position).all():
            outfit = outfits.get(entity)
            sprites = (*(outfit.sprites if outfit else ()), *([own[entity]] if entity in own else ()))
            state = states.get(entity)
            facing = state.facing if state else _facing(transform.rotation)
            worn[entity] = Worn(sprites, facing, outfit is not None)
    return worn


def farness(worn: Worn) -> float:
    """How much farther away than its entity the nearest of its sprites counts [cm]."""
    return min((float(sprite.offset[1]) + sprite.depth for sprite in worn.sprites), default=0.0)


def _facing(rotation: Floats) -> float:
    return -1.0 if abs(heading(rotation)) > BEHIND else 1.0


def hang(
    worn: Worn,
    place: Floats,
    skeleton: SkeletonAsset | None,
    positions: Floats,
    rotations: Floats,
    unturned: Floats,
) -> list[Hung]:
    """Where sprites hang, the farthest first.

    Args:
        worn: The sprites.
        place: World position of their entity [cm], shape [3].
        skeleton: Its skeleton, if it has one.
        positions: World positions of its bones [cm], shape [bone_count, 3].
        rotations: World rotations of its bones, unit quaternions, shape [bone_count, 4].
        unturned: Inverse rotations of the bones in the reference pose, shape [bone_count, 4].
    """
    hung = []
    for sprite in worn.sprites:
        flipped = sprite.flip and worn.facing < 0.0
        at, turn = place, 0.0
        if sprite.bone and skeleton is not None and sprite.bone in skeleton.bones:
            row = skeleton.index(sprite.bone)
            at = positions[row]
            turn = _turn(rotations[row], unturned[row]) if sprite.turns else 0.0
        elif sprite.bone:
            note(f'a sprite hangs on bone "{sprite.bone}", which is not there')
        offset = _offset(sprite.offset, worn.facing, turn)
        hung.append(Hung(sprite, at + offset, turn, flipped, sprite.depth))
    return sorted(hung, key=lambda each: -(float(each.place[1]) + each.extra))


def _turn(rotation: Floats, unturned: Floats) -> float:
    """How far a bone leans clockwise from its reference pose, as the viewer sees it [rad]."""
    x, y, z, w = quaternion_product(rotation, unturned).tolist()
    return math.atan2(2.0 * (x * z + y * w), 1.0 - 2.0 * (x * x + y * y))


def _offset(offset: Floats, facing: float, turn: float) -> Floats:
    """An offset ahead, into the screen and up, turned with its bone, in the world [cm]."""
    ahead, inward, up = offset.tolist()
    right, cosine, sine = ahead * math.copysign(1.0, facing), math.cos(turn), math.sin(turn)
    return np.array((right * cosine + up * sine, inward, up * cosine - right * sine))
