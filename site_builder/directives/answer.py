"""::: answer … ::: inside an exercise: what the reader should see, folded away."""

from . import Directive

CONTAINER = True


def render(directive: Directive) -> tuple[str, str]:
    directive.only()
    return "<details><summary>What you should see</summary>\n", "</details>\n"
