"""Which components a level may name."""

from collections.abc import Sequence

from components.appearance import CharacterLook, Label, SlimeLook
from components.attack import ContactAttack, MeleeAttack
from components.camera import CameraFocus
from components.character import CharacterMotor
from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.foot_ik import FootIK
from components.goal import Checkpoint, Explorer, Goal, Pickup
from components.health import Health
from components.mind import Mind
from components.overlap import OverlapImpulse
from components.skeleton import Skeleton
from components.slime import SlimeVerbs
from components.softbody import Softbody, SoftbodyStuck
from components.sprite import Sprite, SpriteOutfit
from components.transform import Transform, Velocity
from game.level.convert import field_rules

AUTHORABLE: tuple[type, ...] = (
    Transform,
    Velocity,
    SphereCollider,
    CapsuleCollider,
    BoxCollider,
    CharacterMotor,
    Skeleton,
    FootIK,
    MeleeAttack,
    CharacterLook,
    CameraFocus,
    Softbody,
    SoftbodyStuck,
    SlimeVerbs,
    OverlapImpulse,
    SlimeLook,
    Label,
    Sprite,
    SpriteOutfit,
    ContactAttack,
    Health,
    Mind,
    Pickup,
    Checkpoint,
    Goal,
    Explorer,
)
"""The components every level may name."""


def component_kinds(own: Sequence[type] = ()) -> dict[str, type]:
    """The components a level may name, by the names it uses: those of every level and a game's own.

    Raises:
        TypeError: A class is no dataclass, or the type of one of its fields cannot be understood.
        ValueError: Two classes have the same name.
    """
    kinds = {kind.__name__: kind for kind in AUTHORABLE}
    for kind in own:
        if kinds.setdefault(kind.__name__, kind) is not kind:
            raise ValueError(f"two component classes are called {kind.__name__}")
        field_rules(kind)
    return kinds
