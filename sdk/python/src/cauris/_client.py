from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Awaitable, Callable, Optional, Type

import httpx

from . import types
from ._async_methods import AsyncMethods
from ._methods import Methods
from ._transport import OnRequest, Settings, address_of, create_async_send, create_send

TIMEOUT_SECONDS = 30.0
RETRIES = 3
HELD_SECONDS = 25.0
"""The longest time that the service holds an answer."""
HELD_TIMEOUT_SECONDS = 35.0


class Client(Methods):
    """
    A client of one installation, for one key. Keep one for the whole process: it keeps its connections open.

    base_url: where the service is, such as `https://pay.example.com`; with or without `/api/v1`.
    api_key: a secret key (`sk_…`); without one, only the payer's public operations work.
    merchant_id: for the operations below `/merchant/merchants/{merchantId}`.
    timeout_seconds: the longest silence of the service in one try.
    retries: how often a request is repeated when that is safe.
    on_request: told of each try.
    http_client: your own, with its proxies and certificates; you close it then.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        merchant_id: Optional[str] = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        retries: int = RETRIES,
        on_request: Optional[OnRequest] = None,
        http_client: Optional[httpx.Client] = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        settings = Settings(address_of(base_url), api_key, merchant_id, timeout_seconds, retries, on_request)
        client = http_client or httpx.Client()
        self._own = client if http_client is None else None
        super().__init__(create_send(settings, client, sleep))

    def wait_until_done(
        self, session_id: str, *, max_wait_seconds: Optional[float] = None
    ) -> types.CheckoutSessionStatus:
        """
        Waits until a session has ended, and gives its last state: paid, failed for good, expired or cancelled. Each
        request is held by the service until something changes. A payment can wait for its payer for days: set
        `max_wait_seconds`, after which TimeoutError is raised. Rely on the webhook for fulfilment: a process that
        waits can die.
        """
        deadline = None if max_wait_seconds is None else time.monotonic() + max_wait_seconds
        while True:
            state = self.checkout.status(
                session_id, {"waitMs": _held_ms(deadline)}, timeout_seconds=HELD_TIMEOUT_SECONDS
            )
            if state["pollAfterMs"] is None:
                return state

    def close(self) -> None:
        """Closes the connections. Not those of a client that you gave."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()


class AsyncClient(AsyncMethods):
    """The same client for asyncio: each method is awaited, lists are read with `async for`."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        merchant_id: Optional[str] = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        retries: int = RETRIES,
        on_request: Optional[OnRequest] = None,
        http_client: Optional[httpx.AsyncClient] = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        settings = Settings(address_of(base_url), api_key, merchant_id, timeout_seconds, retries, on_request)
        client = http_client or httpx.AsyncClient()
        self._own = client if http_client is None else None
        super().__init__(create_async_send(settings, client, sleep))

    async def wait_until_done(
        self, session_id: str, *, max_wait_seconds: Optional[float] = None
    ) -> types.CheckoutSessionStatus:
        """The same as `Client.wait_until_done`."""
        deadline = None if max_wait_seconds is None else time.monotonic() + max_wait_seconds
        while True:
            state = await self.checkout.status(
                session_id, {"waitMs": _held_ms(deadline)}, timeout_seconds=HELD_TIMEOUT_SECONDS
            )
            if state["pollAfterMs"] is None:
                return state

    async def close(self) -> None:
        """Closes the connections. Not those of a client that you gave."""
        if self._own is not None:
            await self._own.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.close()


def _held_ms(deadline: Optional[float]) -> int:
    """How long the service may hold the next answer, in milliseconds. Raises TimeoutError after the deadline."""
    left = HELD_SECONDS if deadline is None else deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the session has not ended in this time")
    return round(min(left, HELD_SECONDS) * 1000)
