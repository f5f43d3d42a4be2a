"""Which figures are near enough to be looked after, and what they wear."""

from components.skeleton import AnimationLibrary
from game.view.characters.fitting import Fitting, Wardrobe
from game.view.scene import Scene
from game.view.source import Watched, resource_or

NO_LIBRARY = AnimationLibrary()


def fittings_near(
    wardrobe: Wardrobe, simulation: Watched, scene: Scene, middle: tuple[float, float], reach: float
) -> dict[int, Fitting]:
    """What figures within reach of a place (X, Z) wear [cm], by entity, ascending."""
    library = resource_or(simulation, AnimationLibrary, NO_LIBRARY)
    found = {}
    for entity, figure in scene.figures.items():
        x, _, z = figure.root_position.tolist()
        skeleton = library.skeletons.get(figure.skeleton)
        if skeleton is not None and max(abs(x - middle[0]), abs(z - middle[1])) < reach:
            found[entity] = wardrobe.fitting(figure.outfit, skeleton, figure.variant)
    return found
