"""JSON with one key frame a line at most, so that a change of a clip can be read."""

import json
from collections.abc import Sequence

from components.skeleton import BoneDefinition, ClipDefinition, SkeletonDefinition, TrackDefinition

WIDTH = 108
"""Characters of a line."""


def skeleton_text(skeleton: SkeletonDefinition) -> str:
    """The skeleton file."""
    bones = ",\n".join(f"    {json.dumps(_bone(bone))}" for bone in skeleton.bones)
    return f'{{\n  "name": {json.dumps(skeleton.name)},\n  "bones": [\n{bones}\n  ]\n}}\n'


def clip_text(clip: ClipDefinition) -> str:
    """The clip file."""
    head = f'  "name": {json.dumps(clip.name)}, "duration": {clip.duration}, "loop": {json.dumps(clip.loop)}'
    parts = [head + (f', "stride": {clip.stride}' if clip.stride else "")]
    parts.append(_block("tracks", [f"{json.dumps(n)}: {_track(track)}" for n, track in clip.tracks.items()]))
    if clip.curves:
        parts.append(_block("curves", [f"{json.dumps(n)}: {_keys(keys)}" for n, keys in clip.curves.items()]))
    if clip.notifies:
        parts.append(f'  "notifies": {json.dumps([list(notify) for notify in clip.notifies])}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _bone(bone: BoneDefinition) -> dict[str, object]:
    fields: dict[str, object] = {"name": bone.name}
    if bone.parent is not None:
        fields["parent"] = bone.parent
    for name, value in (("translation", bone.translation), ("rotation", bone.rotation)):
        if value.any():
            fields[name] = value.tolist()
    return fields


def _block(name: str, lines: Sequence[str]) -> str:
    return f'  "{name}": {{\n    ' + ",\n    ".join(lines) + "\n  }"


def _track(track: TrackDefinition) -> str:
    parts = [
        f'"{name}": {_keys(keys)}'
        for name, keys in (("rotation", track.rotation), ("translation", track.translation))
        if keys
    ]
    return "{" + ",\n     ".join(parts) + "}"


def _keys(keys: Sequence[Sequence[float]]) -> str:
    """Keys filled into lines."""
    lines = [""]
    for index, key in enumerate(keys):
        text = json.dumps(list(key)) + ("," if index < len(keys) - 1 else "")
        if len(lines[-1]) + len(text) + 1 > WIDTH - 6:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + text
    return "[" + "\n      ".join(lines) + "]"
