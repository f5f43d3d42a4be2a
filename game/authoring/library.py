"""The mannequin ready for use, without the way over files: for tests and for trying changes out."""

from functools import cache

from components.skeleton import AnimationLibrary
from game.authoring.frames import clip_of
from game.authoring.gait import gaits
from game.authoring.mannequin import mannequin
from game.authoring.standing import gestures
from systems.animation.assets import build_clip, build_skeleton


@cache
def mannequin_library() -> AnimationLibrary:
    """Its skeleton and all of its clips."""
    skeleton = build_skeleton(mannequin())
    clips = {plan.name: build_clip(clip_of(plan), skeleton) for plan in (*gestures(), *gaits())}
    return AnimationLibrary({skeleton.name: skeleton}, {skeleton.name: clips}, identity="mannequin")
