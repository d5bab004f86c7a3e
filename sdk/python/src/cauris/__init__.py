"""Cauris for Python: payments, refunds, payouts and webhooks, from a server."""

from . import money, references, types, webhooks
from ._client import AsyncClient, Client
from ._pages import AsyncPages, Page, Pages
from ._transport import RequestNote
from .errors import (
    AuthenticationError,
    CaurisError,
    ConflictError,
    ConnectionError,
    InvalidRequestError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    RefusedField,
    ServerError,
)
from .webhooks import WebhookVerificationError

__all__ = [
    "AsyncClient",
    "AsyncPages",
    "AuthenticationError",
    "CaurisError",
    "Client",
    "ConflictError",
    "ConnectionError",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionError",
    "RateLimitError",
    "RefusedField",
    "RequestNote",
    "ServerError",
    "WebhookVerificationError",
    "money",
    "references",
    "types",
    "webhooks",
]
