"""What can go wrong with a step."""


class StepFailedError(Exception):
    """An action did its work and found something wrong; the message is all there is to say."""


class MissingTargetError(Exception):
    """An action ended without an error but did not make what it should have made."""
