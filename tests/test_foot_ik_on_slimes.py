"""Feet on a slime: they stand in its dent, stay planted where they came down, and go along with it."""

import numpy as np
import pytest

from components.arrays import Floats, vector
from components.character import GroundContact
from components.foot_ik import FootIK, FootTraces, IKData, Verdict
from components.skeleton import AnimationLibrary, SkeletonPose
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform
from game.feet.measure import FeetMeter
from game.level.level import load_level
from game.simulation import Simulation
from systems.softbody.edit import push

PLACE = -100.0
ANKLE_HEIGHT = 8.0


class Stand:
    """A hero of 60 kg who has come to rest on a slime of 200 kg."""

    def __init__(self) -> None:
        self.simulation = Simulation(load_level("meadow"))
        for other, _ in self.simulation.entities_with(Softbody):
            self.simulation.despawn(other)
        self.hero = self.simulation.named("hero")
        self.slime = self.simulation.spawn(
            Transform(vector(PLACE, 0.0, 60.1)), Softbody(mass=200.0, friction=0.5, can_sleep=False)
        )
        self.tick(180)
        self.top = float(self.skin[:, 2].max())
        self.simulation.component(self.hero, Transform).position[:] = PLACE, 0.0, self.top + 89.0
        self.tick(120)

    def tick(self, count: int) -> None:
        """Lets time pass."""
        for _ in range(count):
            self.simulation.tick()

    @property
    def body(self) -> SoftbodyParticles:
        """The slime's particles."""
        return self.simulation.component(self.slime, SoftbodyParticles)

    @property
    def skin(self) -> Floats:
        """Where they are."""
        return self.body.positions_ws

    @property
    def traces(self) -> FootTraces:
        """What the feet found."""
        return self.simulation.component(self.hero, FootTraces)

    @property
    def data(self) -> IKData:
        """What they have settled to."""
        return self.simulation.component(self.hero, IKData)

    def height_over_skin(self, bone: str, above: float) -> float:
        """How high a point so far under a bone is over the slime straight under it [cm]."""
        pose = self.simulation.component(self.hero, SkeletonPose)
        skeleton = self.simulation.resource(AnimationLibrary).skeletons["mannequin"]
        x, y, z = pose.positions_ws[skeleton.index(bone)]
        return float(z - above - self.surface_under(x, y))

    def surface_under(self, x: float, y: float) -> float:
        """Height of the slime's highest triangle over a place, by solving for the shares of its corners."""
        heights = [-np.inf]
        for corners in self.skin[self.body.topology.triangles]:
            system = np.vstack((corners[:, :2].T, np.ones(3)))
            if abs(np.linalg.det(system)) > 1e-9:
                shares = np.linalg.solve(system, (x, y, 1.0))
                if shares.min() >= -1e-9:
                    heights.append(float(shares @ corners[:, 2]))
        return max(heights)


@pytest.fixture(scope="module")
def stand() -> Stand:
    return Stand()


def test_both_feet_find_the_slime(stand: Stand) -> None:
    assert stand.traces.verdict.tolist() == [Verdict.HIT, Verdict.HIT]
    assert stand.traces.body.tolist() == [stand.slime, stand.slime]
    assert stand.traces.platform.tolist() == [-1, -1]
    assert stand.traces.shares.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_they_stand_in_its_dent(stand: Stand) -> None:
    assert stand.top - stand.data.ground_heights.max() > 2.0
    for foot in ("foot_l", "foot_r"):
        assert stand.height_over_skin(foot, ANKLE_HEIGHT) == pytest.approx(0.0, abs=1.5)
    assert stand.data.reached.all()
    assert stand.data.locked.all()


def test_their_places_are_shares_of_particles(stand: Stand) -> None:
    for foot in range(2):
        corners = stand.skin[stand.traces.particles[foot]]
        assert stand.traces.shares[foot] @ corners == pytest.approx(stand.traces.foothold[foot], abs=1e-4)
        height = stand.surface_under(*stand.traces.foothold[foot, :2])
        assert stand.traces.foothold[foot, 2] == pytest.approx(height, abs=1e-6)


def test_planted_feet_go_along_with_the_particles_under_them() -> None:
    stand = Stand()
    push(stand.body, impulse=np.array((200.0 * 60.0, 0.0, 0.0)))
    begun = stand.data.lock_points.copy()
    followed = 0
    for _ in range(8):
        before, held = stand.data.lock_points.copy(), stand.data.locked.copy()
        particles, shares = stand.traces.particles.copy(), stand.traces.shares.copy()
        places = stand.traces.foothold.copy()
        stand.tick(1)
        for foot in np.flatnonzero(held & stand.data.locked):
            way = shares[foot] @ stand.skin[particles[foot]] - places[foot]
            assert stand.data.lock_points[foot] - before[foot] == pytest.approx(way[:2], abs=1e-6)
            followed += 1
    assert followed >= 8
    assert (stand.data.lock_points - begun)[:, 0].max() > 2.0


def test_what_is_measured_of_feet_takes_slimes_for_ground() -> None:
    stand = Stand()
    meter = FeetMeter(stand.simulation)
    for _ in range(60):
        stand.tick(1)
        meter.observe()
    (report,) = meter.reports()
    for foot in report.feet:
        assert foot.planted == 60
        assert foot.slide == pytest.approx(0.0, abs=0.01)
        assert foot.sink < 1.5
        assert foot.hover < 1.5


def test_feet_that_may_not_stand_on_slimes_do_not() -> None:
    stand = Stand()
    foot_ik = stand.simulation.component(stand.hero, FootIK)
    foot_ik.layers = foot_ik.layers[:2]
    stand.tick(2)
    assert stand.traces.body.tolist() == [-1, -1]


def test_feet_let_go_of_a_slime_that_is_gone() -> None:
    stand = Stand()
    stand.simulation.despawn(stand.slime)
    stand.tick(2)
    assert stand.traces.body.tolist() == [-1, -1]
    assert not stand.traces.carried.any()
    stand.tick(90)
    assert stand.simulation.component(stand.hero, GroundContact).grounded
    assert stand.data.ground_heights == pytest.approx([0.0, 0.0], abs=0.1)
