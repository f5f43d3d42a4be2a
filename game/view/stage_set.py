"""Everything that one level in one theme is drawn with."""

from collections.abc import Sequence

from components.terrain import Solid, Terrain
from game.view.backdrop import Backdrop
from game.view.projection import Projection
from game.view.stage import Stage
from game.view.terrain.ledges import Ledges
from game.view.terrain.level import TerrainPicture
from game.view.theme import Theme


class StageSet:
    """Backdrop, ground and the stage for what moves."""

    def __init__(self, theme: Theme, terrain: Terrain, projection: Projection, size: tuple[int, int]) -> None:
        self.theme = theme
        self.backdrop = Backdrop(theme, size)
        self.stage = Stage(theme, projection, size)
        self.ground = TerrainPicture(terrain.solids, theme, projection, size)
        self.ledges = Ledges(terrain.solids, projection)
        self._terrain = terrain
        self._projection, self._size = projection, size

    def show(self, terrain: Terrain) -> None:
        """Changes the ground to another terrain, unless that looks the same, as after a restart."""
        if terrain is not self._terrain:
            if _look(terrain.solids) != _look(self._terrain.solids):
                self.ground.close()
                self.ground = TerrainPicture(terrain.solids, self.theme, self._projection, self._size)
                self.ledges = Ledges(terrain.solids, self._projection)
            self._terrain = terrain


def _look(solids: Sequence[Solid]) -> list[object]:
    """All that can be seen of solids."""
    return [
        (solid.outline.tolist(), solid.depth, solid.material, solid.platform, solid.one_way)
        for solid in solids
    ]
