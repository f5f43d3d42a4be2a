"""Reads the skeletons a level's characters have, with all their clips."""

from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from typing import TypeVar

from components.skeleton import AnimationLibrary, ClipAsset, ClipDefinition, SkeletonAsset, SkeletonDefinition
from game.level.convert import convert_object
from game.level.document import Node
from game.level.files import LevelFiles, file_names
from game.level.identity import identity_of
from game.level.problem import quoted
from systems.animation.assets import build_clip, build_skeleton

Definition = TypeVar("Definition", bound=object)
Asset = TypeVar("Asset")

SKELETONS = "skeletons"
"""Folder of skeleton files."""

CLIPS = "clips"
"""Folder of folders of clip files, one a skeleton."""


def read_library(files: LevelFiles, asked: Mapping[str, Node]) -> AnimationLibrary:
    """Skeletons and clips; what is wrong goes to the problems of `files`.

    A level that brings a skeleton brings its clips, too. To a bundled skeleton it may add clips, or
    replace bundled ones.

    Args:
        files: Reads for the level.
        asked: Names of skeletons, and where each is asked for.
    """
    reader = _LibraryReader(files)
    for name, node in sorted(asked.items()):
        reader.read(name, node)
    return AnimationLibrary(reader.skeletons, reader.clips, identity_of(*reader.definitions))


class _LibraryReader:
    def __init__(self, files: LevelFiles) -> None:
        self.files = files
        self.skeletons: dict[str, SkeletonAsset] = {}
        self.clips: dict[str, dict[str, ClipAsset]] = {}
        self.definitions: list[object] = []

    def read(self, name: str, asked: Node) -> None:
        """A skeleton and its clips."""
        found = self.files.find(SKELETONS, name, asked)
        if found is None:
            return
        file, home = found
        skeleton = self.skeleton(name, file)
        if skeleton is None:
            return
        self.skeletons[name] = skeleton
        clips = {clip: self.clip(clip, file, skeleton) for clip, file in self.clip_files(name, home, asked)}
        self.clips[name] = {name: clip for name, clip in clips.items() if clip is not None}

    def clip_files(self, skeleton: str, home: Traversable, asked: Node) -> list[tuple[str, Traversable]]:
        """Names and files of a skeleton's clips."""
        folders = self.files.folders()
        found: dict[str, Traversable] = {}
        for folder in reversed(folders[: folders.index(home) + 1]):
            place = folder.joinpath(CLIPS, skeleton)
            for name in file_names(place):
                file = place.joinpath(f"{name}.json")
                if not self.files.leads_out(file, folder, asked):
                    found[name] = file
        return sorted(found.items())

    def skeleton(self, name: str, file: Traversable) -> SkeletonAsset | None:
        """The skeleton of a file."""
        return self.asset(name, file, SkeletonDefinition, build_skeleton)

    def clip(self, name: str, file: Traversable, skeleton: SkeletonAsset) -> ClipAsset | None:
        """The clip of a file."""
        return self.asset(name, file, ClipDefinition, lambda definition: build_clip(definition, skeleton))

    def asset(
        self, name: str, file: Traversable, kind: type[Definition], build: Callable[[Definition], Asset]
    ) -> Asset | None:
        """What a file defines, made ready for use; None where something is wrong with it."""
        document = self.files.read(file)
        if document is None:
            return None
        definition = convert_object(document.root, kind, self.files.problems)
        if definition is None or not self.is_called(name, document.root):
            return None
        self.definitions.append(definition)
        try:
            return build(definition)
        except ValueError as wrong:
            self.files.problems.append(document.root.problem(" ".join(str(wrong).split())))
            return None

    def is_called(self, name: str, root: Node) -> bool:
        """Whether what a file defines has the name of the file, by which it is found."""
        called = root.members()["name"]
        if called.value == name:
            return True
        self.files.problems.append(called.expected(f"{quoted(name)} as the file is called"))
        return False
