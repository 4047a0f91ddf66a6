"""A window of a browser that Playwright cannot drive, with as much of a Playwright page as the tests of figures use."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

UNTIL = "const [arg, done] = arguments; const look = () => (({function})(arg) ? done() : setTimeout(look, 50)); look();"


class Window(ABC):
    """What each browser brings: how it goes to an address, runs scripts, and passes on what hands do."""

    keyboard: Any
    """names of keys, as the browser's driver spells them"""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Load an address and wait until it is loaded."""

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """What the body of a function returns."""

    @abstractmethod
    def run_async(self, script: str, *arguments: Any) -> None:
        """Run the body of a function until it calls its last argument."""

    @abstractmethod
    def drag(self, element: Any, across: int) -> None:
        """Press the mouse on the middle of an element, move it by CSS pixels, and let go."""

    @abstractmethod
    def quit(self) -> None:
        """End the browser."""

    @property
    def url(self) -> str:
        return str(self.run("return location.href"))

    def evaluate(self, function: str, arg: Any = None) -> Any:
        return self.run(f"return ({function})(arguments[0])", arg)

    def wait_for_function(self, function: str, arg: Any = None) -> None:
        self.run_async(UNTIL.replace("{function}", function), arg)

    def locator(self, selector: str) -> "Place":
        return Place(self, selector)


@dataclass(frozen=True)
class Place:
    """One element of the page, found anew each time: the one at `at` of all that a selector finds."""

    window: Window
    selector: str
    at: int = 0

    def locator(self, selector: str) -> "Place":
        return Place(self.window, f"{self.selector} {selector}")

    def nth(self, at: int) -> "Place":
        return Place(self.window, self.selector, at)

    def element(self) -> Any:
        """The element, in the middle of the window, where no strip at its edge covers it."""
        return self.window.run(
            "const found = document.querySelectorAll(arguments[0])[arguments[1]];"
            "found.scrollIntoView({ block: 'center' }); return found", self.selector, self.at)

    def evaluate(self, function: str) -> Any:
        found = "document.querySelectorAll(arguments[0])[arguments[1]]"
        return self.window.run(f"return ({function})({found})", self.selector, self.at)

    def get_attribute(self, name: str) -> str | None:
        found = self.evaluate(f"(element) => element.getAttribute({name!r})")
        return None if found is None else str(found)

    def click(self) -> None:
        self.element().click()

    def press(self, *keys: str) -> None:
        """Type keys into it, wherever the focus was: letters, or names such as ENTER."""
        self.element().send_keys(*[getattr(self.window.keyboard, key, key) for key in keys])

    def fill(self, text: str) -> None:
        """Type a text over the one it has, key by key."""
        self.evaluate("(box) => box.select()")
        self.press(*text)

    def drag(self, across: int) -> None:
        self.window.drag(self.element(), across)
