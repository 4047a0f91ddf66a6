"""What a hand does to a figure again and again while its answers are timed: every control and every kind of mark.

An act is a function of a counter that makes one input event at each call, of another value than the one before.
"""

from collections.abc import Callable, Iterator

from playwright.sync_api import JSHandle, Locator, Page

from engine.drawing.controls.choice import Choice
from engine.drawing.controls.slider import Slider
from engine.drawing.controls.switch import Switch, Switches
from engine.drawing.controls.text import Text
from engine.drawing.figure import load
from tests.browser.reader import IDLE, SITE, Placed

Act = Callable[[int], object]
TEXT = "on wednesday the twenty third of september 1998"
LENGTHS = (24, 47)
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz ,-./"

NEW_VALUE = """(figure, name) => {
  const form = Object.fromEntries(new FormData(figure.querySelector("form")));
  const marks = [...figure.querySelectorAll(".stage [data-set]:not([data-map], a)")];
  return marks.filter((mark) => {
    const wanted = new URLSearchParams(mark.dataset.set).get(name);
    return wanted !== null && wanted !== (form[name] ?? wanted) && mark.checkVisibility();
  });
}"""
CAN_PICK = f"(figure, name) => ({NEW_VALUE})(figure, name).length > 1"
NEXT = f"(figure, [name, turn]) => {{ const marks = ({NEW_VALUE})(figure, name); return marks[turn % marks.length]; }}"
AIM = "() => stopwatch.aim()"


def acts(page: Page, place: Placed) -> Iterator[tuple[str, Act]]:
    """Every act that the figure as it stands offers, with its name, set up just before it is yielded."""
    figure = page.locator(f"#{place.id}")
    for name, control in load(place.name, SITE.figures).control.items():
        inputs = figure.locator(f"form [name='{name}']")
        if inputs.first.locator("xpath=ancestor::*[@data-when and @hidden]").count():
            continue  # hidden while it changes nothing
        match control:
            case Text():
                for length in LENGTHS:
                    inputs.fill(TEXT[:length])
                    inputs.press("End")
                    yield f"type at {length}", lambda turn, box=inputs: retype(box, turn)
            case Choice() if inputs.count() == 1:
                count = len(control.options)
                inputs.press("Home")
                yield f"choose {name}", lambda turn, menu=inputs, count=count: zigzag(menu, turn, count, "Down", "Up")
            case Choice():
                checked = figure.locator(f"form [name='{name}']:checked")
                yield f"choose {name}", lambda _, checked=checked: checked.press("ArrowRight")
            case Switch() | Switches():
                yield f"switch {name}", lambda turn, boxes=inputs: boxes.nth(turn % boxes.count()).press("Space")
            case Slider() if (track := track_of(figure, name)).count():
                track.press("Home")
                yield f"slide {name}", lambda turn, track=track: zigzag(track, turn, steps(track), "Right", "Left")
        handle = figure.locator(f".stage [data-drag='{name}']")
        if handle.count():
            yield f"drag {name}", drag(page, handle)
            page.mouse.up()
        if figure.evaluate(CAN_PICK, name):
            yield f"pick {name}", lambda turn, name=name: pick(page, figure.evaluate_handle(NEXT, [name, turn]))
        grid = figure.locator(f".stage [data-map][data-set*='{name}={{']").first
        if grid.count():
            yield f"walk {name}", lambda turn, grid=grid: walk(grid, turn)


def track_of(figure: Locator, name: str) -> Locator:
    """The range input of a field; a logarithmic one has no name of its own."""
    return figure.locator(f"form input[type=range]:is([name='{name}'], [data-track='{name}'])")


def retype(box: Locator, turn: int) -> None:
    """Another last letter, typed over the one that stands there."""
    box.press("Shift+ArrowLeft")
    box.page.keyboard.type(LETTERS[turn % len(LETTERS)])


def zigzag(control: Locator, turn: int, count: int, on: str, back: str) -> None:
    """One step on until the last of `count` values, then one back until the first, and so forth."""
    control.press(f"Arrow{on if turn // max(count - 1, 1) % 2 == 0 else back}")


def steps(track: Locator) -> int:
    """How many values a track has."""
    return int(track.evaluate("({min, max, step}) => step === 'any' ? 100 : Math.round((max - min) / step) + 1"))


def drag(page: Page, handle: Locator) -> Act:
    """The handle taken; each turn moves it by three pixels or by a step, eight turns one way and then eight back."""
    handle.scroll_into_view_if_needed()
    box, track = handle.bounding_box(), handle.locator("xpath=..").bounding_box()
    assert box and track
    low, high, step = (float(handle.get_attribute(f"data-{each}") or 0) for each in ("low", "high", "step"))
    across = handle.get_attribute("data-axis") == "x"
    is_low = float(handle.get_attribute("aria-valuenow") or 0) < (low + high) / 2
    stride = max(3.0, 1.01 * step / (high - low) * track["width" if across else "height"]) * (1 if is_low else -1)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()

    def act(turn: int) -> None:
        away = stride * (8 - abs((turn + 1) % 16 - 8))
        page.mouse.move(x + away * across, y - away * (not across))

    return act


def pick(page: Page, found: JSHandle) -> None:
    """The mark pointed at and clicked, held as long as a hand holds the button: a press makes a frame of its own."""
    mark = found.as_element()
    if mark is None:
        return
    mark.hover(force=True)
    page.evaluate(AIM)
    page.mouse.down()
    page.evaluate(AIM)
    page.mouse.up()


def walk(grid: Locator, turn: int) -> None:
    """One cell along the row, or down the column every third turn, and taken."""
    grid.press("ArrowDown" if turn % 3 == 2 else "ArrowRight" if turn // 20 % 2 == 0 else "ArrowLeft")
    grid.page.evaluate(AIM)
    grid.press("Enter")


def rest(page: Page) -> None:
    """Until every figure shows what its form asks."""
    page.wait_for_function(IDLE, polling=50)
