"""The ways in which a reader can set a field: its native input, handles and marks in the drawing, maps.

Each sets the field of a figure to another value and checks the answer.
"""

from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl

from playwright.sync_api import Locator, Page

from engine.drawing.controls.choice import Choice
from engine.drawing.controls.pick import Drag, Pick
from engine.drawing.controls.slider import Slider
from engine.drawing.controls.switch import Switch, Switches
from engine.drawing.controls.text import Text
from tests.browser.reader import Figure

OTHER_TEXT = "may 3rd, 1999"
FOCUSABLE = ":is(button, [tabindex])"
Way = Callable[[Figure, str], None]


def ways(figure: Figure, name: str) -> Iterator[Way]:
    """Every way in which the field can be set in the figure as it stands."""
    control = figure.figure.control[name]
    if native(figure, name).first.evaluate("(input) => input.checkVisibility()"):
        yield from NATIVE[type(control)]
        if type(control) is Slider and not control.logarithmic:
            yield arrow
        if getattr(control, "player", False):
            yield play
    if handle(figure, name).count():
        yield from (handle_by_key, handle_by_pointer)
    if marks(figure, name):
        yield mark_by_pointer
    if marks(figure, name, FOCUSABLE):
        yield mark_by_key
    if maps(figure, name).count():
        yield from (map_by_keys, map_by_pointer)


def set_something(figure: Figure) -> None:
    """In one way, the first field that can be set; the text last, because all figures share it."""
    names = sorted(figure.figure.control, key=lambda name: name == "text")
    name, way = next((name, way) for name in names for way in ways(figure, name))
    way(figure, name)


def native(figure: Figure, name: str) -> Locator:
    return figure.on_page.locator(f"form [name='{name}']")


def typed(figure: Figure, name: str) -> Locator:
    """The box beside a track."""
    return native(figure, name).locator("xpath=ancestor::div[@data-kind]").locator("input.value")


def type_over(box: Locator, text: str) -> Callable[[], None]:
    """Select all and put the whole text in its place in one stroke, as pasting does."""

    def action() -> None:
        box.select_text()
        box.page.keyboard.insert_text(text) if text else box.press("Delete")

    return action


def written(figure: Figure, name: str, value: float) -> str:
    """The form text of the number on the field's steps that is nearest."""
    control = figure.figure.control[name]
    return control.write(control.parse(control.write(value)))


def one_step(figure: Figure, name: str) -> tuple[str, str]:
    """An arrow key that has room to move, and the form text one step along."""
    control, value = figure.figure.control[name], getattr(figure.state, name)
    low, _ = present_range(figure, name)
    if value > low:
        return "ArrowLeft", written(figure, name, value - control.step)
    return "ArrowRight", written(figure, name, value + control.step)


def present_range(figure: Figure, name: str) -> tuple[float, float]:
    control = figure.figure.control[name]
    return figure.figure.limits(figure.state, figure.model).get(name) or (control.low, control.high)


def put(figure: Figure, name: str, text: str) -> None:
    """Set a field to a value by its native input or its handle; nothing where it has it already."""
    now = figure.fields()[name]
    inputs = native(figure, name)
    match figure.figure.control[name]:
        case _ if now == text:
            return
        case Drag(low=low):
            mark, end = handle(figure, name), "Home" if text == written(figure, name, low) else "End"
            figure.change(lambda: mark.press(end), **{name: text})
        case Slider():
            figure.change(type_over(typed(figure, name), text), **{name: text})
        case Text():
            figure.change(type_over(inputs, text), **{name: text})
        case Switch():
            figure.change(lambda: inputs.press("Space"), **{name: text})
        case Switches(options=options):
            turned = next(each for each in options if (each in now.split()) != (each in text.split()))
            on = " ".join(each for each in options if (each in now.split()) != (each == turned))
            figure.change(lambda: with_value(inputs, turned).press("Space"), **{name: on})
            put(figure, name, text)
        case Choice() if inputs.count() == 1:
            figure.change(lambda: inputs.select_option(text), **{name: text})
        case Choice():
            figure.change(lambda: with_value(inputs, text).press("Space"), **{name: text})
        case _:
            raise NotImplementedError(f"{name} is set by picking")


def with_value(inputs: Locator, text: str) -> Locator:
    return inputs.and_(inputs.page.locator(f"[value='{text}']"))


def type_text(figure: Figure, name: str) -> None:
    put(figure, name, OTHER_TEXT)


def tap_sample(figure: Figure, name: str) -> None:
    sample = next(each for each in figure.figure.control[name].samples if each != getattr(figure.state, name))
    button = figure.on_page.locator(".samples").get_by_role("button", name=sample, exact=True)
    figure.change(button.click, **{name: sample})


def press_switch(figure: Figure, name: str) -> None:
    put(figure, name, "off" if getattr(figure.state, name) else "on")


def press_boxes(figure: Figure, name: str) -> None:
    """The first and the last, one after the other."""
    options = figure.figure.control[name].options
    put(figure, name, f"{options[0]} {options[-1]}")


def next_option(figure: Figure, name: str) -> None:
    """With the arrow keys, as in every row of radios and every list."""
    options = [str(each) for each in figure.figure.control[name].options]
    at = options.index(figure.figure.write(figure.state)[name])
    key, other = ("ArrowDown", at + 1) if at < len(options) - 1 else ("ArrowUp", at - 1)
    inputs = native(figure, name)
    holder = inputs if inputs.count() == 1 else inputs.nth(at)
    figure.change(lambda: holder.press(key), **{name: options[other]})


def type_number(figure: Figure, name: str) -> None:
    low, _ = present_range(figure, name)
    put(figure, name, written(figure, name, low + 2 * figure.figure.control[name].step))


def arrow(figure: Figure, name: str) -> None:
    key, text = one_step(figure, name)
    figure.change(lambda: native(figure, name).press(key), **{name: text})


def play(figure: Figure, name: str) -> None:
    """From the last step but one, so that it plays one step and stops."""
    _, high = present_range(figure, name)
    before = written(figure, name, high - 1)
    put(figure, name, before)
    button = figure.on_page.locator("[data-action=play]")
    figure.change(button.click, **{name: written(figure, name, high)})
    figure.page.wait_for_function("(button) => button.ariaPressed === 'false'", arg=button.element_handle())


def handle(figure: Figure, name: str) -> Locator:
    return figure.on_page.locator(f".stage [data-drag='{name}']")


def handle_by_key(figure: Figure, name: str) -> None:
    if handle(figure, name).get_attribute("data-scale") == "log":
        low = handle(figure, name).get_attribute("data-low") or ""
        figure.change(lambda: handle(figure, name).press("Home"), **{name: low})
    else:
        key, text = one_step(figure, name)
        figure.change(lambda: handle(figure, name).press(key), **{name: text})


def handle_by_pointer(figure: Figure, name: str) -> None:
    """Four steps, or an eighth of a logarithmic track, towards the middle."""
    mark, page, value = handle(figure, name), figure.page, getattr(figure.state, name)
    mark.scroll_into_view_if_needed()
    low, high, step = (float(mark.get_attribute(f"data-{each}") or 0) for each in ("low", "high", "step"))
    box, track = mark.bounding_box(), mark.locator("xpath=..").bounding_box()
    assert box and track
    is_log = mark.get_attribute("data-scale") == "log"
    share = 0.125 if is_log else 4 * step / (high - low)
    up = value < ((low * high) ** 0.5 if is_log else (low + high) / 2)
    moved = share if up else -share
    is_across = mark.get_attribute("data-axis") == "x"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag() -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + moved * track["width"] * is_across, y - moved * track["height"] * (not is_across))

    figure.act(drag)
    page.mouse.up()
    text = figure.fields()[name]
    wanted = value * (high / low) ** moved if is_log else value + moved * (high - low)
    assert abs(float(text) - wanted) <= max(step, 0.05 * wanted if is_log else 0)
    figure.answered(**{name: text})


def marks(figure: Figure, name: str, kind: str = "*") -> list[tuple[Locator, dict[str, str]]]:
    """Marks that set the field to another value than it has, and all they set."""
    now = figure.figure.write(figure.state)
    every = figure.on_page.locator(f".stage {kind}[data-set]:not([data-map]):visible")
    sets = every.evaluate_all("(marks) => marks.map((mark) => mark.dataset.set)")
    found = [(every.nth(at), dict(parse_qsl(text, keep_blank_values=True))) for at, text in enumerate(sets)]
    return [(mark, fields) for mark, fields in found if fields.get(name, now[name]) != now[name]]


def mark_by_key(figure: Figure, name: str) -> None:
    """From the mark that the Tab key stops at to the one beside it with an arrow key; the focus stays there."""
    row = figure.on_page.locator(f".stage {FOCUSABLE}[data-set^='{name}=']:not([data-map]):visible")
    at, count = row.evaluate_all("(marks) => marks.findIndex((mark) => mark.tabIndex === 0)"), row.count()
    if at < 0 or count == 1:
        mark, fields = marks(figure, name, FOCUSABLE)[0]
        figure.change(lambda: mark.press("Enter"), **fields)
        return
    key, beside = ("ArrowRight", row.nth(at + 1)) if at + 1 < count else ("ArrowLeft", row.nth(at - 1))
    text = beside.get_attribute("data-set") or ""

    def walk() -> None:
        row.nth(at).press(key)
        figure.page.keyboard.press("Enter")

    figure.change(walk, **dict(parse_qsl(text, keep_blank_values=True)))
    assert figure.page.evaluate("() => document.activeElement.dataset.set") == text


def mark_by_pointer(figure: Figure, name: str) -> None:
    mark, fields = marks(figure, name)[-1]
    figure.change(mark.click, **fields)


def maps(figure: Figure, name: str) -> Locator:
    return figure.on_page.locator(f".stage [data-map][data-set*='{name}={{']")


def cell(figure: Figure, name: str, share: float) -> tuple[Locator, list[int], list[int], dict[str, str]]:
    """The first map that sets the field: its size, a cell this far into it that would change it, and all that sets."""
    grid, now = maps(figure, name).first, figure.figure.write(figure.state)
    size = [int(grid.get_attribute(f"data-{axis}") or 0) for axis in ("rows", "columns")]
    start = int(grid.get_attribute("data-first-column") or 0)
    places = [(row, column) for row in range(size[0]) for column in range(size[1])]
    for row, column in places[int(share * (len(places) - 1)):] + places[::-1]:
        at = column + start
        template = grid.get_attribute("data-set") or ""
        text = template.replace("{row}", str(row)).replace("{column}", str(at)).replace("{number}", str(at + 1))
        fields = dict(parse_qsl(text))
        if fields[name] != now[name]:
            return grid, size, [row, column], fields
    raise AssertionError(f"no cell of the map sets another {name}")


def map_by_keys(figure: Figure, name: str) -> None:
    """From the first cell along the row and down the column; taken with Enter."""
    grid, _, (row, column), fields = cell(figure, name, 0.1)

    def walk() -> None:
        for key in ("Home", "PageUp", *["ArrowRight"] * column, *["ArrowDown"] * row, "Enter"):
            grid.press(key)

    figure.change(walk, **fields)


def map_by_pointer(figure: Figure, name: str) -> None:
    grid, (rows, columns), (row, column), fields = cell(figure, name, 0.7)
    box = grid.bounding_box()
    assert box
    place = {"x": (column + 0.5) * box["width"] / columns, "y": (row + 0.5) * box["height"] / rows}
    figure.change(lambda: grid.click(position=place), **fields)


NATIVE: dict[type, tuple[Way, ...]] = {
    Text: (type_text, tap_sample),
    Slider: (type_number,),
    Choice: (next_option,),
    Switch: (press_switch,),
    Switches: (press_boxes,),
    Pick: (),
    Drag: (),
}


def slide(page: Page, *points: tuple[float, float]) -> Callable[[], None]:
    """A finger put down at the first point and moved through the others; what is returned lifts it."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    touch("touchStart", points[0])
    for point in points[1:]:
        touch("touchMove", point)
    return lambda: touch("touchEnd")
