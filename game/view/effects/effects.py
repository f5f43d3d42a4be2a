"""What is shown of the events of each tick."""

from functools import singledispatchmethod

import numpy as np

from components.events import (
    CheckpointReached,
    Died,
    Footstep,
    GoalLocked,
    Hit,
    Hopped,
    ImpulseApplied,
    Jumped,
    Landed,
    LevelCompleted,
    Merged,
    Noticed,
    PickedUp,
    Respawned,
    Split,
)
from components.world import Events
from game.view.arrays import Floats, Floats32, Pixels
from game.view.effects import bursts
from game.view.effects.bursts import Burst, particles
from game.view.effects.draw import draw_particles
from game.view.effects.happening import Happening
from game.view.effects.palette import ALARM, CONFETTI, LIGHT, PICKED, REFUSED, WARM, EffectColours
from game.view.effects.pool import FLOOR, PLACE, Pool
from game.view.effects.squash import squash_after
from game.view.projection import Lens
from game.view.scene import Scene
from game.view.source import Watched, resource_or
from game.view.theme import Theme

UP = np.array((0.0, 0.0, 1.0))
FULL_LANDING = 800.0
"""Landing speed that raises all the dust there is [cm/s]."""
RING_SPEED = 330.0
"""Landing speed from which a ring runs outward [cm/s]."""
STRONG_PUSH = 120.0
"""Push from which a soft body loses drops [cm/s]."""
HEEL = 9.0
"""How far behind a foot its dust rises [cm]."""
FIRST_STRIKE = 1 << 20
"""Order of what shows of strikes: after all events."""
SLASH_AT = 0.4
"""Where on the way of a blow its light is [1]."""


class Effects:
    """Particles, and landings that still show, of one level in one theme."""

    def __init__(self, theme: Theme) -> None:
        self._colours = EffectColours(theme)
        self._pool = Pool()
        self._landings: dict[int, tuple[float, float]] = {}
        self._striking: set[int] = set()
        self._tick = -1
        self._order = 0
        self._time = 0.0
        self._tick_length = 1.0 / 60.0

    def observe(self, simulation: Watched, before: Scene, now: Scene) -> None:
        """Takes in what happened in the last tick; after a step back in time it begins anew."""
        tick = simulation.tick_count
        if tick < self._tick:
            self._pool.clear()
            self._landings.clear()
        if tick == self._tick:
            return
        self._tick, self._tick_length = tick, 1.0 / simulation.tick_rate
        self._time = tick * self._tick_length
        moment = Happening(simulation, before, now)
        for order, event in enumerate(resource_or(simulation, Events, Events()).items):
            self._order = order * 16
            self._show(event, moment)
        self._show_strikes(moment)

    def draw(self, frame: Pixels, ring: Floats32, lens: Lens, time: float, *, level: bool) -> None:
        """Draws what is there at a time [s]: what lies level, or everything else."""
        rows = self._pool.alive(time)  # if there are none, too, so that the first blow finds it compiled
        draw_particles(frame, ring, lens, rows, level=level)

    def count(self, time: float) -> int:
        """How many particles are there at a time [s]."""
        return len(self._pool.alive(time))

    def squash(self, entity: int, time: float) -> float:
        """Share of its height that a character has lost at a time [s]."""
        began, speed = self._landings.get(entity, (0.0, 0.0))
        return squash_after(speed, time - began)

    def burst(
        self,
        burst: Burst,
        point: Floats,
        colours: Floats,
        *,
        direction: Floats = UP,
        share: float = 1.0,
        floor: float | None = None,
        along: Floats | None = None,
    ) -> None:
        """Adds a burst of now, from its point on along a way [cm]."""
        seed = (self._tick, self._order)
        self._order += 1
        rows = particles(
            burst, point=point, direction=direction, colours=colours, time=self._time, seed=seed, share=share
        )
        if burst.falls and floor is not None:
            rows[:, FLOOR] = floor
        if along is not None:
            rows[:, PLACE] += np.linspace(0.0, 1.0, len(rows))[:, None] * along
        self._pool.add(rows)

    def _show_strikes(self, moment: Happening) -> None:
        """A sickle of light where a blow goes, and light behind the hand that strikes."""
        strikes = moment.strikes()
        for number, (entity, strike) in enumerate(strikes.items()):
            self._order = FIRST_STRIKE + number * 16
            if entity not in self._striking:
                way = strike.end - strike.start
                slash = bursts.SLASH._replace(size=(strike.radius, strike.radius))
                direction = way / max(float(np.linalg.norm(way)), 1.0)
                self.burst(slash, strike.start + way * SLASH_AT, WARM[1:2], direction=direction)
            hand = moment.hand(entity)
            if hand is not None:
                self.burst(bursts.TRAIL, hand[1], WARM[1:2], along=hand[0] - hand[1])
        self._striking = set(strikes)

    @singledispatchmethod
    def _show(self, event: object, moment: Happening) -> None:
        """Shows an event; those of other kinds are not shown."""

    @_show.register
    def _(self, event: Footstep, moment: Happening) -> None:
        way = moment.way(event.entity)
        heel = event.point - way * HEEL
        self.burst(bursts.FOOT_DUST, heel, self._dust(moment, event.entity), direction=-way)

    @_show.register
    def _(self, event: Jumped, moment: Happening) -> None:
        self.burst(bursts.JUMP_DUST, moment.feet(event.entity), self._dust(moment, event.entity))

    @_show.register
    def _(self, event: Landed, moment: Happening) -> None:
        self._landings[event.entity] = (self._time, event.speed)
        share, dust = min(event.speed / FULL_LANDING, 1.0), self._dust(moment, event.entity)
        self.burst(bursts.LAND_DUST, event.point, dust, share=share)
        if event.speed > RING_SPEED:
            self.burst(bursts.LAND_RING, event.point + UP * 2.0, LIGHT * 0.5 * share)
            self.burst(bursts.LAND_CHIPS, event.point, dust, share=share, floor=float(event.point[2]))

    @_show.register
    def _(self, event: Hit, moment: Happening) -> None:
        self.burst(bursts.HIT_FLASH, event.point, LIGHT)
        self.burst(bursts.HIT_STARS, event.point, WARM, direction=event.normal)
        palette = moment.palette(event.victim)
        if palette is not None:
            self.burst(
                bursts.GOO,
                event.point,
                self._colours.goo(palette),
                direction=event.normal,
                floor=moment.below(event.victim),
            )

    @_show.register
    def _(self, event: Died, moment: Happening) -> None:
        palette = moment.palette(event.entity)
        colours = self._colours.cloud() if palette is None else self._colours.goo(palette)
        self.burst(bursts.GOO_MIST, event.point, colours)
        if palette is None:
            self.burst(bursts.SPAWN_STARS, event.point, WARM)
        else:
            self.burst(bursts.GOO_DEATH, event.point, colours, floor=moment.below(event.entity))

    @_show.register
    def _(self, event: Split | Merged, moment: Happening) -> None:
        palette = moment.palette(event.entity)
        if palette is not None:
            self.burst(bursts.GOO_MIST, event.point, self._colours.goo(palette))

    @_show.register
    def _(self, event: Hopped, moment: Happening) -> None:
        palette = moment.palette(event.entity)
        place = moment.place(event.entity)
        if palette is not None and place is not None:
            floor = moment.below(event.entity)
            foot = np.array((place[0], place[1], floor))
            self.burst(bursts.GOO_HOP, foot, self._colours.goo(palette), floor=floor)

    @_show.register
    def _(self, event: ImpulseApplied, moment: Happening) -> None:
        palette = moment.palette(event.entity)
        if palette is not None and event.strength > STRONG_PUSH:
            floor = moment.below(event.entity)
            self.burst(
                bursts.PUSH_DROPS,
                event.point,
                self._colours.goo(palette),
                direction=event.normal,
                floor=floor,
            )

    @_show.register
    def _(self, event: PickedUp, moment: Happening) -> None:
        del moment
        colours = PICKED.get(event.kind, WARM)
        self.burst(bursts.PICK_FLASH, event.point, colours[-1:])
        self.burst(bursts.PICK_STARS, event.point, colours)
        self.burst(bursts.PICK_SPARKS, event.point, colours)

    @_show.register
    def _(self, event: GoalLocked, moment: Happening) -> None:
        place = moment.place(event.entity)
        if place is not None:
            self.burst(bursts.LOCKED_FLASH, place + UP * 40.0, REFUSED[:1])
            self.burst(bursts.LOCKED_SPARKS, place + UP * 40.0, REFUSED)

    @_show.register
    def _(self, event: CheckpointReached, moment: Happening) -> None:
        self._cheer(moment.place(event.entity), moment)

    @_show.register
    def _(self, event: LevelCompleted, moment: Happening) -> None:
        self._cheer(moment.place(event.entity), moment)
        self._cheer(moment.place(event.by), moment)

    @_show.register
    def _(self, event: Respawned, moment: Happening) -> None:
        place = moment.place(event.entity)
        if place is not None:
            self.burst(bursts.PUFF_OF_SPAWN, place, self._colours.cloud())
            self.burst(bursts.SPAWN_STARS, place, WARM)

    @_show.register
    def _(self, event: Noticed, moment: Happening) -> None:
        top = moment.top(event.entity)
        if top is not None:
            self.burst(bursts.NOTICE, top, ALARM)

    def _cheer(self, place: Floats | None, moment: Happening) -> None:
        del moment
        if place is not None:
            self.burst(bursts.CHEER, place, CONFETTI)
            self.burst(bursts.CHEER_STARS, place + UP * 40.0, WARM)

    def _dust(self, moment: Happening, entity: int) -> Floats:
        return self._colours.dust(moment.material(entity))
