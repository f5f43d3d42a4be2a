"""What is shown over a level that is played: hearts, gems, its name, keys, and a darkness at its ends."""

import math
from functools import partial

import pygame

from components.events import Died, LevelCompleted, Respawned
from components.health import Health
from game.interface.brush import FAINT, GLOW, INK, PAPER, RIM, Brush
from game.interface.curtain import FALL, Curtain
from game.interface.shapes import gem, heart, key, plate
from game.interface.status import LINGER, Status, gems_text, status_of
from game.interface.watched import Watched, component_of

MARGIN, ICON = 20.0, 34.0
"""Room at the edges and size of hearts and gems [units]."""
NAME_TIME, NAME_FADE = 2.6, 0.8
HINT_TIME, HINT_FADE = 9.0, 1.5
"""How long a level's name and its keys stay, and how long they take to go [s]."""

Hints = tuple[tuple[str, str], ...]
"""Keys and what they do, such as ("A D", "walk")."""


class Overlay:
    """Watches a simulation's ticks and draws how things stand."""

    def __init__(self, hints: Hints = (), slime_hints: Hints = ()) -> None:
        """Hints are shown along the lower edge while a level begins; others where its hero is a slime."""
        self._hints, self._slime_hints = hints, slime_hints
        self.curtain = Curtain()
        """Falls when the hero dies or the level is over."""
        self.status = Status()
        """How things stood after the last tick."""
        self._brush = Brush()
        self._completed = 0.0

    def observe(self, simulation: Watched) -> None:
        """A tick has run, or the level stands at its beginning."""
        self.status = status_of(simulation)
        elapsed = 1.0 / simulation.tick_rate
        if self.status.time == 0.0:
            self.curtain.drop()
        for event in simulation.events if self.status.time else ():
            self._take(event, simulation)
        self._completed = self._completed + elapsed if self.status.completed else 0.0
        self.curtain.advance(elapsed)

    @property
    def hints(self) -> Hints:
        """What keys do, for who plays this hero."""
        return self._slime_hints if self.status.is_slime else self._hints

    @property
    def ended(self) -> bool:
        """Whether the goal of a level without a next one was reached a moment ago."""
        return self.status.completed and not self.status.next_level and self._completed >= LINGER

    def draw(self, picture: pygame.Surface, *, hints: bool = False) -> None:
        """Draws over the picture of the level; with hints whenever they are asked for."""
        self._brush.onto(picture)
        self._draw_hearts()
        self._draw_counts()
        time = self.status.time
        self._draw_name(fading(time, NAME_TIME, NAME_FADE))
        self._draw_hints(1.0 if hints else fading(time, HINT_TIME, HINT_FADE))
        if self.status.completed:
            self._draw_completed(min(1.0, self._completed / 0.25))
        elif self.status.waiting:
            self._draw_missing()
        self._brush.dim(self.curtain.darkness)

    def _take(self, event: object, simulation: Watched) -> None:
        match event:
            case LevelCompleted(next_level=following) if following:
                self.curtain.fall(after=LINGER - FALL)
            case Died(entity=entity):
                health = component_of(simulation, Health, entity)
                if health is not None and health.comes_back:
                    self.curtain.fall(after=max(0.0, health.down_time - FALL))
            case Respawned(entity=entity):
                health = component_of(simulation, Health, entity)
                if health is not None and health.comes_back and not self.status.completed:
                    self.curtain.drop()

    def _draw_hearts(self) -> None:
        for place in range(math.ceil(self.status.maximum)):
            share = min(max(self.status.points - place, 0.0), 1.0)
            drop = 3.0 * math.sin(40.0 * self.status.time + place) if self.status.hurt else 0.0
            picture = self._brush.picture(("heart", share), partial(_new_heart, share))
            self._brush.place(picture, (MARGIN + place * ICON * 0.98, MARGIN + drop), anchor="topleft")

    def _draw_counts(self) -> None:
        status, right = self.status, self._brush.size[0] - MARGIN
        if status.all_gems:
            picture = self._brush.picture("gem", lambda unit: gem(ICON * unit))
            right = self._draw_count(picture, f"{status.gems} / {status.all_gems}", right)
        if status.needed_keys:
            picture = self._brush.picture("key", lambda unit: key(ICON * unit))
            self._draw_count(picture, f"{status.keys} / {status.needed_keys}", right)

    def _draw_count(self, icon: pygame.Surface, text: str, right: float) -> float:
        """A picture and a number; returns where there is room to the left of them [units]."""
        middle = MARGIN + ICON / 2
        written = self._brush.write(text, 30, (right, middle), anchor="midright")
        edge = written.left / self._brush.unit - 8
        self._brush.place(icon, (edge, middle), anchor="midright")
        return edge - ICON - 22

    def _draw_name(self, strength: float) -> None:
        middle = self._brush.size[0] / 2
        self._brush.write(self.status.name, 44, (middle, 120), strength=strength)

    def _draw_hints(self, strength: float) -> None:
        if strength > 0.0:
            x, y = MARGIN, self._brush.size[1] - MARGIN
            for name, meaning in self.hints:
                cap = self._brush.picture(("cap", name), partial(self._cap, name))
                x = (
                    self._brush.place(cap, (x, y), anchor="bottomleft", strength=strength).right
                    / self._brush.unit
                )
                line = y - cap.get_height() / 2 / self._brush.unit
                x = (
                    self._brush.write(
                        meaning, 19, (x + 7, line), colour=FAINT, anchor="midleft", strength=strength
                    ).right
                    / self._brush.unit
                    + 16
                )

    def _cap(self, name: str, unit: float) -> pygame.Surface:
        text = self._brush.text(name, 18)
        height = text.get_height() + 8 * unit
        cap = plate((max(text.get_width() + 16 * unit, height), height), PAPER, 200, rim=RIM)
        cap.blit(text, text.get_rect(center=cap.get_rect().center))
        return cap

    def _draw_completed(self, strength: float) -> None:
        middle, height = self._brush.size[0] / 2, self._brush.size[1]
        grown = 1.0 + 0.5 * (1.0 - strength) ** 2
        self._brush.write(
            f"{self.status.name} done!", 68 * grown, (middle, 0.36 * height), colour=GLOW, strength=strength
        )
        self._brush.write(gems_text(self.status), 32, (middle, 0.36 * height + 62), strength=strength)

    def _draw_missing(self) -> None:
        missing = self.status.needed_keys - self.status.keys
        middle, height = self._brush.size[0] / 2, self._brush.size[1]
        text = (
            "The door is locked: find the key"
            if missing == 1
            else f"The door is locked: {missing} keys to find"
        )
        self._brush.write(text, 30, (middle, height - 110), colour=INK)


def _new_heart(share: float, unit: float) -> pygame.Surface:
    return heart(ICON * unit, share)


def fading(time: float, stay: float, fade: float) -> float:
    """Strength of something that stays for a time and then goes [1]."""
    return min(max((stay + fade - time) / fade, 0.0), 1.0)
