"""A resizable window that shows a picture of fixed size."""

import os
import tempfile

import pygame

SIZE = (1280, 720)
"""Width and height of the picture [px]."""

NO_DISPLAY = {"dummy", "offscreen"}
"""SDL's drivers that show nothing to anybody."""


class NoDisplayError(Exception):
    """There is no screen to open a window on."""


class Window:
    """A window on a picture, scaled to the window with its aspect kept and bars at its sides."""

    def __init__(self, title: str) -> None:
        """Opens it. Raises NoDisplayError where there is no screen."""
        _set_up_environment()
        try:
            pygame.display.init()
            if pygame.display.get_driver() in NO_DISPLAY:
                raise NoDisplayError("there is no display here")
            self._screen = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        except pygame.error as error:
            raise NoDisplayError(f"there is no display here ({error})") from None
        pygame.display.set_caption(title)
        pygame.key.stop_text_input()  # or else input methods take the letters that move
        self._size_before_fullscreen: tuple[int, int] | None = None
        self.canvas = pygame.Surface(SIZE).convert()
        """What to draw on."""

    def show(self) -> None:
        """Brings the canvas to the screen."""
        screen = pygame.display.get_surface()
        place = fit(self.canvas.get_size(), screen.get_size())
        if place.size == self.canvas.get_size():
            picture = self.canvas
        else:
            picture = pygame.transform.smoothscale(self.canvas, place.size)
        if place.size != screen.get_size():
            screen.fill("black")
        screen.blit(picture, place)
        pygame.display.flip()

    def toggle_fullscreen(self) -> None:
        """Fills the screen, or goes back to the window there was."""
        if self._size_before_fullscreen is None:
            self._size_before_fullscreen = pygame.display.get_surface().get_size()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._size_before_fullscreen, pygame.RESIZABLE)
            self._size_before_fullscreen = None

    def close(self) -> None:
        """Closes it."""
        pygame.display.quit()


def _set_up_environment() -> None:
    # SDL would send every frame of a machine without a graphics card through a slow emulation of one.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    # Where it is not set, Wayland's library writes that on the terminal although SDL only has a look.
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())


def fit(size: tuple[int, int], room: tuple[int, int]) -> pygame.Rect:
    """The largest rectangle of the aspect of `size` in the middle of `room`."""
    scale = min(room[0] / size[0], room[1] / size[1])
    width, height = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    return pygame.Rect((room[0] - width) // 2, (room[1] - height) // 2, width, height)
