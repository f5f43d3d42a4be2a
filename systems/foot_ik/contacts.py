"""How much the animation has each foot bear weight."""

import numpy as np

from components.arrays import Floats
from components.foot_ik import IKData
from components.skeleton import Animator
from systems.animation.landings import foot_of


def weight_borne(animator: Animator | None, data: IKData, feet: tuple[str, ...]) -> Floats:
    """How much each foot bears weight [0, 1], shape [foot_count]: none while it shuffles."""
    return np.where(data.shuffle_times > 0.0, 0.0, foot_contacts(animator, feet))


def foot_contacts(animator: Animator | None, feet: tuple[str, ...]) -> Floats:
    """Contact of each foot [0, 1], shape [foot_count]; feet that no curve tells about bear weight."""
    contacts = {foot_of(name): value for name, value in animator.curves.items()} if animator else {}
    return np.array([contacts.get(foot, 1.0) for foot in feet])
