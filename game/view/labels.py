"""Words that hang over entities."""

import numpy as np
import pygame

from components.appearance import Label
from components.transform import Name, Transform
from game.text import Writer
from game.view.pixels import alpha_surface
from game.view.projection import Projection
from game.view.source import Watched, components_of

SIZE, PADDING, CORNER = 15, 8, 6
"""Height of letters, what is around them, and the roundness of that [px]."""
PAPER, INK = (18, 16, 42, 150), (235, 238, 255)


class Labels:
    """Writes over the entities that carry a `Label`."""

    def __init__(self) -> None:
        self._writer = Writer()

    def draw(
        self, frame: pygame.Surface, simulation: Watched, projection: Projection, corner: tuple[int, int]
    ) -> None:
        """Writes over a frame whose upper left corner is at that place of the plane [px]."""
        names, places = components_of(simulation, Name), components_of(simulation, Transform)
        for entity, label in components_of(simulation, Label).items():
            if entity in places:
                words = label.text or (names[entity].value if entity in names else "")
                over = places[entity].position + np.array((0.0, 0.0, label.height))
                u, v, _ = projection.project(over).tolist()
                tag = self._tag(words)
                place = tag.get_rect(midbottom=(round(u) - corner[0], round(v) - corner[1]))
                if words and place.colliderect(frame.get_rect()):
                    frame.blit(tag, place)

    def _tag(self, words: str) -> pygame.Surface:
        return self._writer.kept(("tag", words), lambda: self._new_tag(words))

    def _new_tag(self, words: str) -> pygame.Surface:
        text = self._writer.line(words, SIZE, INK)
        tag = alpha_surface((text.get_width() + 2 * PADDING, text.get_height() + PADDING))
        pygame.draw.rect(tag, PAPER, tag.get_rect(), border_radius=CORNER)
        tag.blit(text, text.get_rect(center=tag.get_rect().center))
        return tag
