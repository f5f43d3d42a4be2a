"""What is known of soft bodies besides their particles."""

from typing import NamedTuple

from components.arrays import Flags, Floats, Integers


class Bodies(NamedTuple):
    """What is to be known of bodies besides their particles, by slot."""

    anchors: Floats
    """World positions of the anchors [cm], shape [slot_count, 3]."""
    masses: Floats
    """Masses [kg], shape [slot_count]."""
    frictions: Floats
    """Coulomb friction coefficients [1], shape [slot_count]."""
    layers: Integers
    """Entity, bit of its layer, and bits of the layers it meets, shape [slot_count, 3]."""
    taken: Flags
    """Which slots hold a body, shape [slot_count]."""
    quiet: Integers
    """Ticks for which each body has hardly moved; -1 while it is asleep, changed; shape [slot_count]."""
    near_moving: Flags
    """Whether an obstacle near the body moves, changed, shape [slot_count]."""
    near_solid: Flags
    """Whether an entity is near the body, changed, shape [slot_count]."""
