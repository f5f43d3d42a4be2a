"""The player's actions become what its character wants."""

import esper

from components.character import CharacterIntent, CharacterMotor
from components.world import Actions
from systems.query import entities_with, resource


def intent_of(actions: Actions) -> CharacterIntent:
    """What the actions of a tick ask of a character; left and right together cancel out."""
    return CharacterIntent(
        direction=float("right" in actions.held) - float("left" in actions.held),
        run="run" in actions.held,
        jump_pressed="jump" in actions.pressed,
        jump_held="jump" in actions.held,
        attack_pressed="attack" in actions.pressed,
    )


class PlayerControl(esper.Processor):
    """Writes the player's wishes to the characters it steers."""

    def process(self, dt: float) -> None:
        """Turns this tick's actions into intents."""
        del dt
        wish = intent_of(resource(Actions))
        for _, (motor, intent) in entities_with(CharacterMotor, CharacterIntent):
            if motor.player:
                intent.direction, intent.run = wish.direction, wish.run
                intent.jump_pressed, intent.jump_held = wish.jump_pressed, wish.jump_held
                intent.attack_pressed = wish.attack_pressed
