from doit.cmd_base import DoitCmdBase


class Why(DoitCmdBase):  # type: ignore[misc]
    name = "why"
