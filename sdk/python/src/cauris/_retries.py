from __future__ import annotations

from typing import Optional

from .errors import CaurisError

FIRST_WAIT_SECONDS = 0.5
WAIT_MAX_SECONDS = 8.0
ASKED_WAIT_MAX_SECONDS = 60
"""A longer wait that the service asks for is the caller's decision."""


def wait_before_retry(
    error: CaurisError, *, tries_made: int, is_repeatable: bool, unit: float
) -> Optional[float]:
    """
    How long to wait before a request is repeated, in seconds; None: it is not. `is_repeatable`: a second time has no
    second effect. `unit`: a number in [0, 1), so that many clients do not come back at once. Pure.
    """
    # After 429 the service has done nothing yet.
    if not error.is_retryable or not (is_repeatable or error.status == 429):
        return None
    asked = error.retry_after_seconds
    if asked is not None:
        return asked if asked <= ASKED_WAIT_MAX_SECONDS else None
    longest: float = min(FIRST_WAIT_SECONDS * 2 ** (tries_made - 1), WAIT_MAX_SECONDS)
    return longest * (0.5 + unit / 2)
