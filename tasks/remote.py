"""A remote store for cached results, through fsspec."""

from __future__ import annotations

import secrets

from fsspec.core import url_to_fs

_TIMEOUT = 10.0
"""Seconds after which a web server counts as failing."""


class RemoteStore:
    """Bytes by key at a URL: `file:`, `memory:`, `http:`, `s3:` or what else fsspec knows."""

    def __init__(self, url: str) -> None:
        """Open the store.

        Raises:
            ImportError: what that kind of URL needs is not installed.
            ValueError: there is no such kind of URL.
        """
        self._fs, root = url_to_fs(url, **_options(url))
        self._root = root.rstrip("/")

    def read(self, key: str) -> bytes | None:
        """What is stored, None if there is nothing."""
        try:
            data: bytes = self._fs.cat_file(self._path(key))
        except FileNotFoundError:
            return None
        return data

    def write(self, key: str, data: bytes) -> None:
        """Store bytes under a key, whole or not at all."""
        path = self._path(key)
        self._fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        if "file" not in self._protocols:
            self._fs.pipe_file(path, data)  # One request: object stores know no half objects.
            return
        temporary = f"{path}.{secrets.token_hex(4)}"
        self._fs.pipe_file(temporary, data)
        self._fs.mv(temporary, path)

    def remove(self, key: str) -> None:
        """Remove an entry, if it is there."""
        path = self._path(key)
        if self._fs.exists(path):
            self._fs.rm_file(path)

    @property
    def _protocols(self) -> tuple[str, ...]:
        protocol = self._fs.protocol
        return (protocol,) if isinstance(protocol, str) else tuple(protocol)

    def _path(self, key: str) -> str:
        return f"{self._root}/{key[:2]}/{key}"


def _options(url: str) -> dict[str, object]:
    if not url.startswith(("http:", "https:")):
        return {}
    from aiohttp import ClientTimeout

    return {"client_kwargs": {"timeout": ClientTimeout(total=_TIMEOUT)}}
