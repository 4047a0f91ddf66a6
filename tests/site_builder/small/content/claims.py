"""The small site's claims."""


def bar_is_fifty(evidence):
    return evidence.figure("bar").length == 50
