"""The live view of a run on a terminal, with rich."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

_SHOWN = 4


class LiveView:
    """Steps that have a result scroll by; below them stands what runs now."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._running: dict[str, None] = {}
        self._count = ""
        self._live: Live | None = None

    def started(self, name: str) -> None:
        """Show that a step runs now."""
        self._running[name] = None
        self._show()

    def finished(self, name: str, count: str, note: str) -> None:
        """Let the step scroll by."""
        self._running.pop(name, None)
        self._count = count
        style = "red" if "FAILED" in note else "cyan" if note else "green"
        self._open().print(f"{count} {name}{note}", style=style, markup=False)
        self._show()

    def close(self) -> None:
        """Take the lower part away."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _show(self) -> None:
        from rich.text import Text

        console = self._open()
        names = list(self._running)
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        text = f"{self._count} running: {', '.join(names[:_SHOWN])}{more}" if names else ""
        assert self._live is not None
        self._live.update(Text(text[: console.width - 1]), refresh=True)

    def _open(self) -> Console:
        # Loaded at the first step that runs: a run with nothing to do should not wait for rich.
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            console = Console(file=self._stream, highlight=False)
            self._live = Live(console=console, auto_refresh=False, transient=True)
            self._live.start()
        return self._live.console
