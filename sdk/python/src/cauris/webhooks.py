"""Checks that a webhook comes from the service (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import ItemsView, List, Optional, Protocol, Sequence, Union, cast

from . import types

PREFIX = "whsec_"
TOLERANCE_SECONDS = 300


class WebhookVerificationError(Exception):
    """The message is not the service's, or not for this endpoint: answer 400 and do nothing."""


class Headers(Protocol):
    """A dict, or the headers of Django, Flask, FastAPI, Starlette, httpx."""

    def items(self) -> object: ...


def verify(
    body: Union[bytes, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> types.WebhookEvent:
    """
    The event in a webhook, once its signature is found to be the service's. Raises WebhookVerificationError otherwise.
    The same event can arrive twice: its `id` is the same then.

    body: as it arrived, before any parser has read it.
    secret: the endpoint's (`whsec_…`); two while it is being changed. Raises ValueError for text of another form.
    tolerance_seconds: how old or how new a message may be.
    now: seconds since 1970; the machine's time when absent.
    """
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    given = _header(headers, "webhook-signature")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("webhook-timestamp is not a time")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("the message is too old, or a clock is wrong")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + raw
    signatures = [one[3:].encode() for one in given.split(" ") if one.startswith("v1,")]
    for key in _keys(secret):
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return _event(raw)
    raise WebhookVerificationError(
        "no signature fits: is this the secret of the endpoint, and the body as it arrived?"
    )


def _event(raw: bytes) -> types.WebhookEvent:
    try:
        return cast("types.WebhookEvent", json.loads(raw.decode()))
    except ValueError as error:
        raise WebhookVerificationError("the body is not JSON") from error


def _header(headers: Headers, name: str) -> str:
    for given, value in cast("ItemsView[str, object]", headers.items()):
        if given.lower() == name and isinstance(value, str) and value != "":
            return value
    raise WebhookVerificationError(f"the header {name} is missing")


def _keys(secret: Union[str, Sequence[str]]) -> List[bytes]:
    return [_key(one) for one in ([secret] if isinstance(secret, str) else secret)]


def _key(secret: str) -> bytes:
    try:
        text = secret.strip()
        key = base64.b64decode(text[len(PREFIX) :], validate=True) if text.startswith(PREFIX) else b""
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("secret must be the endpoint's, whsec_ and base64")
    return key
