"""The error that the model raises and the page understands."""


class NotLoaded(LookupError):
    """Data the page has not fetched yet; `name` is what to ask for ("checkpoint 7", "paper/table3")."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} has not been loaded")
        self.name = name
