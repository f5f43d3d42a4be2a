"""What a slime with verbs is like, and how its verbs change that while they last."""

from collections.abc import Mapping

from components.slime import SlimeForm, SlimeIntent, SlimeVerbs
from components.softbody import Softbody


def companions(components: Mapping[type, object]) -> list[object]:
    """What a slime with verbs needs besides."""
    body = components.get(Softbody)
    found = body if isinstance(body, Softbody) else Softbody()
    return [SlimeIntent(), SlimeForm(found.friction, found.mass, found.pressure)]


def take_form(verbs: SlimeVerbs, intent: SlimeIntent, form: SlimeForm, softbody: Softbody, dt: float) -> None:
    """Grips, slides, grows heavy or inflates, or goes back to what it was."""
    slippery = verbs.slick if intent.slick else form.friction
    softbody.friction = verbs.grip if intent.grip else slippery
    softbody.mass = form.mass * (verbs.heavy if intent.heavy else 1.0)
    wanted = form.pressure * (verbs.inflate if intent.inflate else 1.0)
    softbody.pressure += limited(wanted - softbody.pressure, verbs.inflate_rate * dt)


def limited(change: float, most: float) -> float:
    """A change of that much at most, either way."""
    return min(max(change, -most), most)
