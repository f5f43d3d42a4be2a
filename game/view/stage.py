"""Draws what moves: shadows, then bodies from far to near, hidden where the level is nearer."""

import numpy as np

from components.skeleton import AnimationLibrary
from game.view.arrays import Floats, Pixels, single
from game.view.characters.dressing import dressed
from game.view.characters.painter import CharacterPainter
from game.view.decals import Decal, draw_decal, shadow_decal
from game.view.projection import Lens, Projection
from game.view.scene import Body, Figure, Scene
from game.view.slimes.face import Mood, blinks, look_at, mood_of, wandering_look
from game.view.slimes.painter import SlimePainter
from game.view.slimes.shade import Window
from game.view.theme import Theme, rgb

BODY_SHADOW, BODY_GLOW, BODY_SPREAD = 0.74, 0.42, 1.4
"""How dark a slime's shadow is, how bright the light through it, and how far both reach in its radii."""
FIGURE_SHADOW, FIGURE_RADIUS = 0.42, 56.0
FOOT_SHADOW, FOOT_RADIUS = 0.5, 22.0
"""How dark the shadows of a character and of its feet are, and their radii [cm]."""
FEET = (("foot_l", "ball_l"), ("foot_r", "ball_r"))
"""Bones at the ends of feet that cast a shadow of their own."""
SOLE = 8.0
"""Height of a foot bone over its sole [cm]."""
INTEREST = 700.0
"""How near what the camera follows has to be for slimes to look at it [cm]."""
FLATTENED = 0.5
"""Height over width below which a slime squeezes its eyes shut."""


class Stage:
    """Draws the scenes of one theme into frames of one size."""

    def __init__(self, theme: Theme, projection: Projection, size: tuple[int, int]) -> None:
        self._theme = theme
        self._slimes = SlimePainter(theme, size)
        self._characters = CharacterPainter(theme, projection, size)

    def draw(
        self,
        frame: Pixels,
        window: Window,
        lens: Lens,
        scene: Scene,
        library: AnimationLibrary,
        hero: int,
        time: float,
    ) -> None:
        """Draws a scene at a time [s]; hero is the entity that slimes look at, or 0."""
        bodies = {entity: body for entity, body in scene.bodies.items() if np.isfinite(body.positions).all()}
        for body in bodies.values():
            draw_decal(frame, window.ring, lens, self._body_decal(body))
        for figure in scene.figures.values():
            for decal in _figure_decals(figure, library):
                draw_decal(frame, window.ring, lens, decal)
        target = scene.places.get(hero)
        order = [(-body.positions[:, 1].mean(), 0, entity) for entity, body in bodies.items()]
        order += [(-figure.root_position[1], 1, entity) for entity, figure in scene.figures.items()]
        for _, is_figure, entity in sorted(order):
            if is_figure:
                self._draw_figure(frame, window, entity, scene, library, time)
            else:
                self._draw_body(frame, window, lens, entity, bodies[entity], scene.tick, target)

    def _draw_body(
        self,
        frame: Pixels,
        window: Window,
        lens: Lens,
        entity: int,
        body: Body,
        tick: float,
        target: Floats | None,
    ) -> None:
        low, high = body.positions.min(axis=0), body.positions.max(axis=0)
        flat = high[2] - low[2] < FLATTENED * (high[0] - low[0])
        mood = mood_of(airborne=body.airborne, squeezed=bool(flat), blinking=blinks(entity, tick))
        positions = body.positions.astype(np.float32)
        look = _look(entity, (low + high) / 2, tick, target)
        self._slimes.draw(
            frame, window, lens, entity, body.topology, positions, body.palette, Mood(mood), look
        )

    def _draw_figure(
        self, frame: Pixels, window: Window, entity: int, scene: Scene, library: AnimationLibrary, time: float
    ) -> None:
        figure = scene.figures[entity]
        skeleton = library.skeletons.get(figure.skeleton)
        if skeleton is not None and np.isfinite(figure.positions).all():
            cones = dressed(
                self._characters.fitting(figure.outfit, skeleton),
                figure.positions,
                figure.rotations,
                figure.root_rotation,
                figure.velocity,
                time,
                blinking=blinks(entity, scene.tick),
            )
            self._characters.draw(frame, window, cones)

    def _body_decal(self, body: Body) -> Decal:
        low, high = body.positions.min(axis=0), body.positions.max(axis=0)
        radius = (high[0] - low[0]) / 2 * BODY_SPREAD
        red, green, blue = rgb(self._theme.slimes[self._slimes.palette(body.palette)].glow)
        middle = (low + high) / 2
        numbers = (middle[0], middle[1], low[2], radius, BODY_SHADOW, BODY_GLOW, red, green, blue)
        return Decal(*(single(number) for number in numbers))


def _figure_decals(figure: Figure, library: AnimationLibrary) -> list[Decal]:
    """Shadows of a character and of its feet."""
    x, y, z = figure.root_position.tolist()
    decals = [shadow_decal(x, y, z, FIGURE_RADIUS, FIGURE_SHADOW)]
    skeleton = library.skeletons.get(figure.skeleton)
    for foot, ball in FEET:
        if skeleton is not None and foot in skeleton.bones and ball in skeleton.bones:
            ankle = figure.positions[skeleton.index(foot)]
            x, y, _ = ((ankle + figure.positions[skeleton.index(ball)]) / 2).tolist()
            decals.append(shadow_decal(x, y, float(ankle[2]) - SOLE, FOOT_RADIUS, FOOT_SHADOW))
    return decals


def _look(entity: int, middle: Floats, tick: float, target: Floats | None) -> tuple[float, float]:
    """Where a slime looks: at a target that is near, else about."""
    aside, up = wandering_look(entity, tick)
    if target is None:
        return aside, up
    target_aside, target_up, interest = look_at(middle, target, INTEREST)
    return aside + (target_aside - aside) * interest, up + (target_up - up) * interest
