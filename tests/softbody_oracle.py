"""What a soft body does, said as plainly as numpy allows: the answer that the solver in lanes must give.

Float64, one body above a floor at z = 0, no speed limits, nothing precomputed. Slow on purpose. Edges are
over-relaxed: by as much, for particles of the inverse mass w, as if the compliance a were a - w a / (w + a).
"""

from dataclasses import dataclass

import numpy as np

from components.arrays import Floats, Integers


@dataclass
class OracleBody:
    """A soft body and all it needs."""

    x: Floats
    v: Floats
    m: Floats
    edges: Integers
    lengths: Floats
    triangles: Integers
    volume: float
    compliance: float = 2e-3
    damping: float = 5.0
    friction: float = 0.5
    depenetration_speed: float = 100.0
    substeps: int = 8
    volume_move: float = 6.0


def oracle_tick(body: OracleBody, gravity: Floats, dt: float) -> None:
    """Moves the body through one tick."""
    h = dt / body.substeps
    for _ in range(body.substeps):
        v = body.v + h * gravity
        x = body.x + h * v
        solved = x.copy()
        for edge, length in zip(body.edges, body.lengths, strict=True):
            _distance(solved, body, edge, length, body.compliance * 20.0 / body.m.sum() / h**2)
        _volume(solved, body)
        change = (solved - x) / h
        v = v + change - rigid(body.x, change, body.m)
        v = v + (1.0 - np.exp(-body.damping * h)) * (rigid(body.x, v, body.m) - v)
        body.v, moved = _floor(body, v, h)
        body.x = body.x + h * moved


def _distance(x: Floats, body: OracleBody, edge: Integers, length: float, compliance: float) -> None:
    a, b = edge
    across = x[b] - x[a]
    distance = np.linalg.norm(across)
    wa, wb = 1.0 / body.m[a], 1.0 / body.m[b]
    half = 0.5 * (wa + wb)
    compliance -= half * compliance / (half + compliance)
    multiplier = (length - distance) / (wa + wb + compliance)
    x[a] -= wa * multiplier * across / distance
    x[b] += wb * multiplier * across / distance


def _volume(x: Floats, body: OracleBody) -> None:
    a, b, c = (x[body.triangles[:, k]] - x.mean(axis=0) for k in range(3))
    gradient = np.zeros_like(x)
    for column, slope in enumerate((np.cross(b, c), np.cross(c, a), np.cross(a, b))):
        np.add.at(gradient, body.triangles[:, column], slope / 6.0)
    w = (1.0 / body.m)[:, None]
    multiplier = (body.volume - np.sum(a * np.cross(b, c)) / 6.0) / np.sum(w * gradient**2)
    step = w * multiplier * gradient
    longest = np.linalg.norm(step, axis=1).max()
    x += step * min(1.0, body.volume_move / longest) if longest > 0.0 else 0.0


def rigid(x: Floats, v: Floats, m: Floats) -> Floats:
    """The rigid motion with the same momentum and angular momentum."""
    r = x - np.average(x, axis=0, weights=m)
    spin = np.sum(m[:, None] * np.cross(r, v), axis=0)
    inertia = np.sum(m[:, None, None] * ((r * r).sum(1)[:, None, None] * np.eye(3) - _outer(r)), axis=0)
    return np.average(v, axis=0, weights=m) + np.cross(np.linalg.solve(inertia, spin), r)


def _outer(r: Floats) -> Floats:
    return r[:, :, None] * r[:, None, :]


def _floor(body: OracleBody, v: Floats, h: float) -> tuple[Floats, Floats]:
    """Velocities to keep and velocities to move by, after the floor."""
    kept, moved = v.copy(), v.copy()
    for i, height in enumerate(body.x[:, 2]):
        allowed = min(-height / h, body.depenetration_speed)
        missing = allowed - v[i, 2]
        if missing <= 0.0:
            continue
        way_out = min(missing, max(allowed, 0.0))
        stopping = missing - way_out
        slip = v[i] * (1.0, 1.0, 0.0)
        speed = np.linalg.norm(slip)
        grip = min(body.friction * stopping, speed) / speed if speed > 0.0 else 0.0
        kept[i] += np.array((0.0, 0.0, stopping)) - grip * slip
        moved[i] = kept[i] + np.array((0.0, 0.0, way_out))
    return kept, moved


def solve_distances(
    positions: Floats,
    inverse_masses: Floats,
    edges: Integers,
    lengths: Floats,
    multipliers: Floats,
    compliance: float,
) -> None:
    """One sweep over distance constraints (XPBD, equations 17 and 18), lambdas kept; compliance / h²."""
    for k, (a, b) in enumerate(edges):
        across = positions[b] - positions[a]
        length = np.linalg.norm(across)
        denominator = inverse_masses[a] + inverse_masses[b] + compliance
        if length == 0.0 or denominator == 0.0:
            continue
        change = (lengths[k] - length - compliance * multipliers[k]) / denominator
        multipliers[k] += change
        positions[a] -= inverse_masses[a] * change * across / length
        positions[b] += inverse_masses[b] * change * across / length


def volume_gradients(positions: Floats, triangles: Integers, gradients: Floats) -> None:
    """Writes the gradient of the signed volume by each particle."""
    a, b, c = (positions[triangles[:, k]] - positions[0] for k in range(3))
    gradients[:] = 0.0
    for column, slope in enumerate((np.cross(b, c), np.cross(c, a), np.cross(a, b))):
        np.add.at(gradients, triangles[:, column], slope / 6.0)


def solve_volume(
    positions: Floats,
    inverse_masses: Floats,
    triangles: Integers,
    rest_volume: float,
    multiplier: float,
    compliance: float,
    longest_move: float,
    gradients: Floats,
) -> float:
    """One solve of the volume constraint with a limit on the longest move; returns lambda."""
    volume_gradients(positions, triangles, gradients)
    squares = (gradients**2).sum(axis=1)
    steepest = float((inverse_masses * np.sqrt(squares)).max())
    if steepest == 0.0:
        return multiplier
    a, b, c = (positions[triangles[:, k]] - positions[0] for k in range(3))
    missing = rest_volume - float(np.sum(a * np.cross(b, c))) / 6.0 - compliance * multiplier
    change = missing / float((inverse_masses * squares).sum() + compliance)
    change = float(np.clip(change, -longest_move / steepest, longest_move / steepest))
    positions += (inverse_masses * change)[:, None] * gradients
    return multiplier + change
