"""Draws what moves: shadows, then bodies from far to near, hidden where the level is nearer."""

from typing import NamedTuple

import numpy as np
import pygame

from components.skeleton import AnimationLibrary
from game.view.arrays import Floats, Pixels, single
from game.view.characters.dressing import dressed
from game.view.characters.fitting import Wardrobe
from game.view.characters.painter import CharacterPainter
from game.view.cones.cones import COLOUR, GLOW
from game.view.decals import Decal, draw_decal, shadow_decal
from game.view.effects import Effects
from game.view.effects.squash import squash_cones
from game.view.kernel import drawing_kernel
from game.view.projection import Lens, Projection
from game.view.props.painter import PropPainter
from game.view.props.sight import Prop
from game.view.scene import Body, Figure, Scene
from game.view.slimes.face import blinks, look_at, mood_of, wandering_look
from game.view.slimes.painter import SlimePainter
from game.view.slimes.shade import Window
from game.view.sprites.painter import SpritePainter
from game.view.sprites.sight import Worn, farness
from game.view.terrain.ledges import BroughtForward, Ledges
from game.view.theme import Theme, rgb

BODY_SHADOW, BODY_GLOW, BODY_SPREAD = 0.74, 0.42, 1.4
"""How dark a slime's shadow is, how bright the light through it, and how far both reach in its radii."""
FIGURE_SHADOW, FIGURE_RADIUS = 0.42, 56.0
FOOT_SHADOW, FOOT_RADIUS = 0.5, 22.0
"""How dark the shadows of a character and of its feet are, and their radii [cm]."""
FOOT, BALL = "foot_", "ball_"
"""What the names of the bones of ankles begin with, and those of the balls before them."""
SOLE = 8.0
"""Height of a foot bone over its sole [cm]."""
INTEREST = 700.0
"""How near what the camera follows has to be for slimes to look at it [cm]."""
OUT_OF_SIGHT = 250.0
"""How far out of the frame something may be and still be seen by its limbs or its shadow [cm]."""
FLASH = 0.62
"""How much of its own colour somebody loses at most who flashes [1]."""
FLATTENED = 0.5
"""Height over width below which a slime squeezes its eyes shut."""

NO_DEPTH = np.zeros((1, 1), dtype=np.float32)
"""Depth for what does not ask for it [cm]."""

Point = tuple[float, float, float]


class Shot(NamedTuple):
    """What a frame is drawn with."""

    frame: Pixels
    window: Window
    lens: Lens
    scene: Scene
    library: AnimationLibrary
    time: float
    """Time since the level began [s]."""
    target: Point | None
    """What slimes look at when it is near, world space [cm]."""
    effects: Effects | None = None
    """What shows of what happened."""
    ledges: Ledges | None = None
    """What hides those who stand under it."""


class Actor(NamedTuple):
    """Something to draw; actors sort from far to near, characters after slimes."""

    nearness: float
    """-Y of its middle [cm]."""
    is_figure: bool
    """Whether it is a character, or nothing but what it wears."""
    entity: int
    low: Point
    """Lowest and highest corner of a soft body [cm]; of a character, its root twice."""
    high: Point

    @property
    def middle(self) -> Point:
        """Its middle [cm]."""
        x, y, z = ((low + high) / 2 for low, high in zip(self.low, self.high, strict=True))
        return x, y, z


class Stage:
    """Draws the scenes of one theme into frames of one size."""

    def __init__(self, theme: Theme, projection: Projection, size: tuple[int, int]) -> None:
        self._slimes = SlimePainter(theme, size)
        self._characters = CharacterPainter(theme, projection, size)
        self._wardrobe = Wardrobe()
        self._props = PropPainter(theme, projection, size)
        self._sprites = SpritePainter()
        self._projection, self._size = projection, size
        self._glows = {name: tuple(rgb(palette.glow).tolist()) for name, palette in theme.slimes.items()}

    def draw(self, shot: Shot) -> None:
        """Draws everything that moves and is in sight."""
        seen = [actor for actor in _actors(shot.scene) if _in_sight(shot, actor)]
        actors = sorted(seen, key=lambda actor: actor[:3])
        props = self._props_in_sight(shot.scene, shot.window)
        self._draw_decals(shot, actors, props)
        self._draw_effects(shot, level=True)
        for entity, prop in sorted(props.items(), key=lambda prop: -prop[1].place[1]):
            self._props.draw(shot.frame, shot.window, entity, prop, shot.scene.tick, shot.time)
        for actor in actors:
            self._draw_actor(shot, actor)
        self._draw_effects(shot, level=False)

    def _draw_actor(self, shot: Shot, actor: Actor) -> None:
        """Draws a body or figure, and whatever the same entity wears over it or instead of it."""
        worn, figure = shot.scene.worn.get(actor.entity), shot.scene.figures.get(actor.entity)
        if not actor.is_figure:
            self._draw_body(shot, actor, shot.scene.bodies[actor.entity])
        elif figure is not None and not (worn and worn.instead):
            self._draw_figure(shot, actor.entity, figure)
        if worn is not None and (actor.is_figure or figure is None):
            self._draw_sprites(shot, actor.entity, worn, figure)

    def _draw_sprites(self, shot: Shot, entity: int, worn: Worn, figure: Figure | None) -> None:
        skeleton = shot.library.skeletons.get(figure.skeleton) if figure else None
        place = shot.scene.places.get(entity)
        if place is not None:
            self._sprites.use(shot.scene.pictures.files)
            flash = shot.scene.flashes.get(entity, 0.0)
            for hung in self._sprites.hung(worn, place, figure, skeleton):
                self._sprites.draw(shot.frame, shot.window, shot.lens, hung, shot.time, flash)

    def draw_glows(self, frame: pygame.Surface, scene: Scene, left: int, top: int, time: float) -> None:
        """Adds the light around things to a frame at (left, top) of the plane [px]."""
        window = Window(NO_DEPTH, left, top)
        for entity, prop in self._props_in_sight(scene, window).items():
            self._props.draw_glows(frame, entity, prop, window, time)

    def _props_in_sight(self, scene: Scene, window: Window) -> dict[int, Prop]:
        seen = scene.props.items()
        return {entity: prop for entity, prop in seen if self._props.in_sight(prop, window, self._size)}

    def _draw_decals(self, shot: Shot, actors: list[Actor], props: dict[int, Prop]) -> None:
        decals = [decal for actor in actors for decal in self._decals(shot, actor)]
        decals += [decal for prop in props.values() if (decal := self._props.shadow(prop)) is not None]
        for decal in decals:
            draw_decal(shot.frame, shot.window.ring, shot.lens, decal)

    def _draw_effects(self, shot: Shot, *, level: bool) -> None:
        if shot.effects is not None:
            shot.effects.draw(shot.frame, shot.window.ring, shot.lens, shot.time, level=level)

    def _draw_body(self, shot: Shot, actor: Actor, body: Body) -> None:
        flash = shot.scene.flashes.get(actor.entity, 0.0)
        width, height = actor.high[0] - actor.low[0], actor.high[2] - actor.low[2]
        mood = mood_of(
            airborne=body.airborne,
            squeezed=height < FLATTENED * width,
            blinking=blinks(actor.entity, shot.scene.tick),
            hurt=flash > 0.0,
        )
        look = _look(actor, shot.scene.tick, shot.target)
        positions = body.positions.astype(np.float32)
        positions[:, 0] += single(shot.scene.shaken.get(actor.entity, 0.0))
        self._slimes.draw(
            shot.frame,
            shot.window,
            shot.lens,
            actor.entity,
            body.topology,
            positions,
            body.palette,
            mood,
            look,
            flash,
        )

    def _draw_figure(self, shot: Shot, entity: int, figure: Figure) -> None:
        skeleton = shot.library.skeletons.get(figure.skeleton)
        if skeleton is not None:
            cones = dressed(
                self._wardrobe.fitting(figure.outfit, skeleton, figure.variant),
                figure.positions,
                figure.rotations,
                figure.root_rotation,
                figure.tails,
                blinking=blinks(entity, shot.scene.tick),
            )
            if shot.effects is not None:
                cones = squash_cones(cones, shot.effects.squash(entity, shot.time))
            cones[:, (0, 4)] += shot.scene.shaken.get(entity, 0.0)
            _flash_cones(cones, shot.scene.flashes.get(entity, 0.0))
            under = BroughtForward(shot.window.ring, shot.lens, shot.frame.shape)
            for box in shot.ledges.over(figure.root_position) if shot.ledges else ():
                under.bring(box, self._projection)
            self._characters.draw(shot.frame, shot.window, cones)
            under.take_back()

    def _decals(self, shot: Shot, actor: Actor) -> list[Decal]:
        if actor.is_figure:
            figure = shot.scene.figures.get(actor.entity)
            return _figure_decals(figure, shot.library) if figure else []
        x, y, _ = actor.middle
        radius = (actor.high[0] - actor.low[0]) / 2 * BODY_SPREAD
        glow = self._glows[self._slimes.palette(shot.scene.bodies[actor.entity].palette)]
        numbers = (x, y, actor.low[2], radius, BODY_SHADOW, BODY_GLOW, *glow)
        return [Decal(*(single(number) for number in numbers))]


def _flash_cones(cones: Floats, share: float) -> None:
    """Turns a share of the colour of cones into white light."""
    if share > 0.0:
        cones[:, COLOUR] += (255.0 - cones[:, COLOUR]) * (share * FLASH)
        cones[:, GLOW] = np.maximum(cones[:, GLOW], share * FLASH)


def _actors(scene: Scene) -> list[Actor]:
    actors = []
    for entity, body in scene.bodies.items():
        low, high = corners(body.positions)
        actors.append(Actor(-(low[1] + high[1]) / 2, is_figure=False, entity=entity, low=low, high=high))
    for entity, figure in scene.figures.items():
        x, y, z = figure.root_position.tolist()
        actors.append(Actor(-y, is_figure=True, entity=entity, low=(x, y, z), high=(x, y, z)))
    for entity in scene.worn.keys() & scene.places.keys() - scene.bodies.keys() - scene.figures.keys():
        x, y, z = scene.places[entity].tolist()
        nearness = -y - farness(scene.worn[entity])
        actors.append(Actor(nearness, is_figure=True, entity=entity, low=(x, y, z), high=(x, y, z)))
    return actors


def _in_sight(shot: Shot, actor: Actor) -> bool:
    """Whether an actor or its shadow may be in the frame."""
    height, width = shot.frame.shape
    x, y, z = actor.middle
    reach = max(high - low for low, high in zip(actor.low, actor.high, strict=True)) + OUT_OF_SIGHT
    across = shot.lens.scale * (x + shot.lens.shear * y) - shot.lens.left
    along = -shot.lens.scale * (z * shot.lens.cosine + y * shot.lens.sine) - shot.lens.top
    reach *= shot.lens.scale
    return bool(-reach < across < width + reach and -reach < along < height + reach)


@drawing_kernel
def corners(points: Floats) -> tuple[Point, Point]:
    """Lowest and highest corner of the box around points, shape [point_count, 3]."""
    x_low, y_low, z_low = points[0, 0], points[0, 1], points[0, 2]
    x_high, y_high, z_high = x_low, y_low, z_low
    for i in range(1, points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        x_low, y_low, z_low = min(x, x_low), min(y, y_low), min(z, z_low)
        x_high, y_high, z_high = max(x, x_high), max(y, y_high), max(z, z_high)
    return (x_low, y_low, z_low), (x_high, y_high, z_high)


def _figure_decals(figure: Figure, library: AnimationLibrary) -> list[Decal]:
    """Shadows of a character and of its feet."""
    x, y, z = figure.root_position.tolist()
    decals = [shadow_decal(x, y, z, FIGURE_RADIUS, FIGURE_SHADOW)]
    skeleton = library.skeletons.get(figure.skeleton)
    for foot in skeleton.bones if skeleton else ():
        ball = foot.replace(FOOT, BALL)
        if skeleton is not None and foot.startswith(FOOT) and ball in skeleton.bones:
            ankle = figure.positions[skeleton.index(foot)]
            x, y, _ = ((ankle + figure.positions[skeleton.index(ball)]) / 2).tolist()
            decals.append(shadow_decal(x, y, float(ankle[2]) - SOLE, FOOT_RADIUS, FOOT_SHADOW))
    return decals


def _look(actor: Actor, tick: float, target: Point | None) -> tuple[float, float]:
    """Where a slime looks: at a target that is near, else about."""
    aside, up = wandering_look(actor.entity, tick)
    if target is None:
        return aside, up
    target_aside, target_up, interest = look_at(actor.middle, target, INTEREST)
    return aside + (target_aside - aside) * interest, up + (target_up - up) * interest
