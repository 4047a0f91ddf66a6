"""What a page and its worker hold on to, after everything that can be let go has been."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

PAGE = {"page heap": "JSHeapUsedSize", "nodes": "Nodes", "listeners": "JSEventListeners"}


EXPOSED = """const { instantiate } = WebAssembly; WebAssembly.instantiate = async (...code) => {
  const made = await instantiate(...code);
  const { memory } = (made.instance ?? made).exports;
  if (memory) self.memory = memory;
  return made;
};
"""
"""to stand before the script that starts Python: leaves its memory where `measure` finds it"""


@dataclass
class Memory:
    """Measures through the browser's own tools."""

    page: Page
    replies: dict[int, Any] = field(default_factory=dict)
    worker: str = ""
    """session of the worker"""

    def __post_init__(self) -> None:
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.on("Target.attachedToTarget", self.attached)
        self.session.on("Target.receivedMessageFromTarget", self.received)
        self.session.send("Performance.enable")
        at_once = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self.session.send("Target.setAutoAttach", at_once)

    def attached(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["type"] == "worker":
            self.worker = event["sessionId"]

    def received(self, event: dict[str, Any]) -> None:
        reply = json.loads(event["message"])
        if "id" in reply:
            self.replies[reply["id"]] = reply["result"]

    def ask_worker(self, method: str, **parameters: Any) -> Any:
        number = len(self.replies) + 1
        message = json.dumps({"id": number, "method": method, "params": parameters})
        self.session.send("Target.sendMessageToTarget", {"message": message, "sessionId": self.worker})
        while number not in self.replies:
            self.page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")
        return self.replies[number]

    def measure(self) -> dict[str, int]:
        """Bytes of script values, of arrays and of Python's memory; how many nodes and listeners there are."""
        self.session.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in self.session.send("Performance.getMetrics")["metrics"]}
        self.ask_worker("HeapProfiler.collectGarbage")
        worker = self.ask_worker("Runtime.getHeapUsage")
        return {
            **{name: int(found[metric]) for name, metric in PAGE.items()},
            "worker heap": int(worker["usedSize"]),
            "worker arrays": int(worker["backingStorageSize"]),
            "Python": int(self.page.workers[0].evaluate("() => memory.buffer.byteLength")),
        }

    def resident(self) -> int:
        """Bytes of the largest process that draws pages; 0 where the system does not tell."""
        browser = self.page.context.browser
        assert browser
        session = browser.new_browser_cdp_session()
        every = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        statuses = [Path(f"/proc/{each['id']}/status") for each in every if each["type"] == "renderer"]
        sizes = [re.search(r"VmRSS:\s*(\d+)", status.read_text()) for status in statuses if status.exists()]
        return max((int(size[1]) * 1024 for size in sizes if size), default=0)
