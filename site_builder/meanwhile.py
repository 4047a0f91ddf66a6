"""Something made while other things are: most of making the runtime is waiting for another process, or for a host."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Made = TypeVar("Made")

def meanwhile(make: Callable[[], Made]) -> Callable[[], Made]:
    """Starts making something; what is returned waits for it, and raises what making it raised.

    It holds up nobody who does not ask: a build that fails, or is stopped, ends at once.
    """
    made: Future[Made] = Future()

    def run() -> None:
        try:
            made.set_result(make())
        except BaseException as error:
            made.set_exception(error)

    Thread(target=run, daemon=True).start()
    return made.result
