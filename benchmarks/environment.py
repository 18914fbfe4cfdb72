"""Where the systems run: one core, one thread, and an environment of their own for the peers."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import venv
from pathlib import Path

from mgc.cache import VARIABLE as CACHE_VARIABLE

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "benchmarks"
_PEERS = BUILD / "peers-venv"
_REQUIREMENTS = ROOT / "benchmarks" / "peers" / "requirements.txt"
_CPUINFO = Path("/proc/cpuinfo")

# Set for an entrant whose compiled programs are found again.
WARM_CACHE = {CACHE_VARIABLE: str(BUILD / "cache")}

_ONE_THREAD = {
    "MKL_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
}


class PeersMissingError(Exception):
    """The peers' environment could not be made; the message says why."""


def use_one_core() -> None:
    """Confine this process and all it starts to one core and one thread, and keep no cache."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ.update(_ONE_THREAD)
    os.environ[CACHE_VARIABLE] = ""


def machine() -> str:
    """What every figure depends on, in a line."""
    return f"{_processor()}, one core, one thread; Python {platform.python_version()}"


def peer_versions() -> str:
    """What is compared with, in a line."""
    lines = _REQUIREMENTS.read_text().splitlines()
    return ", ".join(line.replace("==", " ") for line in lines if not line.startswith("#"))


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*: (.*)$", _CPUINFO.read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.machine()


def ours(*arguments: str) -> list[str]:
    """The command that runs a module in our environment."""
    return [sys.executable, "-m", *arguments]


def command(name: str, *arguments: str) -> list[str]:
    """One of our commands."""
    return [str(Path(sys.executable).parent / name), *arguments]


def peer(*arguments: str) -> list[str]:
    """The command that runs a module in the peers' environment."""
    # -P keeps the working directory, and with it our `autograd`, off the front of the path.
    return [str(_PEERS / "bin" / "python"), "-P", "-m", *arguments]


def prepare_peers() -> None:
    """Make the peers' environment, or make it anew when its requirements have changed.

    Raises:
        PeersMissingError: a package cannot be installed.
    """
    wanted = _REQUIREMENTS.read_text()
    stamp = _PEERS / "installed-from.txt"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print("preparing the peers' environment (once)", file=sys.stderr)
    venv.create(_PEERS, clear=True, with_pip=True)
    python = str(_PEERS / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "--requirement", str(_REQUIREMENTS)], capture_output=True)
    if done.returncode != 0:
        raise PeersMissingError(done.stderr.decode(errors="replace").strip().rpartition("\n")[2])
    # After the installed packages, so that `autograd` there is the peer's.
    (site_packages,) = _PEERS.glob("lib/python*/site-packages")
    (site_packages / "benchmarks.pth").write_text(f"{ROOT}\n")
    stamp.write_text(wanted)
