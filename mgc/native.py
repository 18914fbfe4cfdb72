"""Native executables: the program's object and the runtime, linked by the C compiler."""

from __future__ import annotations

import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

from mgc.codegen.llvm import object_code
from mgc.codegen.target import host_target
from mgc.errors import FileError, MissingToolError, ToolFailedError
from mgc.files import write_whole

_SOURCES = ("main.c", "print.c", "number.c")


def build(text: str, executable: Path, optimisation: int = 2) -> None:
    """Write an executable that prints what the program prints.

    Args:
        text: the program's LLVM module, as `mgc.codegen.generate` makes it.
        executable: the file to write; it appears whole or not at all.
        optimisation: 0 to 3.

    Raises:
        MissingToolError: there is no C compiler to link with.
        ToolFailedError: linking failed.
        FileError: the executable cannot be written.
    """
    linker = shutil.which("cc")
    if linker is None:
        raise MissingToolError(
            "error: building an executable needs a C compiler to link with, and there is no `cc`; "
            "install one with: sudo apt-get install gcc libc6-dev"
        )
    code = object_code(text, host_target(), optimisation)
    try:
        with (
            TemporaryDirectory(prefix="mgc-") as folder,
            as_file(files("mgc.runtime")) as runtime,
        ):
            objects = Path(folder, "program.o")
            objects.write_bytes(code)
            linked = Path(folder, "linked")
            _link(linker, runtime, objects, linked)
            content = linked.read_bytes()
    except OSError as error:
        raise FileError(f"error: cannot link in a temporary folder: {error.strerror}") from None
    write_whole(executable, content, executable=True)


def _link(linker: str, runtime: Path, objects: Path, linked: Path) -> None:
    sources = [str(runtime / name) for name in _SOURCES]
    command = [linker, "-O2", "-Wl,--as-needed", "-o", str(linked), *sources, str(objects)]
    # The vector functions live in a library of their own, where there is one.
    for libraries in (["-lmvec", "-lm"], ["-lm"]):
        process = subprocess.run(
            [*command, *libraries], capture_output=True, text=True, check=False
        )
        if process.returncode == 0:
            return
    raise ToolFailedError(f"error: linking failed:\n{process.stderr.strip()}")
