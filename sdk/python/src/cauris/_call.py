from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Call:
    """One call of an operation, before it is a request."""

    verb: str
    path: str
    """Below `/api/v1`; `{merchantId}` is the client's, the other names are `ids` in their order."""
    ids: Tuple[str, ...] = ()
    body: Optional[Mapping[str, Any]] = None
    query: Optional[Mapping[str, Any]] = None
    is_idempotent: bool = False
    """It takes an `Idempotency-Key`, so it can be repeated after a lost answer."""
    idempotency_key: Optional[str] = None
    scenario: Optional[str] = None
    may_be_file: bool = False
    timeout_seconds: Optional[float] = None


@dataclass(frozen=True)
class Answer:
    data: Any
    """The `data` of the envelope, or a file's bytes."""
    meta: Mapping[str, Any]
