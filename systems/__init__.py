"""Verbs: what happens in a tick. One subject a room; this is their table of contents."""

import esper

from systems.animation.animate import Animate
from systems.character.control import PlayerControl
from systems.character.footing import Footing
from systems.character.movement import CharacterMovement
from systems.foot_ik.ground_trace import GroundTrace
from systems.foot_ik.ik_interpolation import IKInterpolation
from systems.foot_ik.leg_ik import LegIK
from systems.goal.explore import Goals
from systems.health.injury import Injuries
from systems.impulse.overlap_impulse import Impulses
from systems.melee.strike import Melee
from systems.melee.touch import Touches
from systems.mind.think import Minds
from systems.overlap.tracking import OverlapTracking
from systems.platform.travel import Platforms
from systems.respawn.fall_out import Respawn
from systems.respawn.lie_down import LieDown
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from systems.softbody.stuck import StuckReport
from systems.softbody.touching import SlimeContacts
from systems.softbody.verbs import Verbs
from systems.structure import StructuralChanges

TICK: tuple[type[esper.Processor], ...] = (
    PlayerControl,
    LieDown,
    Minds,
    Platforms,
    CharacterMovement,
    Verbs,
    SoftbodySolve,
    Footing,
    Recentre,
    SlimeContacts,
    StuckReport,
    Animate,
    GroundTrace,
    IKInterpolation,
    LegIK,
    Melee,
    Touches,
    Injuries,
    OverlapTracking,
    Impulses,
    Goals,
    Respawn,
    StructuralChanges,
)
"""The systems in the order in which they run. Data flows down this list and nowhere else."""
