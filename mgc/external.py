"""Another Mountain Goat compiler, used through its command line."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mgc.errors import MissingToolError, ToolFailedError


@dataclass(frozen=True)
class ExternalCompiler:
    """A compiler that understands `mlir FILE`, `run FILE` and `build FILE -o EXE`."""

    command: str

    def module_text(self, program: Path) -> str:
        """The program's `mg` module as text.

        Raises:
            MissingToolError: there is no such compiler.
            ToolFailedError: it refused the program; the message is what it said.
        """
        return self._call("mlir", str(program))

    def run(self, program: Path) -> str:
        """What the program prints.

        Raises:
            MissingToolError: there is no such compiler.
            ToolFailedError: it refused the program, or the program failed.
        """
        return self._call("run", str(program))

    def build(self, program: Path, executable: Path) -> None:
        """Write a native executable of the program.

        Raises:
            MissingToolError: there is no such compiler.
            ToolFailedError: it refused the program or could not link it.
        """
        self._call("build", str(program), "-o", str(executable))

    def path(self) -> Path:
        """The compiler's file.

        Raises:
            MissingToolError: there is no such compiler.
        """
        found = shutil.which(self.command)
        if found is None:
            raise MissingToolError(
                f"no compiler at '{self.command}'; set MGC or --mgc to the path of an executable, "
                "or leave both out to use the built-in compiler"
            )
        return Path(found)

    def _call(self, *arguments: str) -> str:
        try:
            process = subprocess.run(
                [str(self.path()), *arguments], capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise MissingToolError(
                f"cannot run '{self.command}': {error.strerror}; set MGC or --mgc to the path of "
                "another executable, or leave both out to use the built-in compiler"
            ) from None
        if process.returncode != 0:
            said = process.stderr.strip() or f"ended with status {process.returncode}"
            raise ToolFailedError(said)
        return process.stdout
