"""How health goes down, comes back, and what wears off with time."""

from collections.abc import Iterable, Mapping

from components.health import Health, HealthState

ROUNDING = 1e-9
"""Time that counts as none [s]."""
GRACE = 1.5
"""How long nothing hurts somebody who has just come back [s]."""


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with Health needs besides it."""
    health = components[Health]
    return (HealthState(points=health.maximum),) if isinstance(health, Health) else ()


def wear_off(state: HealthState, dt: float) -> None:
    """Counts all times down by one tick; `down` is left to whoever brings back."""
    for name in ("invulnerable", "flash", "hit_stop", "harmless"):
        left = getattr(state, name) - dt
        setattr(state, name, left if left > ROUNDING else 0.0)


def can_be_hurt(state: HealthState) -> bool:
    """Whether anything can take health now."""
    return state.points > 0.0 and state.invulnerable == 0.0 and state.down == 0.0


def hurt(health: Health, state: HealthState, damage: float, *, harmless: float = 0.0) -> float:
    """Takes health, and returns how much; nothing while it cannot be hurt.

    Args:
        health: How much it bears.
        state: Changed.
        damage: Health that it is worth, not below 0.
        harmless: How long its own touch does not hurt from now on [s].
    """
    if damage <= 0.0 or not can_be_hurt(state):
        return 0.0
    taken = min(damage, state.points)
    state.points -= taken
    state.invulnerable, state.flash = health.invulnerable_time, health.flash_time
    state.harmless = max(state.harmless, harmless)
    return taken


def heal(health: Health, state: HealthState, points: float) -> float:
    """Gives health back up to the maximum, and returns how much."""
    given = min(points, health.maximum - state.points)
    state.points += given
    return given


def revive(health: Health, state: HealthState) -> None:
    """Gives all health back, and a moment in which nothing hurts."""
    state.points, state.down, state.hit_stop, state.flash = health.maximum, 0.0, 0.0, 0.0
    state.invulnerable = max(GRACE, health.invulnerable_time)
