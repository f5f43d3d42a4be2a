"""A resizable window."""

import os
import tempfile

import pygame

SIZE = (1280, 720)
"""Width and height that it opens with [px]."""

NO_DISPLAY = {"dummy", "offscreen"}
"""SDL's drivers that show nothing to anybody."""


class NoDisplayError(Exception):
    """There is no screen to open a window on."""


class Window:
    """A resizable window that can fill the screen."""

    def __init__(self, title: str) -> None:
        """Opens it. Raises NoDisplayError where there is no screen."""
        _set_up_environment()
        try:
            pygame.display.init()
            if pygame.display.get_driver() in NO_DISPLAY:
                raise NoDisplayError("there is no display here")
            pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        except pygame.error as error:
            raise NoDisplayError(f"there is no display here ({error})") from None
        pygame.display.set_caption(title)
        pygame.key.stop_text_input()  # or else input methods take the letters that move
        self._size_before_fullscreen: tuple[int, int] | None = None

    @property
    def surface(self) -> pygame.Surface:
        """What to draw on; another one after every change of size."""
        return pygame.display.get_surface()

    def show(self) -> None:
        """Brings what is drawn to the screen."""
        pygame.display.flip()

    def toggle_fullscreen(self) -> None:
        """Fills the screen, or goes back to the window there was."""
        if self._size_before_fullscreen is None:
            self._size_before_fullscreen = self.surface.get_size()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._size_before_fullscreen, pygame.RESIZABLE)
            pygame.event.pump()
            # Without a window manager the first call leaves the full screen but keeps its size.
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
