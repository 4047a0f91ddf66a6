"""WebKitGTK's MiniBrowser, on a screen that nobody sees."""

import os
import subprocess
from typing import Any

from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.others.window import Window

PATIENCE = 600  # seconds; a busy machine is slow, not wrong
SCREEN = ("-screen", "0", "1600x1200x24", "-nolisten", "tcp")


class WebKit(Window):
    keyboard = Keys

    def __init__(self, program: str, driver: str, screen: str) -> None:
        reading, writing = os.pipe()
        self.screen = subprocess.Popen([screen, "-displayfd", str(writing), *SCREEN], pass_fds=[writing],
                                       stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as answer:
            display = answer.readline().strip()
        options = Options()
        options.binary_location = program
        options.add_argument("--automation")
        # Within a container its own sandbox cannot be made; the only page it sees is ours.
        surroundings = {**os.environ, "DISPLAY": f":{display}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        try:
            self.browser = WebKitGTK(options=options, service=Service(driver, env=surroundings))
        except BaseException:
            self.end_screen()
            raise
        self.browser.set_page_load_timeout(PATIENCE)
        self.browser.set_script_timeout(PATIENCE)

    def goto(self, address: str) -> None:
        self.browser.get(address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.browser.execute_script(script, *arguments)

    def run_async(self, script: str, *arguments: Any) -> None:
        self.browser.execute_async_script(script, *arguments)

    def drag(self, element: Any, across: int) -> None:
        ActionChains(self.browser).click_and_hold(element).move_by_offset(across, 0).release().perform()

    def quit(self) -> None:
        self.browser.quit()
        self.end_screen()

    def end_screen(self) -> None:
        self.screen.terminate()
        self.screen.wait()
