"""What the debug overlay shows."""

from dataclasses import dataclass


@dataclass(slots=True)
class DebugFlags:
    """What the debug overlay shows, and what it is told from outside."""

    enabled: bool = False
    """Whether it is shown at all. Traces that ask for it (FootIK.debug_draw) are shown in any case."""
    traces: bool = True
    """Rays that look for ground, and where they hit."""
    skeleton: bool = True
    """Bones and joints."""
    colliders: bool = True
    """Capsules, spheres and boxes."""
    terrain: bool = True
    """Outlines of solids near the camera."""
    contacts: bool = True
    """Where slimes touch something, with normals."""
    mesh: bool = True
    """Meshes of the slimes nearest to the middle of the picture."""
    panel: bool = True
    """Numbers and a legend."""
    frame_ms: float = 0.0
    """What a frame costs [ms], told from outside."""
    tick_ms: float = 0.0
    """What a tick costs [ms], told from outside."""
