"""Firefox, headless, by its own remote control."""

import socket
from typing import Any

from marionette_driver.keys import Keys
from marionette_driver.marionette import Marionette

from tests.browser.others.window import Window

PATIENCE = 600  # seconds; a busy machine is slow, not wrong


class Firefox(Window):
    keyboard = Keys

    def __init__(self, program: str, log: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.browser = Marionette(port=port, bin=program, headless=True, gecko_log=log, startup_timeout=PATIENCE,
                                  socket_timeout=PATIENCE)
        self.browser.start_session()
        self.browser.timeout.page_load = self.browser.timeout.script = PATIENCE

    def goto(self, address: str) -> None:
        self.browser.navigate(address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.browser.execute_script(script, script_args=arguments, sandbox=None)

    def run_async(self, script: str, *arguments: Any) -> None:
        self.browser.execute_async_script(script, script_args=arguments, sandbox=None)

    def drag(self, element: Any, across: int) -> None:
        pointer = self.browser.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
        pointer.pointer_move(0, 0, origin=element).pointer_down()
        pointer.pointer_move(across, 0, duration=200, origin="pointer").pointer_up().perform()

    def quit(self) -> None:
        self.browser.quit(in_app=True)
        self.browser.cleanup()
