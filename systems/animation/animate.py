"""Characters take their pose for this tick."""

from collections.abc import Iterable, Mapping

import esper
import numpy as np

from components.arrays import Flags
from components.events import Footstep
from components.foot_ik import FootIK, IKData
from components.pose_pool import PosePool, WorldPoses
from components.skeleton import AnimationLibrary, Animator, SkeletonPose
from components.world import Events
from systems.animation.advance import animations_in
from systems.animation.bank import bank_of
from systems.animation.pool import poses_in, poses_of_world
from systems.animation.posing import Moving, animate_all
from systems.animation.reading import Reader
from systems.handover import hand_over
from systems.query import resource


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with a Skeleton needs besides it; the pose takes its size on the first tick."""
    del components
    return SkeletonPose(), Animator()


class Cast:
    """All that have a skeleton, looked up once: it holds until a component comes or goes."""

    def __init__(self, pool: PosePool, library: AnimationLibrary) -> None:
        self.pool = pool
        kinds = {name: row for row, name in enumerate(library.skeletons)}
        self._reader = Reader(pool)
        self.came_down = np.zeros(pool.contacts.shape, dtype=np.bool_)
        """Which feet came down in the last tick, shape [character_count, foot_count]."""
        bank = bank_of(library)
        turns, others = np.zeros((2, 4, bank.clips.turns.shape[2]))
        self._moving = hand_over(
            Moving(
                pool.animated,
                np.array([kinds[rig.skeleton] for rig in pool.rigs], dtype=np.int64),
                bank,
                self._reader.readings,
                animations_in(pool),
                poses_in(pool),
                self.came_down,
                turns,
                others,
            )
        )

    def animate(self, dt: float) -> None:
        """Brings all animations and poses to this tick, in one compiled call."""
        self._reader.read()
        animate_all(self._moving.handed, dt)


class Animate(esper.Processor):
    """Poses every entity that has a skeleton, before its feet look for the ground."""

    def __init__(self) -> None:
        self._known: object = None
        self._cast: Cast | None = None

    def process(self, dt: float) -> None:
        """Advances all animations by one tick and tells of footsteps."""
        pool = poses_of_world()
        if not len(pool.entities):
            return
        rows = resource(WorldPoses).rows
        if self._cast is None or self._known is not rows:
            self._known, self._cast = rows, Cast(pool, resource(AnimationLibrary))
        self._cast.animate(dt)
        if self._cast.came_down.any():
            tell_footsteps(pool, self._cast.came_down)


def tell_footsteps(pool: PosePool, came_down: Flags) -> None:
    """Tells of steps, at the height of the ground last found under the foot, or else of the root."""
    events, skeletons = resource(Events).items, resource(AnimationLibrary).skeletons
    for row, column in np.argwhere(came_down).tolist():
        entity, rig = int(pool.entities[row]), pool.rigs[row]
        foot = rig.contact_feet[column]
        bone = pool.first_bone[row] + skeletons[rig.skeleton].index(foot)
        height = _ground_heights(entity).get(foot, pool.root_positions[row, 2])
        point = np.array((*pool.positions_ws[bone, :2], height))
        events.append(Footstep(entity, foot, point))


def _ground_heights(entity: int) -> dict[str, float]:
    foot_ik, data = esper.try_component(entity, FootIK), esper.try_component(entity, IKData)
    if not (foot_ik and data and data.settled):
        return {}
    return dict(zip(foot_ik.feet, data.ground_heights.tolist(), strict=True))
