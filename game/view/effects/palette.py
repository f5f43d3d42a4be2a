"""Colours of effects, from the theme of the level."""

import numpy as np

from components.terrain import Material
from game.view.arrays import Floats
from game.view.theme import Theme, rgb

WARM = np.array(((255.0, 226.0, 150.0), (255.0, 247.0, 214.0), (255.0, 190.0, 120.0)))
"""Sparks of a blow."""
CONFETTI = np.array(
    (
        (255.0, 120.0, 140.0),
        (255.0, 214.0, 110.0),
        (120.0, 230.0, 190.0),
        (130.0, 180.0, 255.0),
        (230.0, 160.0, 255.0),
    )
)
ALARM = np.array(((255.0, 214.0, 90.0), (255.0, 240.0, 190.0)))
REFUSED = np.array(((255.0, 90.0, 96.0), (190.0, 110.0, 220.0), (255.0, 170.0, 150.0)))
"""Sparks of what stays shut."""
LIGHT = np.array(((255.0, 250.0, 236.0),))
PICKED: dict[str, Floats] = {
    "gem": np.array(((70.0, 190.0, 255.0), (200.0, 240.0, 255.0))),
    "heart": np.array(((255.0, 80.0, 120.0), (255.0, 200.0, 210.0))),
    "key": np.array(((255.0, 196.0, 64.0), (255.0, 240.0, 190.0))),
}


class EffectColours:
    """Colours of effects in one theme."""

    def __init__(self, theme: Theme) -> None:
        ground, white = theme.terrain, np.full(3, 255.0)
        self._dust = {
            Material.GRASS: np.array(
                (_mixed(rgb(ground.light_grass), white, 0.78), _mixed(rgb(ground.light_slab), white, 0.5))
            ),
            Material.STONE: np.array((rgb(ground.light_slab), _mixed(rgb(ground.slab), white, 0.3))),
            Material.WOOD: np.array((_mixed(rgb(ground.wood), white, 0.4), rgb(ground.wood))),
        }
        self._goo = {
            name: np.array((rgb(gel.middle), rgb(gel.light), _mixed(rgb(gel.middle), rgb(gel.light), 0.4)))
            for name, gel in theme.slimes.items()
        }

    def dust(self, material: Material) -> Floats:
        """Colours of the dust of a ground, shape [colour_count, 3]."""
        return self._dust[material]

    def goo(self, palette: str) -> Floats:
        """Colours of drops of a gel, shape [colour_count, 3]."""
        return self._goo.get(palette, next(iter(self._goo.values())))

    def cloud(self) -> Floats:
        """Colours of a puff that somebody comes out of, shape [colour_count, 3]."""
        return self._dust[Material.STONE]


def _mixed(start: Floats, end: Floats, share: float) -> Floats:
    mixed: Floats = start + (end - start) * share
    return mixed
