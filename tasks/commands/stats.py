from doit.cmd_base import DoitCmdBase


class Stats(DoitCmdBase):  # type: ignore[misc]
    name = "stats"
