from doit.cmd_base import DoitCmdBase


class Graph(DoitCmdBase):  # type: ignore[misc]
    name = "graph"
