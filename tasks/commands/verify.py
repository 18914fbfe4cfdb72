from doit.cmd_base import DoitCmdBase


class Verify(DoitCmdBase):  # type: ignore[misc]
    name = "verify"
