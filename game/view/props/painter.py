"""Draws things: cones, cut stones, flags, and the light around them."""

import math

import numpy as np
import pygame

from game.view.arrays import FAR, Floats, Pixels
from game.view.backdrop.air import paint_glow
from game.view.cones.composite import put_on_frame
from game.view.cones.cones import END_RADIUS, START_RADIUS, depth_origin, light_ball, see_cones
from game.view.cones.raster import Box, cone_tile, cones_box, draw_cones
from game.view.decals import Decal, shadow_decal
from game.view.pixels import surface_of_rgb
from game.view.projection import Projection, depth_of
from game.view.props.facets import draw_facets, faces_box, lit_faces, move_points
from game.view.props.model import Model, State, model_named
from game.view.props.shape import Shape, cloth_faces, shape_of
from game.view.props.sight import Prop
from game.view.slimes.shade import Window
from game.view.theme import Theme, rgb

SHADOW = 0.4
"""How dark shadows of things are."""
FLOATING = 30.0
"""How far under its place the lowest point of what floats is taken to be [cm]."""
REACH = 280.0
"""No thing is larger [cm]."""
POP = 18.0
"""Ticks in which a thing swells when its state changes."""
SWELL = 0.16
BOB_RATE, BEAT_RATE, SWAY_RATE = 2.4, 5.6, 1.7
"""How fast things bob, beat and sway [rad/s]."""


class PropPainter:
    """Draws things into frames of one size."""

    def __init__(self, theme: Theme, projection: Projection, size: tuple[int, int]) -> None:
        self._ball = light_ball(theme.light)
        self._projection = projection
        self._tile = cone_tile(size[0] * size[1])
        self._glows: dict[tuple[str, int], pygame.Surface] = {}
        self._rehearse()

    def _rehearse(self) -> None:
        """Draws on a frame of one pixel, so that nothing has to be compiled while a level is played."""
        window = Window(np.full((1, 1), -FAR, dtype=np.float32), 0, 0)
        frame = np.zeros((1, 1), dtype=np.uint32)
        self.draw(frame, window, 0, Prop("gem", np.zeros(3), State.IDLE, 0.0), 0.0, 0.0)

    def in_sight(self, prop: Prop, window: Window, size: tuple[int, int]) -> bool:
        """Whether a thing may be seen in a frame of that size [px]."""
        seen, (x, y, z) = self._projection, prop.place.tolist()
        u = seen.scale * (x + seen.shear * y) - window.left
        v = -seen.scale * (z * seen.cosine + y * seen.sine) - window.top
        reach = REACH * seen.scale
        return bool(-reach < u < size[0] + reach and -reach < v < size[1] + reach)

    def shadow(self, prop: Prop) -> Decal | None:
        """The shadow of a thing."""
        model = model_named(prop.model)
        if not model.shadow:
            return None
        x, y, z = prop.place.tolist()
        lowest = z if model.stands else z - FLOATING
        return shadow_decal(x, y + model.set_back, lowest, model.shadow, SHADOW)

    def draw_glows(self, frame: pygame.Surface, entity: int, prop: Prop, window: Window, time: float) -> None:
        """Adds the light around a thing."""
        model = model_named(prop.model)
        for glow in model.glows:
            if glow.when in {State.ALWAYS, prop.state}:
                radius = max(1, round(glow.radius * self._projection.scale))
                light = self._glow(model.colours[glow.colour], radius)
                place = resting_place(model, prop, entity, time) + glow.place
                u, v, _ = self._projection.project(place).tolist()
                corner = (round(u - window.left) - radius, round(v - window.top) - radius)
                frame.blit(light, corner, special_flags=pygame.BLEND_RGB_ADD)

    def draw(self, frame: Pixels, window: Window, entity: int, prop: Prop, tick: float, time: float) -> None:
        """Draws a thing where the level is not nearer."""
        cones, faces = placed(entity, prop, tick, time)
        height, width = frame.shape
        lens = self._projection.lens(window.left, window.top)
        origin = float(depth_of(lens, float(prop.place[1]), float(prop.place[2]))) - REACH
        seen, flat = see_cones(cones, lens), lit_faces(faces, self._ball, lens, origin)
        if len(cones):  # see_cones measures depth from its own nearest start
            seen[:, (2, 6)] += (depth_origin(cones, lens) - origin) * self._projection.scale
        box = _union([cones_box(seen, width, height), faces_box(flat, width, height)])
        if box.width > 0 and box.height > 0:
            draw_cones(seen, self._ball, self._tile, box)
            draw_facets(flat, self._tile, box)
            centimetre = 1.0 / self._projection.scale
            put_on_frame(frame, window.ring, self._tile, box, window.left, window.top, centimetre, origin)

    def _glow(self, colour: str, radius: int) -> pygame.Surface:
        key = (colour, radius)
        if key not in self._glows:
            self._glows[key] = surface_of_rgb(paint_glow(radius, colour, 2.2))
        return self._glows[key]


def resting_place(model: Model, prop: Prop, entity: int, time: float) -> Floats:
    """Where a thing's middle is at a time [cm], shape [3]: things bob, each in its own time."""
    bob = model.bob * math.sin(BOB_RATE * time + entity * 1.7)
    place: Floats = prop.place + np.array((0.0, model.set_back, bob))
    return place


def placed(entity: int, prop: Prop, tick: float, time: float) -> tuple[Floats, Floats]:
    """Cones and faces of a thing in the world at a time [s]."""
    model = model_named(prop.model)
    shape = shape_of(model.name, prop.state)
    turn = model.spin * time + model.sway * math.sin(SWAY_RATE * time + entity)
    turn = math.radians(turn + (40.0 * entity if model.spin else 0.0))
    x, y, z = resting_place(model, prop, entity, time).tolist()
    swollen = model.beat * max(math.sin(BEAT_RATE * time + entity), 0.0) ** 4
    size = 1.0 + swollen + SWELL * _swelling(prop, tick)
    cones, faces = shape.cones.copy(), _all_faces(shape, model, time)
    for first in (0, 4):
        move_points(cones, first, (x, y, z), size, math.cos(turn), math.sin(turn))
    for first in (0, 3, 6):
        move_points(faces, first, (x, y, z), size, math.cos(turn), math.sin(turn))
    cones[:, (START_RADIUS, END_RADIUS)] *= size
    return cones, faces


def _swelling(prop: Prop, tick: float) -> float:
    """How much of its swelling a thing shows: none when it has been like this from the beginning."""
    age = tick - prop.since
    return math.sin(math.pi * age / POP) if prop.since > 0.0 and 0.0 <= age < POP else 0.0


def _all_faces(shape: Shape, model: Model, time: float) -> Floats:
    cloths = [
        cloth_faces(cloth, np.array([rgb(model.colours[name]) for name in cloth.colours]), time)
        for cloth in shape.cloths
    ]
    return np.concatenate([shape.faces, *cloths]) if cloths else shape.faces.copy()


def _union(boxes: list[Box]) -> Box:
    """The smallest rectangle around boxes that are not empty."""
    known = [box for box in boxes if box.width > 0 and box.height > 0]
    if not known:
        return Box(0, 0, 0, 0)
    left, top = min(box.left for box in known), min(box.top for box in known)
    right = max(box.left + box.width for box in known)
    bottom = max(box.top + box.height for box in known)
    return Box(left, top, right - left, bottom - top)
