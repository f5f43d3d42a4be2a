"""Where the rows of a block begin in the flat arrays of numbers that kernels work on."""

from systems.softbody.lanes import FACT_ROWS, MATERIAL_ROWS, PLANE_ROWS, Fact, Material, Plane
from systems.softbody.vectors import LANES

BLOCK_MATERIALS = MATERIAL_ROWS * LANES
"""Numbers of a block in `Lanes.materials`."""
SOFTNESS = int(Material.SOFTNESS) * LANES
SIZE = int(Material.SIZE) * LANES
REST_VOLUME = int(Material.VOLUME) * LANES
VOLUME_SOFTNESS = int(Material.VOLUME_SOFTNESS) * LANES
LONGEST_MOVE = int(Material.LONGEST_MOVE) * LANES
WEIGHT = int(Material.WEIGHT) * LANES
PLASTICITY = int(Material.PLASTICITY) * LANES
YIELD = int(Material.YIELD) * LANES
PLASTIC_LIMIT = int(Material.PLASTIC_LIMIT) * LANES
DAMPING = int(Material.DAMPING) * LANES
MAX_SPEED = int(Material.MAX_SPEED) * LANES
LOCKED = int(Material.LOCKED) * LANES
DEPENETRATION = int(Material.DEPENETRATION) * LANES

BLOCK_FACTS = FACT_ROWS * LANES
"""Numbers of a block in `Lanes.facts`."""
SPEED = int(Fact.SPEED_X) * LANES
LOW = int(Fact.LOW) * LANES
HIGH = int(Fact.HIGH) * LANES
FASTEST = int(Fact.FASTEST) * LANES
RESTLESSNESS = int(Fact.RESTLESSNESS) * LANES
VOLUME = int(Fact.VOLUME) * LANES
RADIUS = int(Fact.RADIUS) * LANES
NARROW = int(Fact.NARROW) * LANES

BLOCK_PLANES = PLANE_ROWS * LANES
"""Numbers of a plane of a block in `Planes.rows`."""
OFFSET = int(Plane.OFFSET) * LANES
VELOCITY = int(Plane.VELOCITY) * LANES
FRICTION = int(Plane.FRICTION) * LANES
SHARED = int(Plane.SHARED) * LANES
PRESSED = int(Plane.PRESSED) * LANES
IMPULSE = int(Plane.IMPULSE) * LANES
