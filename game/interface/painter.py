"""Draws the screens that stand round a level."""

import math
from collections.abc import Callable
from functools import lru_cache
from importlib import resources

import pygame

from game.interface.brush import FAINT, GLOW, INK, PAPER, RIM, Brush
from game.interface.screens import Card, LevelsScreen, ListScreen, Screen, TitleScreen
from game.interface.shapes import plate

PICTURE = "title.jpg"
"""What stands behind the title; drawn by this project's own view."""
LINE, LETTERS = 54.0, 34.0
"""Distance of lines and height of letters of a menu [units]."""
CARD = (348.0, 196.0)
"""Size of a level's picture [units]."""
GAP = 30.0
DARK, DUSK = 0.62, 0.28
"""How much of what stands behind menus is hidden, and behind the title."""

Pictures = Callable[[Card], pygame.Surface | None]
"""The picture of a level, or None where there is none yet."""


class ScreenPainter:
    """Draws screens at a time [s], which moves only what is decoration."""

    def __init__(self, pictures: Pictures) -> None:
        """Pictures gives what levels look like."""
        self._pictures = pictures
        self._brush = Brush()
        self._touchable: list[pygame.Rect] = []

    def touched(self, point: tuple[int, int]) -> int | None:
        """Which of the things that were drawn last is at a point of the picture [px], or None."""
        for place, area in enumerate(self._touchable):
            if area.collidepoint(point):
                return place
        return None

    def draw(self, surface: pygame.Surface, screen: Screen, time: float, *, over_level: bool) -> None:
        """Draws a screen, over the picture of a level where there is one already."""
        self._brush.onto(surface)
        if not over_level:
            self._draw_behind()
        self._touchable = []
        self._brush.dim(DUSK if isinstance(screen, TitleScreen) else DARK)
        match screen:
            case LevelsScreen():
                self._draw_levels(screen, time)
            case TitleScreen():
                self._draw_title(screen, time)
            case ListScreen():
                self._draw_list(screen, time)

    def draw_loading(self, surface: pygame.Surface, title: str, share: float, remark: str) -> None:
        """Draws how far something has come that has to be waited for."""
        self._brush.onto(surface)
        self._draw_behind()
        self._brush.dim(DARK)
        middle, height = self._brush.size[0] / 2, self._brush.size[1]
        self._brush.write(title, 56, (middle, 0.42 * height))
        self.draw_progress(share, remark, 0.56 * height)

    def draw_progress(self, share: float, remark: str, y: float) -> None:
        """A bar, and what it stands for."""
        middle, length, thick = self._brush.size[0] / 2, 420.0, 14.0
        unit, left = self._brush.unit, self._brush.size[0] / 2 - length / 2
        box = pygame.Rect(round(left * unit), round(y * unit), round(length * unit), round(thick * unit))
        corner = round(thick * unit / 2)
        pygame.draw.rect(self._brush.surface, PAPER, box, border_radius=corner)
        full = box.copy()
        full.width = max(2 * corner, round(box.width * min(max(share, 0.0), 1.0)))
        pygame.draw.rect(self._brush.surface, GLOW, full, border_radius=corner)
        self._brush.write(remark, 20, (middle, y + 38), colour=FAINT)

    def _draw_behind(self) -> None:
        size = self._brush.surface.get_size()
        behind = self._brush.picture("behind", lambda _: pygame.transform.smoothscale(_title_picture(), size))
        self._brush.surface.blit(behind, (0, 0))

    def _draw_title(self, screen: ListScreen, time: float) -> None:
        self._draw_letters(screen.heading, (96, 168), 132, time)
        self._brush.write(screen.remark, 26, (100, 258), colour=FAINT, anchor="midleft")
        self._draw_lines(screen, (100, 350), time, anchor="midleft")

    def _draw_letters(self, text: str, at: tuple[float, float], size: float, time: float) -> None:
        """Large letters that squash a little, one after another."""
        x = at[0]
        for place, letter in enumerate(text):
            squash = 0.035 * math.sin(2.4 * time - 0.7 * place)
            picture = self._brush.text(letter, size, GLOW if place >= len(text) // 2 else INK)
            wide, tall = picture.get_size()
            shape = round(wide * (1.0 - squash)), round(tall * (1.0 + squash))
            shadow = pygame.transform.smoothscale(self._brush.text(letter, size, PAPER), shape)
            foot = at[1] + size / 2
            self._brush.place(shadow, (x + 3, foot + 6), anchor="bottomleft", strength=0.7)
            self._brush.place(pygame.transform.smoothscale(picture, shape), (x, foot), anchor="bottomleft")
            x += wide / self._brush.unit

    def _draw_list(self, screen: ListScreen, time: float) -> None:
        middle, height = self._brush.size[0] / 2, self._brush.size[1]
        top = height / 2 - LINE * len(screen.items) / 2
        self._brush.write(screen.heading, 72, (middle, top - 60))
        if screen.remark:
            self._brush.write(screen.remark, 28, (middle, top - 8), colour=FAINT)
        self._draw_lines(screen, (middle, top + LINE), time, anchor="center")

    def _draw_lines(self, screen: ListScreen, at: tuple[float, float], time: float, *, anchor: str) -> None:
        for place, line in enumerate(screen.lines):
            chosen = place == screen.menu.chosen
            y = at[1] + place * LINE
            swell = 1.0 + 0.03 * math.sin(5.0 * time) if chosen else 0.0
            if chosen:
                self._draw_marker((at[0], y), line, anchor)
            colour = GLOW if chosen else INK
            written = self._brush.write(
                line, LETTERS * max(swell, 1.0), (at[0], y), colour=colour, anchor=anchor
            )
            self._touchable.append(written.inflate(2 * written.height, 0))

    def _draw_marker(self, at: tuple[float, float], line: str, anchor: str) -> None:
        wide = self._brush.text(line, LETTERS).get_width() / self._brush.unit + 44
        marker = self._brush.picture(
            ("marker", line), lambda unit: plate((wide * unit, 46 * unit), PAPER, 165, rim=RIM)
        )
        x = at[0] if anchor == "center" else at[0] - 22
        self._brush.place(marker, (x, at[1]), anchor=anchor)

    def _draw_levels(self, screen: LevelsScreen, time: float) -> None:
        width = self._brush.size[0]
        self._brush.write("Levels", 60, (width / 2, 70))
        columns = screen.menu.columns
        left = (width - columns * CARD[0] - (columns - 1) * GAP) / 2
        first = max(0, screen.menu.chosen // columns - 1)
        for place, card in enumerate(screen.cards):
            row, column = divmod(place, columns)
            if not first <= row < first + 2:
                self._touchable.append(pygame.Rect(0, 0, 0, 0))
            else:
                at = left + column * (CARD[0] + GAP), 140 + (row - first) * (CARD[1] + 80)
                self._draw_card(card, at, time, chosen=place == screen.menu.chosen)
        self._brush.write("Enter begins    Esc goes back", 19, (width / 2, 694), colour=FAINT)

    def _draw_card(self, card: Card, at: tuple[float, float], time: float, *, chosen: bool) -> None:
        unit = self._brush.unit
        box = pygame.Rect(
            round(at[0] * unit), round(at[1] * unit), round(CARD[0] * unit), round(CARD[1] * unit)
        )
        self._touchable.append(box)
        if chosen:
            grown = round((5 + 1.5 * math.sin(5.0 * time)) * unit)
            corner = round(12 * unit)
            pygame.draw.rect(
                self._brush.surface, GLOW, box.inflate(2 * grown, 2 * grown), border_radius=corner
            )
        picture = self._pictures(card)
        if picture is None:
            pygame.draw.rect(self._brush.surface, PAPER, box)
            self._brush.write("...", 40, (at[0] + CARD[0] / 2, at[1] + CARD[1] / 2), colour=FAINT)
        else:
            shown = self._brush.picture(
                ("card", card.source), lambda _: pygame.transform.smoothscale(picture, box.size)
            )
            self._brush.surface.blit(shown, box)
        colour = GLOW if chosen else INK
        self._brush.write(card.title, 28, (at[0] + CARD[0] / 2, at[1] + CARD[1] + 28), colour=colour)


@lru_cache
def _title_picture() -> pygame.Surface:
    file = resources.files("game.interface") / "pictures" / PICTURE
    with file.open("rb") as opened:
        return pygame.image.load(opened, PICTURE)
