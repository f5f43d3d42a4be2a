"""Films a run: what somebody at the screen would have seen of it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pygame
from PIL import Image

from components.arrays import Floats, vector
from components.character import CharacterMotor
from components.softbody import Softbody
from components.transform import Transform
from game.headless import HeadlessRun
from game.pictures import PictureFormat, palette_of, picture_format, write_gif, write_webp
from game.simulation import Simulation
from game.view import View

Size = tuple[int, int]
"""Width and height [px]."""

USUAL_HEIGHT = 720
"""Height of a picture at a zoom of 1 [px]; smaller pictures are drawn at this height and made smaller."""

ANIMATION_SIZE = (640, 360)
"""Size of an animation when nothing else is asked for [px]."""

STILL_SIZE = (1280, 720)
"""Size of a still when nothing else is asked for [px]."""

FRAME_RATE = 20.0
"""Frames per second of simulated time when nothing else is asked for [1/s]."""

SAMPLES = 12
"""Frames whose colours make the palette of a GIF."""

DETAIL = 60.0
"""Half the side of the square whose colours a slime or a character adds to the palette [cm]."""


def film(path: Path, run: HeadlessRun, *, size: Size | None = None, every: int | None = None) -> None:
    """Runs a run to its end and films it.

    Args:
        path: The file to write; its ending is its format. A still shows the end of the run.
        run: What is filmed; it stands at its beginning.
        size: Size of the pictures [px].
        every: Ticks from one frame to the next.

    Raises:
        ValueError: The name of the file ends in no known format.
        OSError: The file cannot be written.
    """
    kind = picture_format(path)
    every = every or max(1, round(run.level.tick_rate / FRAME_RATE))
    count, frame_ms = len(range(0, run.ticks, every)), 1e3 * every / run.level.tick_rate
    with closing(Studio(size or (STILL_SIZE if kind is PictureFormat.PNG else ANIMATION_SIZE))) as studio:
        if kind is PictureFormat.PNG:
            studio.last_picture(run).save(path)
        elif kind is PictureFormat.GIF:
            palette = rehearse(studio, run.again())
            write_gif(path, studio.pictures(run, every), count=count, frame_ms=frame_ms, palette=palette)
        else:
            write_webp(path, studio.pictures(run, every), count=count, frame_ms=frame_ms)
    run.finish()  # whoever writes a film need not ask whether there is more after its last frame


class Studio:
    """A view that draws for a film and not for a window."""

    def __init__(self, size: Size) -> None:
        self.size = size
        """Size of its pictures [px]."""
        self._shrink = max(1.0, USUAL_HEIGHT / size[1])
        drawn = round(size[0] * self._shrink), round(size[1] * self._shrink)
        self._view = View(drawn, zoom=drawn[1] / USUAL_HEIGHT, wait=True)
        self._surface = pygame.Surface(drawn, depth=32)

    def pictures(self, run: HeadlessRun, every: int) -> Iterator[Image.Image]:
        """Every so many ticks a picture, from the beginning on, made when it is asked for."""
        self._view.observe(run.simulation)
        for tick in range(run.ticks):
            if tick % every == 0:
                yield self.picture(run.simulation)
            run.step()
            self._view.observe(run.simulation)

    def last_picture(self, run: HeadlessRun) -> Image.Image:
        """The picture after the last tick."""
        for _ in self.pictures(run, run.ticks):
            pass
        return self.picture(run.simulation)

    def picture(self, simulation: Simulation) -> Image.Image:
        """What it looks like now."""
        self._view.draw(self._surface, simulation, 1.0)
        pixels = pygame.image.tobytes(self._surface, "RGB")
        drawn = Image.frombytes("RGB", self._surface.get_size(), pixels)
        return drawn.resize(self.size, Image.Resampling.BOX)

    def place_of(self, point: Floats) -> tuple[int, int]:
        """Where a point of the world [cm], shape [3], is in its pictures [px]."""
        x, y = self._view.world_to_screen(point)
        return round(x / self._shrink), round(y / self._shrink)

    def close(self) -> None:
        """Ends what its view does in the background."""
        self._view.close()


def rehearse(studio: Studio, run: HeadlessRun) -> Image.Image:
    """The palette that a film of a run needs; it runs it to its end, so it wants one of its own."""
    frames: list[Image.Image] = []
    details: list[Image.Image] = []
    for frame in studio.pictures(run, -(-run.ticks // SAMPLES)):
        frames.append(frame)
        details += [frame.crop(box) for box in details_in(studio, run.simulation)]
    return palette_of(frames, details)


def details_in(studio: Studio, simulation: Simulation) -> Iterator[tuple[int, int, int, int]]:
    """Squares of the picture round the slimes and characters in it: left, top, right and bottom [px]."""
    centres = [place.position for _, (place, _) in simulation.entities_with(Transform, Softbody)]
    centres += [place.position for _, (place, _) in simulation.entities_with(Transform, CharacterMotor)]
    for centre in centres:
        left, top = studio.place_of(centre + vector(-DETAIL, 0.0, DETAIL))
        right, bottom = studio.place_of(centre + vector(DETAIL, 0.0, -DETAIL))
        if left >= 0 and top >= 0 and right <= studio.size[0] and bottom <= studio.size[1]:
            yield left, top, right, bottom
