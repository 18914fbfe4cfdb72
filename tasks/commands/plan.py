from doit.cmd_base import DoitCmdBase


class Plan(DoitCmdBase):  # type: ignore[misc]
    name = "plan"
