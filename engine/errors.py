"""The errors that the model raises and the page understands."""


class NotLoaded(LookupError):
    """Data the page has not fetched yet; `name` is what to ask for ("checkpoint 7", "paper/table3")."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} has not been loaded")
        self.name = name


class Altered(ValueError):
    """A file that is not the one that was shipped; `sentence` is for the reader."""

    def __init__(self, file: str, expected: str, received: str) -> None:
        super().__init__(f"{file}: altered or cut short: expected sha256 {expected}, received {received}")
        self.sentence = f"The file {file} is not the one this page was built with."
