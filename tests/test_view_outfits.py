"""Outfits that come along: each fits the skeleton of every prefab that wears it, foot by foot."""

import warnings

import numpy as np
import pytest
from stand_in import StandIn

from components.appearance import CharacterLook
from components.camera import CameraFocus
from components.foot_ik import FootIK
from components.skeleton import Skeleton
from game.level.level import Level, load_level
from game.view.characters.fitting import fit
from game.view.characters.outfit import coloured, outfit_named
from game.view.notices import _noted
from game.view.scene import Figure, scene_of
from game.view.stage import _figure_decals

FEET = load_level("feet")


def wearers(level: Level) -> list[tuple[str, str, tuple[str, ...]]]:
    """Outfit, skeleton and feet of everybody in a level who is dressed, each kind once."""
    found = set()
    for blueprint in level.entities:
        parts = {type(part): part for part in blueprint.components}
        look, skeleton, feet = (parts.get(kind) for kind in (CharacterLook, Skeleton, FootIK))
        if isinstance(look, CharacterLook) and isinstance(skeleton, Skeleton) and isinstance(feet, FootIK):
            found.add((look.outfit, skeleton.asset, feet.feet))
    return sorted(found)


@pytest.mark.parametrize(("outfit", "asset", "feet"), wearers(FEET))
def test_an_outfit_fits_and_every_foot_casts_a_shadow(outfit: str, asset: str, feet: tuple[str, ...]) -> None:
    skeleton, worn = FEET.library.skeletons[asset], outfit_named(outfit)
    _noted.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a bone that is wanted and not there is a warning
        fitting = fit(worn, skeleton)
    count = len(skeleton.bones)
    places = np.arange(3.0 * count).reshape(count, 3)
    figure = Figure(asset, outfit, places, np.zeros((count, 4)), np.zeros(3), np.zeros(4), np.zeros(3))

    decals = _figure_decals(figure, FEET.library)

    assert worn.name == outfit
    assert {part.colour for part in worn.parts} <= set(worn.colours)
    assert len(fitting.cones) > 20
    assert len(decals) == 1 + len(feet)


def test_two_legs_and_four_are_among_them() -> None:
    assert {len(feet) for _, _, feet in wearers(FEET)} == {2, 4}


def test_those_the_camera_does_not_follow_come_in_other_colours() -> None:
    simulation = StandIn()
    hero, other, third = (simulation.add_hero((100.0 * place, 0.0, 0.0)) for place in range(3))
    del simulation.components(other)[CameraFocus], simulation.components(third)[CameraFocus]

    figures = scene_of(simulation, None).figures

    assert figures[hero].variant == 0
    assert 0 != figures[other].variant != figures[third].variant != 0


def test_a_variant_changes_colours_and_nothing_else_and_begins_anew_after_the_last() -> None:
    outfit = outfit_named("hero")
    assert coloured(outfit, 0) is outfit
    first, again = coloured(outfit, 1), coloured(outfit, 1 + len(outfit.variants))

    assert first == again
    assert first.colours != outfit.colours
    assert first.colours.keys() == outfit.colours.keys()
    assert (first.parts, first.tails) == (outfit.parts, outfit.tails)
    for variant in outfit.variants:
        assert variant.keys() <= outfit.colours.keys()
