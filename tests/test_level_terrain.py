"""Terrain shapes: the solids they stand for, and what is refused."""

import json
import math
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.collider import Layer
from components.terrain import Material, Solid
from game.level.document import Json
from game.level.outline import Point, outline_faults
from game.level.problem import Problem
from game.level.reader import parse_document
from game.level.terrain import Ground, read_terrain
from systems.collision.outline import signed_area


def told(text: str) -> list[str]:
    """What is wrong with a list of shapes."""
    problems: list[Problem] = []
    read_terrain(parse_document(text, "x").root, problems)
    return [str(problem) for problem in problems]


def ground(*shapes: Json) -> Ground:
    """The ground of shapes with nothing wrong."""
    problems: list[Problem] = []
    found = read_terrain(parse_document(json.dumps(list(shapes))).root, problems)
    assert problems == []
    return found


def corners(solid: Solid) -> list[list[float]]:
    return [[float(x), float(z)] for x, z in solid.outline]


def test_a_box_is_one_solid() -> None:
    (solid,) = ground({"shape": "box", "x": [-5, 8], "z": [-2, 0]}).solids
    assert corners(solid) == [[-5, -2], [8, -2], [8, 0], [-5, 0]]
    assert (solid.depth, solid.material, solid.friction) == ((-150.0, 150.0), Material.GRASS, 0.8)
    assert (solid.restitution, solid.tags, solid.layer) == (0.0, (), Layer.TERRAIN)
    assert (solid.one_way, solid.platform) == (False, -1)


def test_what_all_shapes_have_reaches_the_solid() -> None:
    (solid,) = ground(
        {
            "shape": "box", "x": [0, 1], "z": [0, 1], "depth": [160, 300], "material": "wood",
            "friction": 0.5, "restitution": 0.25, "tags": ["WalkableGround", "b"], "layer": "trigger",
            "one_way": True, "name": "it",
        }
    ).solids  # fmt: skip
    assert (solid.depth, solid.material, solid.friction) == ((160.0, 300.0), Material.WOOD, 0.5)
    assert (solid.restitution, solid.tags, solid.layer) == (0.25, ("WalkableGround", "b"), Layer.TRIGGER)
    assert solid.one_way


@pytest.mark.parametrize(
    ("ends", "outline"),
    [
        (([0, 0], [10, 5]), [[0, -9], [10, -9], [10, 5], [0, 0]]),
        (([10, 5], [0, 0]), [[0, -9], [10, -9], [10, 5], [0, 0]]),
        (([0, 5], [10, 0]), [[0, -9], [10, -9], [10, 0], [0, 5]]),
    ],
)
def test_a_slope_may_rise_or_fall(ends: tuple[Json, Json], outline: list[list[float]]) -> None:
    (solid,) = ground({"shape": "slope", "from": ends[0], "to": ends[1], "base": -9}).solids
    assert corners(solid) == outline


def test_a_slope_without_a_base_reaches_200_below_its_lower_end() -> None:
    (solid,) = ground({"shape": "slope", "from": [0, 50], "to": [10, 40]}).solids
    assert solid.outline[:, 1].min() == -160.0


def test_stairs_are_one_solid_a_step() -> None:
    solids = ground({"shape": "stairs", "start": [800, 0], "count": 3, "run": 28, "rise": 18}).solids
    assert [corners(solid) for solid in solids] == [
        [[800, -200], [828, -200], [828, 18], [800, 18]],
        [[828, -200], [856, -200], [856, 36], [828, 36]],
        [[856, -200], [884, -200], [884, 54], [856, 54]],
    ]


def test_stairs_may_rise_to_the_left() -> None:
    shape: Json = {
        "shape": "stairs",
        "start": [0, 5],
        "count": 2,
        "run": 10,
        "rise": 4,
        "direction": -1,
        "base": 5,
    }
    assert [corners(solid) for solid in ground(shape).solids] == [
        [[-10, 5], [0, 5], [0, 9], [-10, 9]],
        [[-20, 5], [-10, 5], [-10, 13], [-20, 13]],
    ]


@given(
    start=st.floats(-1e4, 1e4),
    count=st.integers(1, 40),
    run=st.floats(0.5, 99),
    direction=st.sampled_from([1, -1]),
)
def test_steps_share_their_sides(start: float, count: int, run: float, direction: int) -> None:
    flight: dict[str, Json] = {"shape": "stairs", "start": [start, 0], "count": count, "run": run, "rise": 10}
    shape: Json = {**flight, "direction": direction}
    sides = [sorted({x for x, _ in corners(solid)})[::direction] for solid in ground(shape).solids]
    assert all(step[1] == following[0] for step, following in pairwise(sides))
    assert sides[0][0] == start


@pytest.mark.parametrize("turn", [1, -1])
def test_outlines_run_counter_clockwise_whatever_way_they_are_written(turn: int) -> None:
    outline: Json = [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]][::turn]  # type: ignore[assignment] # ints are Json
    (solid,) = ground({"shape": "polygon", "outline": outline}).solids
    assert signed_area(solid.outline) == 4 * 4 - 0.5 * 4 * 3
    assert sorted(corners(solid)) == sorted([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]])


def test_a_platform_with_a_path_travels() -> None:
    found = ground(
        {"shape": "box", "x": [0, 1], "z": [0, 1]},
        {"shape": "platform", "x": [0, 10], "z": [4, 6], "path": [[0, 0], [40, 0], [40, 9]]},
        {"shape": "platform", "x": [0, 10], "z": [4, 6], "path": [[0, 0], [0, 5]], "speed": 120,
         "name": "lift", "one_way": True, "depth": [-10, 30]},
    )  # fmt: skip
    assert [solid.platform for solid in found.solids] == [-1, 0, 1]
    assert [solid.layer for solid in found.solids] == [Layer.TERRAIN, Layer.PLATFORM, Layer.PLATFORM]
    assert [solid.one_way for solid in found.solids] == [False, False, True]
    first, second = found.platforms
    assert (first.name, first.speed, first.path.tolist()) == ("platform_0", 100.0, [[0, 0], [40, 0], [40, 9]])
    assert (second.name, second.speed, second.path.tolist()) == ("lift", 120.0, [[0, 0], [0, 5]])


def test_a_platform_without_a_path_rests() -> None:
    found = ground({"shape": "platform", "x": [0, 10], "z": [4, 6], "one_way": True})
    assert found.platforms == []
    assert (found.solids[0].platform, found.solids[0].layer) == (-1, Layer.TERRAIN)


A_SHAPE = "expected one of box, slope, stairs, polygon, platform"
OF_A_SLOPE = "base, depth, friction, from, layer, material, name, restitution, shape, tags, to"
BOX = '"shape": "box", "x": [0, 1], "z": [0, 1]'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5", "1:1: $: expected a list, got 5"),
        ("[5]", "1:2: [0]: expected an object, got 5"),
        ("[{}]", '1:2: [0]: "shape" is missing; known: box, slope, stairs, polygon, platform'),
        ('[{"shape": "bxo"}]', "1:12: [0].shape: " + A_SHAPE + ', got "bxo"; did you mean "box"?'),
        ('[{"shape": 1}]', "1:12: [0].shape: " + A_SHAPE + ", got 1"),
        ('[{"shape": "box", "z": [0, 1]}]', '1:2: [0]: "x" is missing'),
        ('[{"shape": "box", "x": [5, 5], "z": [0, 1]}]',
         "1:24: [0].x: expected the smaller number first and the larger second, got [5, 5]"),
        ('[{"shape": "box", "x": [0, 1], "z": [2, 1]}]',
         "1:37: [0].z: expected the smaller number first and the larger second, got [2, 1]"),
        ('[{"shape": "box", "x": [0, 2e6], "z": [0, 1]}]',
         "1:28: [0].x[1]: expected a number <= 1000000, got 2000000.0"),
        ("[{" + BOX + ', "depth": [1, -1]}]',
         "1:54: [0].depth: expected the smaller number first and the larger second, got [1, -1]"),
        ("[{" + BOX + ', "friction": -1}]', "1:57: [0].friction: expected a number >= 0, got -1"),
        ("[{" + BOX + ', "material": "gras"}]',
         '1:57: [0].material: expected one of grass, stone, wood, got "gras"; did you mean "grass"?'),
        ("[{" + BOX + ', "layer": "ground"}]',
         '1:54: [0].layer: expected one of terrain, platform, pawn, slime, trigger, got "ground"'),
        ("[{" + BOX + ', "frction": 1}]',
         '1:45: [0].frction: Box has no "frction"; did you mean "friction"?'),
        ("[{" + BOX + ', "path": []}]', '1:45: [0].path: Box has no "path"; did you mean "depth"?'),
        ('[{"shape": "slope", "from": [0, 0], "to": [0, 9]}]',
         "1:43: [0].to: has the same X as from; a slope needs width"),
        ('[{"shape": "slope", "from": [0, 0], "to": [9, 9], "base": 0}]',
         "1:59: [0].base: expected less than 0, the lower end of the slope, got 0"),
        ('[{"shape": "slope", "from": [0, 7], "to": [9, 3], "base": 5}]',
         "1:59: [0].base: expected less than 3, the lower end of the slope, got 5"),
        ('[{"shape": "slope", "from": [0, 0], "to": [9, 9], "one_way": true}]',
         '1:51: [0].one_way: Slope has no "one_way"; known: ' + OF_A_SLOPE),
        ('[{"shape": "stairs", "start": [0, 0], "count": 0, "run": 1, "rise": 1}]',
         "1:48: [0].count: expected a whole number >= 1, got 0"),
        ('[{"shape": "stairs", "start": [0, 0], "count": 1001, "run": 1, "rise": 1}]',
         "1:48: [0].count: expected a whole number <= 1000, got 1001"),
        ('[{"shape": "stairs", "start": [0, 0], "count": 2, "run": 0, "rise": 1}]',
         "1:58: [0].run: expected a number > 0, got 0"),
        ('[{"shape": "stairs", "start": [0, 0], "count": 2, "run": 1, "rise": -1}]',
         "1:69: [0].rise: expected a number > 0, got -1"),
        ('[{"shape": "stairs", "start": [0, 0], "count": 2, "run": 1, "rise": 1, "direction": 0}]',
         "1:85: [0].direction: expected one of 1, -1, got 0"),
        ('[{"shape": "stairs", "start": [0, 0], "count": 2, "run": 1, "rise": 1, "base": 1}]',
         "1:80: [0].base: expected at most 0, the foot of the stairs, got 1"),
        ('[{"shape": "polygon", "outline": [[0, 0], [1, 0]]}]',
         "1:34: [0].outline: expected a list of length >= 3, got 2"),
        ('[{"shape": "polygon", "outline": [[0, 0], [1, 0], [1, "a"]]}]',
         '1:55: [0].outline[2][1]: expected a number, got "a"'),
        ('[{"shape": "polygon", "outline": [[0, 0], [1, 0], [1, 1], [0, 0]]}]',
         "1:59: [0].outline[3]: is the same point as outline[0]"),
        ('[{"shape": "polygon", "outline": [[0, 0], [2, 0], [0, 2], [2, 2]]}]',
         "1:59: [0].outline[3]: starts an edge that crosses the one from outline[1]"),
        ('[{"shape": "polygon", "outline": [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]}]',
         "1:59: [0].outline[3]: lies on the edge from outline[0]"),
        ('[{"shape": "polygon", "outline": [[0, 0], [1, 0], [2, 0]]}]',
         "1:43: [0].outline[1]: lies on the edge from outline[2]"),
        ('[{"shape": "platform", "x": [0, 1], "z": [0, 1], "path": [[5, 0], [9, 0]]}]',
         "1:59: [0].path[0]: expected [0, 0]: a path begins where the platform is"),
        ('[{"shape": "platform", "x": [0, 1], "z": [0, 1], "path": [[0, 0]]}]',
         "1:58: [0].path: expected at least 2 points, got 1"),
        ('[{"shape": "platform", "x": [0, 1], "z": [0, 1], "path": [[0, 0], [9, 0], [9, 0]]}]',
         "1:75: [0].path[2]: is the same point as path[1]"),
        ('[{"shape": "platform", "x": [0, 1], "z": [0, 1], "path": [[0, 0], [9, 0]], "speed": -1}]',
         "1:85: [0].speed: expected a number >= 0, got -1"),
    ],
)  # fmt: skip
def test_what_is_no_ground_is_told_in_its_place(text: str, problem: str) -> None:
    assert told(text) == ["x:" + problem]


def test_every_shape_is_looked_at() -> None:
    assert told('[{"shape": "box"},\n {"shape": "box", "x": [1, 0], "z": [1, 0]},\n 7]') == [
        'x:1:2: [0]: "x" is missing',
        'x:1:2: [0]: "z" is missing',
        "x:2:24: [1].x: expected the smaller number first and the larger second, got [1, 0]",
        "x:2:37: [1].z: expected the smaller number first and the larger second, got [1, 0]",
        "x:3:2: [2]: expected an object, got 7",
    ]


def test_a_sliver_without_area_is_refused() -> None:
    assert outline_faults([(0.0, 0.0), (0.1, 0.0), (0.05, 0.0015)]) == [((), "encloses no area")]


def side(a: Point, b: Point, c: Point) -> int:
    """On which side of the line through a and b the point c lies, exactly."""
    (ax, az), (bx, bz), (cx, cz) = ((Fraction(x), Fraction(z)) for x, z in (a, b, c))
    cross = (bx - ax) * (cz - az) - (bz - az) * (cx - ax)
    return (cross > 0) - (cross < 0)


def between(a: Point, b: Point, c: Point) -> bool:
    """Whether c, on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments have a point in common (Cormen et al., segments-intersect)."""
    sides = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(where == 0 and between(*end) for where, end in zip(sides, ends, strict=True))


def is_simple(outline: list[Point]) -> bool:
    """Whether an outline goes once round an area, by exact arithmetic on every pair of edges."""
    count = len(outline)
    edges = [(outline[row], outline[(row + 1) % count]) for row in range(count)]
    for first, second in combinations(range(count), 2):
        (a, b), (c, d) = edges[first], edges[second]
        if second - first == 1 or (first == 0 and second == count - 1):
            back = (a, d) if b == c else (b, c)  # neighbours must not fold back onto each other
            shared = b if b == c else a
            if side(a, b, back[1] if b == c else c) == 0 and not between(*back, shared):
                return False
        elif meet(a, b, c, d):
            return False
    return len(set(outline)) == count


GRID_POINT = st.tuples(st.integers(0, 6).map(float), st.integers(0, 6).map(float))


@given(outline=st.lists(GRID_POINT, min_size=3, max_size=7, unique=True))
def test_faults_are_found_exactly_where_an_outline_is_not_simple(outline: list[Point]) -> None:
    assert (outline_faults(outline) == []) == is_simple(outline)


@given(radii=st.lists(st.floats(10, 1000), min_size=3, max_size=60), turn=st.sampled_from([1, -1]))
def test_star_shaped_outlines_are_accepted_whatever_way_round(radii: list[float], turn: int) -> None:
    angles = [2 * math.pi * row / len(radii) for row in range(len(radii))]
    outline: list[Json] = [
        [radius * math.cos(angle), radius * math.sin(angle)]
        for radius, angle in zip(radii, angles, strict=True)
    ]
    (solid,) = ground({"shape": "polygon", "outline": outline[::turn]}).solids
    assert signed_area(solid.outline) > 0
