"""What a level's world looks like, as data: one JSON file a theme."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

THEMES = "themes"
"""Folder of theme files, beside a level as well as among what is bundled."""
DEFAULT_THEME = "dusk"

Hex = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
"""A colour as "#rrggbb"."""
Share = Annotated[float, Meta(ge=0, le=1)]
Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkyTheme:
    """The sky behind everything; it does not scroll."""

    stops: tuple[tuple[Share, Hex], ...]
    """Colours from the top edge (0) to the bottom edge (1) of the frame."""
    sun: tuple[Share, Share]
    """Where the sun stands, as shares of the frame's width and height."""
    sun_radius: float
    """Size of its disc, as a share of the frame's height."""
    sun_colour: Hex
    halo: Hex
    """Colour of the ring around the sun."""
    glow: Triple
    """Light added around the sun, red, green and blue [0, 255]."""
    star_count: int
    """Stars in the upper third."""
    cloud_shade: Hex
    """Colour of a cloud's dark side."""
    cloud_light: Hex
    """Colour of a cloud's lit side."""
    clouds: tuple[tuple[float, float, float, float], ...]
    """Bands of cloud: height and thickness as shares of the frame's height, fineness, threshold [0, 1]."""
    rays: Hex
    """Colour of the rays around the sun."""
    ray_strength: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class HillTheme:
    """One row of hills."""

    scroll: Share
    """How fast it passes, as a share of the level's speed."""
    base: float
    """Height of its foot, as a share of the frame's height from the top."""
    amplitude: float
    """Height of its peaks over the foot, as a share of the frame's height."""
    ruggedness: float
    """Peaks per frame height."""
    sharpness: float
    """Exponent of the ridge; above 1 valleys widen."""
    seed: int
    top: Hex
    bottom: Hex
    rim: Hex
    """Light on the ridge near the sun."""
    trees: str = ""
    """"pine", "round" or nothing."""
    tree_count: int = 0
    """Trees in a whole repetition."""
    tree_size: float = 0.0
    """Height of a tree, as a share of the frame's height."""
    mist: Hex | None = None
    """Colour of the mist before it."""
    mist_height: float = 0.0
    """Middle of the mist, as a share of the frame's height."""
    mist_strength: Share = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AirTheme:
    """What floats and stands between the viewer and the level."""

    dust: Hex
    dust_count: int
    foreground: Hex
    """Colour of the foliage in front."""
    foreground_height: float
    """Its height, as a share of the frame's height."""
    vignette: Share
    """How much the corners darken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainTheme:
    """What solids are made of."""

    stone: Hex
    deep_stone: Hex
    """Stone far below the ground."""
    slab: Hex
    light_slab: Hex
    """Stone that is walked on, from its darkest to its lightest."""
    grass: Hex
    light_grass: Hex
    lip: Hex
    """The bright edge of a meadow."""
    wood: Hex
    dark_wood: Hex
    haze: Hex
    """Air before what lies far back."""
    blades: tuple[Hex, Hex, Hex]
    """Blades of grass: dark, middle and light."""
    flowers: tuple[Hex, ...]
    flower_heart: Hex
    leaves: tuple[Hex, Hex, Hex]
    """Leaves of bushes, from below to above."""
    lantern: Hex
    """Posts of lanterns."""
    lantern_foot: Hex
    lantern_light: Hex
    lantern_glow: Hex
    """Light a lantern adds around itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LightTheme:
    """Where light comes from. World directions point to the light, X right, Y into the screen, Z up."""

    sun_direction: Triple
    sun: Triple
    """Light of the sun on the level [1]."""
    ambient_up: Triple
    """Light from above on the level [1]."""
    ambient_down: Triple
    """Light from below on the level [1]."""
    key_direction: Triple
    """Main light of characters as the viewer sees it: x right, y down, z to the viewer."""
    key: Triple
    figure_up: Triple
    """Light from above on characters [1]."""
    figure_down: Triple
    rim_direction: tuple[float, float]
    """Light from behind as the viewer sees it: x right, y down."""
    rim: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class SlimePalette:
    """A kind of gel."""

    deep: Hex
    middle: Hex
    light: Hex
    rim: Hex
    back: Hex
    """Light that comes through from behind, at the rim on the sun's side."""
    glow: Hex
    """Light that falls through it on the ground."""
    absorption: float
    """How fast it swallows what lies behind [1/m]."""
    opacity: Share
    """How much of what lies behind is hidden even where it is thin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceTheme:
    """Faces of slimes."""

    ink: Hex
    cheek: Hex
    mouth: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """What a level's world looks like."""

    name: str
    sky: SkyTheme
    hills: tuple[HillTheme, ...]
    """From the farthest to the nearest."""
    air: AirTheme
    terrain: TerrainTheme
    light: LightTheme
    slimes: dict[str, SlimePalette]
    """By the name that SlimeLook.palette gives."""
    face: FaceTheme
