"""A player for tests: follows a route, jumps what is in the way, and strikes what comes at it."""

import math
from dataclasses import dataclass, field, replace

from components.arrays import Floats, vector
from components.attack import AttackState, ContactAttack
from components.character import CharacterState, GroundContact
from components.collider import Layer
from components.events import Respawned
from components.goal import Progress
from components.terrain import PlatformMotion, Terrain
from components.transform import Transform, Velocity
from game.simulation import Simulation
from systems.collision.layers import layer_bits
from systems.collision.query import line_trace

SOLID = layer_bits((Layer.TERRAIN, Layer.PLATFORM))
REACH = 290.0
"""How far it jumps at most [cm]."""
BOARDING = 225.0
"""How near a platform's middle must be to jump on to it [cm]."""
BRAKING = 900.0
"""How fast it slows down in the air [cm/s²]."""
ALERT = 230.0
"""How near it stops for somebody hostile [cm]."""
STRIKE = 185.0
"""How near it strikes [cm]."""
WAIT = 90
"""How long it waits for somebody to come before it goes to meet them [ticks]."""
FIGHT = 600
"""How long it bothers about somebody at all [ticks]."""
STILL = 0.5
"""Way in a tick that counts as none [cm]."""
PATIENCE = 6
"""How long it runs against something before it jumps [ticks]."""
NEAR = 14.0
"""How near to a place counts as there [cm]."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on a route."""

    x: float
    """World X [cm]."""
    leap: bool = False
    """Whether to get there by a jump from where the last stop was."""
    board: str = ""
    """The platform to get on to; then X is where that is."""
    above: float | None = None
    """Height of the feet from which on it counts: to be carried up to [cm]."""
    drop: bool = False
    """Whether to get there without a look at what is below."""


@dataclass
class Bot:
    """Decides what to hold, tick by tick."""

    simulation: Simulation
    route: list[Stop]
    stop: int = 0
    stuck: int = 0
    x_before: float = 0.0
    jumping: float | None = None
    released: bool = True
    fighting: int = 0
    told: list[object] = field(default_factory=list)
    log: list[frozenset[str]] = field(default_factory=list)

    def tick(self) -> None:
        """Runs one tick."""
        held = frozenset(self.decide())
        self.released = "jump" not in held
        self.log.append(held)
        self.simulation.tick(held)
        self.told = self.simulation.events

    @property
    def completed(self) -> bool:
        """Whether the goal has been reached."""
        return self.simulation.component(self.simulation.named("hero"), Progress).completed

    @property
    def place(self) -> Floats:
        """Where the hero is [cm], shape [3]."""
        return self.simulation.component(self.simulation.named("hero"), Transform).position

    def decide(self) -> list[str]:
        """What to hold this tick."""
        hero, place = self.simulation.named("hero"), self.place
        moved, self.x_before = abs(float(place[0]) - self.x_before), float(place[0])
        self.rejoin(hero)
        if not self.simulation.component(hero, GroundContact).grounded:
            return self.fly(hero, place)
        self.jumping = None
        fight = self.fight(hero, place)
        if fight is not None:
            return fight
        self.stuck = self.stuck + 1 if moved < STILL else 0
        if self.is_there(hero, place, self.current_stop()):
            self.stop = min(self.stop + 1, len(self.route) - 1)
        return self.go(hero, place, self.current_stop())

    def is_there(self, hero: int, place: Floats, stop: Stop) -> bool:
        """Whether a stop has been reached."""
        high = stop.above is None or float(place[2]) - 88.0 >= stop.above
        return abs(float(place[0]) - stop.x) < NEAR and high and self.is_aboard(hero, stop)

    def go(self, hero: int, place: Floats, stop: Stop) -> list[str]:
        """Goes to a stop on foot or by a jump."""
        way = stop.x - float(place[0])
        side = "right" if way > 0 else "left"
        if stop.board and not self.is_aboard(hero, stop):
            return self.get_on(stop, place, side)
        if abs(way) < NEAR:
            return []
        if stop.leap:
            return self.leap(stop, side) if abs(way) < REACH and self.has_ground(stop.x) else []
        return self.walk(place, stop, way, side)

    def walk(self, place: Floats, stop: Stop, way: float, side: str) -> list[str]:
        """Runs, and jumps over what it gets stuck at and over gaps with ground behind them."""
        sign = math.copysign(1.0, way)
        if stop.drop or self.ground_ahead(place, sign * min(60.0, abs(way))):
            speed = [side] if abs(way) < 60.0 else [side, "run"]
            if self.stuck > PATIENCE and self.released:
                self.jumping = stop.x
                return [*speed, "jump"]
            return speed
        for gap in range(80, 300, 20):
            if self.ground_ahead(place, sign * gap):
                self.jumping = float(place[0]) + sign * (gap + 25.0)
                return [side, "run", "jump"] if self.released else [side]
        return []

    def current_stop(self) -> Stop:
        """The stop to go to, where it is now."""
        stop = self.route[self.stop]
        if not stop.board:
            return stop
        platform = self.simulation.named(stop.board)
        return replace(stop, x=float(self.simulation.component(platform, Transform).position[0]))

    def is_aboard(self, hero: int, stop: Stop) -> bool:
        """Whether the hero stands on the platform of a stop, if that has one."""
        ground = self.simulation.component(hero, GroundContact)
        return not stop.board or ground.entity == self.simulation.named(stop.board)

    def get_on(self, stop: Stop, place: Floats, side: str) -> list[str]:
        """Goes to the edge, waits there until the platform is near, and jumps on to it."""
        way = stop.x - float(place[0])
        platform = self.simulation.component(self.simulation.named(stop.board), Transform)
        climb = float(platform.position[2] - place[2]) + 100.0
        if abs(way) < BOARDING and -150.0 < climb < 110.0:
            return self.leap(stop, side)
        if self.ground_ahead(place, math.copysign(30.0, way)):
            return [side] if abs(way) < 400.0 else [side, "run"]
        return []

    def rejoin(self, hero: int) -> None:
        """After a return to a checkpoint, goes on with the stop before that is nearest."""
        came_back = any(isinstance(e, Respawned) and e.entity == hero for e in self.told)
        if came_back:
            x = float(self.place[0])
            fixed = [i for i in range(self.stop + 1) if not self.route[i].board]
            self.stop = min(fixed, key=lambda i: abs(self.route[i].x - x), default=0)

    def leap(self, stop: Stop, side: str) -> list[str]:
        """Takes off for a stop."""
        if not self.released:
            return []
        self.jumping = stop.x
        return [side, "run", "jump"]

    def fly(self, hero: int, place: Floats) -> list[str]:
        """Steers in the air: comes to rest over where it wants to land."""
        if self.jumping is None:
            return []
        stop = self.current_stop()
        goal = stop.x if stop.board else self.jumping
        speed = float(self.simulation.component(hero, Velocity).linear[0])
        way = goal - float(place[0]) - speed * abs(speed) / (2.0 * BRAKING)
        hold = ["jump"] if not self.released else []
        if abs(way) < NEAR:
            return hold
        return [*hold, "right" if way > 0 else "left", "run"]

    def fight(self, hero: int, place: Floats) -> list[str] | None:
        """Waits for hostile slimes and strikes them; None where there are none, or one keeps it too long."""
        if self.simulation.component(hero, AttackState).time >= 0.0:
            self.fighting += 1
            return []
        way = min(self.hostile_ways(place), key=abs, default=math.inf)
        self.fighting = self.fighting + 1 if abs(way) < ALERT else 0
        if not 0 < self.fighting < FIGHT:
            return None
        facing = math.copysign(1.0, way)
        if self.simulation.component(hero, CharacterState).facing != facing:
            return ["right" if way > 0 else "left"]
        if abs(way) >= STRIKE:
            return ["right" if way > 0 else "left"] if self.fighting > WAIT else []
        return ["attack"] if "attack" not in self.log[-1] else []

    def hostile_ways(self, place: Floats) -> list[float]:
        """How far along X everybody is that hurts by touch and is on a level with the hero [cm]."""
        slimes = self.simulation.entities_with(ContactAttack, Transform)
        offsets = [there.position - place for _, (_, there) in slimes]
        return [float(x) for x, _, z in offsets if -90.0 < z < 100.0]

    def ground_ahead(self, place: Floats, ahead: float) -> bool:
        """Whether there is ground not far below the feet, or a wall."""
        start = place + vector(ahead)
        terrain, motion = self.simulation.resource(Terrain), self.simulation.resource(PlatformMotion)
        end = start - vector(0.0, 0.0, 88.0 + 150.0)
        found = line_trace(terrain.arrays, motion.arrays, start, end, layer_mask=SOLID)
        return found.hit or found.started_inside

    def has_ground(self, x: float) -> bool:
        """Whether something to land on is at a place that a jump reaches."""
        place = self.place
        terrain, motion = self.simulation.resource(Terrain), self.simulation.resource(PlatformMotion)
        start = vector(x, 0.0, float(place[2]) - 88.0 + 130.0)
        end = start - vector(0.0, 0.0, 130.0 + 110.0)
        return line_trace(terrain.arrays, motion.arrays, start, end, layer_mask=SOLID).hit
