"""What a call raises when it has no result."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, TypedDict, cast


class RefusedField(TypedDict):
    """A field of the request that broke a rule."""

    path: str
    rule: str
    message: str


class CaurisError(Exception):
    """A call that has no result. Its class says what kind of failure it is, `code` says which."""

    def __init__(
        self,
        code: str,
        message: str,
        status: Optional[int],
        details: Mapping[str, Any],
        request_id: Optional[str],
        retry_after_seconds: Optional[int],
    ) -> None:
        super().__init__(message)
        self.code = code
        """One of the API's codes, or `NO_ANSWER`, `NOT_JSON`."""
        self.message = message
        self.status = status
        """The HTTP status; None without an answer."""
        self.details = details
        self.request_id = request_id
        """Give it to support. None without an answer."""
        self.retry_after_seconds = retry_after_seconds
        """After how many seconds the service wants to hear from you again; None: it did not say."""

    @property
    def is_retryable(self) -> bool:
        """Whether the same request, with the same idempotency key, may succeed later."""
        return (
            self.status is None
            or self.status in (408, 429)
            or self.status >= 500
            or self.code == "IDEMPOTENCY_REQUEST_IN_PROGRESS"
        )

    def __str__(self) -> str:
        request = "" if self.request_id is None else f" ({self.request_id})"
        return f"{self.code}: {self.message}{request}"


class InvalidRequestError(CaurisError):
    """400, 413, 415, 422: the request broke a rule. Nothing was changed."""

    @property
    def fields(self) -> List[RefusedField]:
        return _refused_fields(self.details)

    @property
    def field(self) -> Optional[str]:
        """The path of the first refused field, such as `customer.email`; None when no field is to blame."""
        return self.fields[0]["path"] if self.fields else None


class AuthenticationError(CaurisError):
    """401: there is no key, or it is not valid."""


class PermissionError(CaurisError):
    """403: the key may not do this."""


class NotFoundError(CaurisError):
    """404: there is no such object for this key."""


class ConflictError(CaurisError):
    """409: the object's state forbids it now."""


class RateLimitError(CaurisError):
    """429: too many requests; the client has already waited and tried again."""


class ServerError(CaurisError):
    """500 and more: the service could not do it. Repeat it with the same idempotency key."""


class ConnectionError(CaurisError):
    """
    No answer came: whether it was done is not known. Repeat it with the same idempotency key, or read the object.
    """


def object_of(value: object) -> Dict[str, Any]:
    """A JSON object as it is, an empty one in the place of anything else."""
    return cast(Dict[str, Any], value) if isinstance(value, dict) else {}


def _refused_fields(details: Mapping[str, Any]) -> List[RefusedField]:
    fields: object = details.get("fields")
    return list(cast(List[RefusedField], fields)) if isinstance(fields, list) else []


def error_of(
    status: int,
    code: str,
    message: str,
    details: Mapping[str, Any],
    request_id: Optional[str],
    retry_after_seconds: Optional[int],
) -> CaurisError:
    """The error of an answer with this status. Its message says what is wrong with each refused field."""
    fields = _refused_fields(details)
    if fields:
        message = " ".join(field["message"] for field in fields)
    kinds = {
        401: AuthenticationError,
        403: PermissionError,
        404: NotFoundError,
        409: ConflictError,
        429: RateLimitError,
    }
    kind = kinds.get(status, ServerError if status >= 500 else InvalidRequestError)
    return kind(code, message, status, details, request_id, retry_after_seconds)


def no_answer(message: str) -> ConnectionError:
    """The error of a request without an answer."""
    return ConnectionError("NO_ANSWER", message, None, {}, None, None)
