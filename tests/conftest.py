"""What every test runs with."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

# The tests run side by side already. NumPy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither use nor fill the user's cache of compiled programs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MGC_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
