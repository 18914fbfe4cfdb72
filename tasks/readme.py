"""The files that the README shows: `python -m tasks.readme` puts them in as they are now."""

from __future__ import annotations

import re
from pathlib import Path

from mgc.files import write_whole

_README = Path("README.md")
_SHOWN = re.compile(r"(<!-- cat (\S+) -->\n```text\n)(.*?)(```)", re.DOTALL)


def refreshed(text: str, root: Path) -> str:
    """The text with every shown file as it is now."""
    return _SHOWN.sub(lambda match: match[1] + (root / match[2]).read_text() + match[4], text)


if __name__ == "__main__":
    write_whole(_README, refreshed(_README.read_text(), Path()))
