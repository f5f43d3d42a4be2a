"""What is written over the picture: keys, the level's name, and a pause."""

from dataclasses import dataclass, field

import pygame

from components.world import LevelInfo, TickCount
from game.text import Writer
from game.view.pixels import alpha_surface, darken
from game.view.source import Watched, resource_or

CAP, LABEL, TITLE, BANNER = 16, 17, 26, 64
"""Heights of letters [px at a frame of 720 rows]."""
PAPER, RIM, INK, FAINT = (18, 16, 42), (150, 170, 255), (235, 238, 255), (190, 196, 235)
MARGIN, GAP = 16, 14
TITLE_TIME, TITLE_FADE = 3.0, 1.0
"""How long a level's name stays, and how long it takes to go [s]."""
DIM = (96, 96, 116)
"""What a paused picture is multiplied by."""


@dataclass(slots=True)
class Hud:
    """What is written over the picture; by default nothing is."""

    keys: tuple[tuple[str, str], ...] = ()
    """Keys and what they do, such as ("A D", "walk"), along the lower edge."""
    title: bool = False
    """Whether the level's name is shown at its start."""
    paused: bool = False
    """Whether the picture is dimmed and says so."""
    hint: str = ""
    """A line under the word "Paused"."""
    _writer: Writer = field(default_factory=Writer)

    def draw(self, frame: pygame.Surface, simulation: Watched) -> None:
        """Writes over a frame."""
        unit = frame.get_height() / 720
        if self.title:
            self._draw_title(frame, simulation, unit)
        if self.keys:
            self._draw_keys(frame, unit)
        if self.paused:
            self._draw_pause(frame, unit)

    def _draw_title(self, frame: pygame.Surface, simulation: Watched, unit: float) -> None:
        time = resource_or(simulation, TickCount, TickCount()).value / simulation.tick_rate
        strength = min(max((TITLE_TIME + TITLE_FADE - time) / TITLE_FADE, 0.0), 1.0)
        name = resource_or(simulation, LevelInfo, LevelInfo()).name
        if name and strength > 0.0:
            text = self._writer.line(name, TITLE * unit, INK)
            text.set_alpha(round(255 * strength))
            frame.blit(text, ((frame.get_width() - text.get_width()) // 2, round(2 * MARGIN * unit)))

    def _draw_keys(self, frame: pygame.Surface, unit: float) -> None:
        x, bottom = round(MARGIN * unit), frame.get_height() - round(MARGIN * unit)
        for key, meaning in self.keys:
            cap = self._cap(key, unit)
            label = self._writer.line(meaning, LABEL * unit, FAINT)
            frame.blit(cap, (x, bottom - cap.get_height()))
            x += cap.get_width() + round(6 * unit)
            frame.blit(label, (x, bottom - (cap.get_height() + label.get_height()) // 2))
            x += label.get_width() + round(GAP * unit)

    def _cap(self, key: str, unit: float) -> pygame.Surface:
        return self._writer.kept(("cap", key, unit), lambda: self._new_cap(key, unit))

    def _new_cap(self, key: str, unit: float) -> pygame.Surface:
        text = self._writer.line(key, CAP * unit, INK)
        width, height = text.get_width() + round(14 * unit), text.get_height() + round(8 * unit)
        cap = alpha_surface((max(width, height), height))
        corner = round(5 * unit)
        pygame.draw.rect(cap, (*PAPER, 205), cap.get_rect(), border_radius=corner)
        pygame.draw.rect(cap, (*RIM, 120), cap.get_rect(), 1, border_radius=corner)
        cap.blit(text, text.get_rect(center=cap.get_rect().center))
        return cap

    def _draw_pause(self, frame: pygame.Surface, unit: float) -> None:
        darken(frame, DIM)
        middle = frame.get_rect().center
        banner = self._writer.line("Paused", BANNER * unit, INK)
        frame.blit(banner, banner.get_rect(center=middle))
        if self.hint:
            hint = self._writer.line(self.hint, LABEL * unit, FAINT)
            frame.blit(hint, hint.get_rect(midtop=(middle[0], middle[1] + round(36 * unit))))
