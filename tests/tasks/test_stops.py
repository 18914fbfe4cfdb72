"""Runs that are stopped, meet each other or find no room: the next run puts things right."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tasks.toy import Toy, worker_ids

KILLS = 30


# A worker takes its time before it has asked to end with the run.
SLOW_TO_START = """
import ctypes
import time

_load = ctypes.CDLL


def load(name):
    time.sleep(0.5)
    return _load(name)


ctypes.CDLL = load
"""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    toy = Toy.in_folder(tmp_path_factory.mktemp("clean") / "toy")
    toy.doit()
    return toy.outputs()


def group_is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def gone_within(group: int, seconds: float) -> bool:
    """Whether no process of a group is left after some time at most."""
    end = time.monotonic() + seconds
    while group_is_alive(group):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def test_a_run_killed_at_any_moment_is_completed_by_the_next(
    tmp_path: Path, clean: Mapping[str, bytes]
) -> None:
    moments = random.Random(20)
    kills = in_the_middle = 0
    while kills < KILLS:
        toy = Toy.in_folder(tmp_path / f"toy{kills}")
        finished: set[str] = set()
        for _ in range(3):
            process = toy.start()
            assert process.stdout is not None
            first = process.stdout.readline() if moments.random() < 0.7 else ""
            time.sleep(moments.uniform(0, 0.2))
            process.send_signal(moments.choice([signal.SIGTERM, signal.SIGKILL]))
            said = first + process.communicate()[0]
            assert gone_within(process.pid, 2), "a killed run left a process behind"
            kills += 1
            made = {line.split()[-1] for line in said.splitlines() if line.startswith("[")}
            assert not made & finished, "what had finished was made again"
            in_the_middle += 0 < len(made) < len(clean) - len(finished)
            finished |= made
        said = toy.doit()
        assert toy.outputs() == clean
        assert not finished & {line.split()[-1] for line in said.splitlines()}
    assert in_the_middle >= 5, "too few kills came while steps ran"


def test_a_worker_that_just_starts_ends_with_a_killed_run(tmp_path: Path) -> None:
    toy = Toy.in_folder(tmp_path / "toy")
    dodo = toy.folder / "dodo.py"
    dodo.write_text(dodo.read_text() + SLOW_TO_START)
    process = toy.start()
    while not worker_ids(process.pid):
        time.sleep(0.01)
    process.kill()
    process.wait()
    try:
        assert gone_within(process.pid, 3)
    finally:
        if group_is_alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)


def test_a_stop_from_the_keyboard_ends_everything_within_a_second(tmp_path: Path) -> None:
    toy = Toy.in_folder(tmp_path / "toy", seconds=5)
    process = toy.start()
    time.sleep(1)
    os.killpg(process.pid, signal.SIGINT)
    stopped = time.monotonic()
    said, _ = process.communicate()
    assert gone_within(process.pid, 1)
    assert time.monotonic() - stopped < 1.2
    assert process.returncode == 130
    assert "stopped" in said
    assert "Traceback" not in said


def test_two_runs_in_one_tree_share_the_work(tmp_path: Path, clean: Mapping[str, bytes]) -> None:
    toy = Toy.in_folder(tmp_path / "toy")
    runs = [toy.start(), toy.start()]
    said = [run.communicate()[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert toy.outputs() == clean
    made = [line for text in said for line in text.splitlines() if line.startswith("[")]
    assert len(made) == len(clean)


def test_two_clones_at_once_share_a_cache(tmp_path: Path, clean: Mapping[str, bytes]) -> None:
    toys = [Toy.in_folder(tmp_path / name, cache=tmp_path / "cache") for name in "ab"]
    runs = [toy.start() for toy in toys]
    for run in runs:
        run.communicate()
    assert [toy.outputs() for toy in toys] == [clean, clean]
    third = Toy.in_folder(tmp_path / "c", cache=tmp_path / "cache")
    assert f"{len(clean)} from the cache" in third.doit()
    assert third.outputs() == clean


def test_a_damaged_cache_is_made_good(tmp_path: Path, clean: Mapping[str, bytes]) -> None:
    cache = tmp_path / "cache"
    Toy.in_folder(tmp_path / "a", cache=cache).doit()
    for path in cache.glob("??/*"):
        data = bytearray(path.read_bytes())
        data[-2] ^= 1
        path.write_bytes(data)
    toy = Toy.in_folder(tmp_path / "b", cache=cache)
    assert f"{len(clean)} made" in toy.doit()
    assert toy.outputs() == clean
    assert "from the cache" in Toy.in_folder(tmp_path / "c", cache=cache).doit()


def test_a_full_disk_fails_the_step_and_the_next_run_completes(
    tmp_path: Path, clean: Mapping[str, bytes]
) -> None:
    toy = Toy.in_folder(tmp_path / "toy")
    dodo = toy.folder / "dodo.py"
    before = dodo.read_text()
    # A limit on the size of files fails like a full disk: in the middle of a write.
    limited = "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    dodo.write_text(f"{limited}resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))\n{before}")
    process = toy.start()
    said, _ = process.communicate()
    assert process.returncode == 2
    assert "cannot write it" in said
    assert "Traceback" not in said
    dodo.write_text(before)
    toy.doit()
    assert toy.outputs() == clean


def test_an_action_that_makes_nothing_fails(tmp_path: Path) -> None:
    toy = Toy.in_folder(tmp_path / "toy")
    toy.doit()
    dodo = toy.folder / "dodo.py"
    dodo.write_text(dodo.read_text().replace('    write_whole(Path(target), ""', '    str(""'))
    (toy.folder / "start.txt").write_text("another\n")
    process = toy.start()
    said, _ = process.communicate()
    assert process.returncode == 2
    assert "outputs/all.txt was not made" in said
