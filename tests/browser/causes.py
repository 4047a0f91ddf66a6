"""How things go wrong on the page, and what ends it: a cure says in its docstring what that is for the reader."""

from collections.abc import Callable

from playwright.sync_api import expect

from site_builder.hosting import HEADER_POLICY
from site_builder.pages import POLICY
from tests.browser.hosting import PATIENT
from tests.browser.scene import Scene, harmful_value

Act = Callable[[Scene], object]
AGAIN = "Try again"
FULL = """const { instantiate } = WebAssembly; WebAssembly.instantiate = (code, imports) =>
  imports?.env ? Promise.reject(new RangeError("Out of memory")) : instantiate(code, imports);"""
"""a line of script with which a module as large as Python's finds no memory"""


def spoil_runtime(fault: str, at: int) -> Act:
    return lambda scene: scene.spoil(fault, scene.runtime_files()[at])


def before_scripts(script: str) -> Act:
    return lambda scene: scene.page.add_init_script(script)


def switch_off(scene: Scene) -> None:
    scene.session.send("Emulation.setScriptExecutionDisabled", {"value": True})


def lose_scripts(scene: Scene) -> None:
    """And let time run faster for what the page shows without any."""
    for file in scene.folder.glob("assets/scripts-*/*.js"):
        scene.spoil("missing", file.name)
    scene.session.send("Animation.enable")
    scene.session.send("Animation.setPlaybackRate", {"playbackRate": 100})


def forbid(scene: Scene) -> None:
    scene.host.script_policy = POLICY


def stall(scene: Scene) -> None:
    scene.spoil("stalled", scene.runtime_files()[0])


def lose_host(scene: Scene) -> None:
    """When half of every file has come."""
    files = scene.runtime_files()
    for name in files:
        scene.spoil("stalled", name)
    scene.open()
    while not {path.rsplit("/", 1)[-1] for path in scene.host.asked} >= set(files):
        scene.page.evaluate("() => new Promise((resolve) => requestAnimationFrame(resolve))")
    scene.host.is_gone = True
    scene.host.going_on.set()


def go_offline(scene: Scene) -> None:
    lose_host(scene)
    scene.context.set_offline(True)


def sleep(scene: Scene) -> None:
    """A laptop closed while a file is under way, and opened ten hours later."""
    scene.page.clock.install()
    stall(scene)
    scene.open()
    expect(scene.status).to_contain_text("Python is on its way.")
    scene.page.clock.fast_forward("10:00:00")


def kill(scene: Scene) -> None:
    scene.page.workers[0].evaluate("() => close()")
    scene.type_text()


def break_off(scene: Scene) -> None:
    scene.page.workers[0].evaluate("() => { setTimeout(() => { throw new Error('broken'); }); }")
    expect(scene.status).to_contain_text("broke off")
    scene.type_text()


def slide_to(kind: str) -> Act:
    return lambda scene: scene.slide(harmful_value(kind))


def replace(scene: Scene) -> None:
    """A newer version is published, without the files of this one."""
    html = (scene.folder / "index.html").read_bytes()
    scene.host.replaced["index.html"] = html.replace(b'data-build="', b'data-build="newer', 1)
    scene.spoil_data("missing")


def freeze(scene: Scene) -> None:
    """As browsers do with tabs that are out of sight for long."""
    scene.type_text()
    scene.session.send("Page.setWebLifecycleState", {"state": "frozen"})
    scene.session.send("Page.setWebLifecycleState", {"state": "active"})


def type_fast(scene: Scene) -> None:
    box = scene.figure.on_page.locator("[name=text]")
    box.fill("")
    scene.page.keyboard.type("0123456789" * 16)
    scene.type_text()


def turn_clock(scene: Scene) -> None:
    scene.page.clock.set_system_time("1970-01-02")
    scene.type_text()


# What ends it


def mend(scene: Scene) -> None:
    """the cause is gone"""
    scene.host.faults.clear()
    scene.host.replaced.clear()
    scene.host.limits = PATIENT
    scene.host.is_gone = False
    scene.host.script_policy = HEADER_POLICY
    scene.host.going_on.set()


def try_again(scene: Scene) -> None:
    """the cause is gone and the reader presses the button"""
    mend(scene)
    scene.status.get_by_role("button", name=AGAIN).click()


def ask_again(scene: Scene) -> None:
    """the reader presses the button"""
    mend(scene)
    scene.figure.act(scene.error.get_by_role("button", name=AGAIN).click)


def reload(scene: Scene) -> None:
    """the cause is gone and the reader loads the page again"""
    mend(scene)
    scene.reload()


def change(scene: Scene) -> None:
    """the reader sets something else"""
    scene.slide(scene.figure.figure.control[next(iter(scene.texts))].write(20))


def switch_on(scene: Scene) -> None:
    """the reader allows scripts and loads the page again"""
    scene.session.send("Emulation.setScriptExecutionDisabled", {"value": False})
    scene.reload()


def come_online(scene: Scene) -> None:
    """the connection is back"""
    mend(scene)
    scene.context.set_offline(False)
