"""The simulation's only source of chance: seeded, counted, part of the state."""

from components.world import RandomState

_MASK = (1 << 64) - 1


def next_bits(random: RandomState) -> int:
    """The next 64 random bits. SplitMix64 (Steele, Lea and Flood 2014)."""
    random.state = (random.state + 0x9E3779B97F4A7C15) & _MASK
    mixed = random.state
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)


def uniform(random: RandomState) -> float:
    """The next random number in [0, 1), one of 2^53 evenly spaced ones."""
    return (next_bits(random) >> 11) * 2.0**-53
