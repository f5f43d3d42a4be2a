"""What the camera keeps in sight."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta


@dataclass(slots=True)
class CameraFocus:
    """The entity the camera follows."""

    dead_zone: Annotated[float, Meta(ge=0)] = 80.0
    """Half the width in which it may move without moving the camera [cm]."""
    look_ahead: Annotated[float, Meta(ge=0)] = 90.0
    """How far ahead of its heading the camera looks [cm]."""
    zoom: Annotated[float, Meta(ge=0.25, le=4)] = 1.0
    """How much larger than usual a level is shown [1]."""
