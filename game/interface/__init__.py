"""What stands round a level: title, choice of levels, pause, the state of the hero, and what is heard.

Screens and what they lead to are plain data without pygame; only painters and the app touch a surface.
Nothing here imports what has to be compiled, so that the first picture comes at once.
"""
