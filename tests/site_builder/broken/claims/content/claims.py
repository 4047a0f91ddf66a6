"""Claims that go wrong in every way."""


def bar_is_fifty(evidence):
    return evidence.figure("bar").lenth == 50


def nobody_says(evidence):
    return True
