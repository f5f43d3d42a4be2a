"""Terrain that moves along a path."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from msgspec import Meta

from components.arrays import Floats


@dataclass(slots=True)
class Platform:
    """A piece of terrain that travels back and forth along a path at constant speed."""

    index: int
    """Row of PlatformMotion that it drives."""
    path: Floats = field(default_factory=lambda: np.zeros((1, 2)))
    """Displacements in X and Z that it visits in turn and back [cm], shape [point_count, 2]."""
    speed: Annotated[float, Meta(ge=0)] = 100.0
    """Speed along the path [cm/s]."""
    travelled: float = 0.0
    """Way covered since the level began [cm]."""
