"""What a character stands on."""

from components.character import GroundContact


def leave_ground(ground: GroundContact) -> None:
    """Makes a contact one of a character that stands on nothing; in place, since others hold on to it."""
    ground.grounded, ground.platform, ground.solid, ground.entity = False, -1, -1, 0
    ground.velocity[:] = 0.0
    ground.normal[:] = 0.0, 0.0, 1.0
