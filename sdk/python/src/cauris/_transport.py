from __future__ import annotations

import json
import random
import re
import time
import uuid
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Dict, Optional, Protocol
from urllib.parse import quote, urlencode

import httpx

from ._call import Answer, Call
from ._retries import wait_before_retry
from .errors import CaurisError, error_of, no_answer, object_of


@dataclass(frozen=True)
class RequestNote:
    """One try of a request, for your log. It holds no key, body or answer."""

    method: str
    path: str
    status: Optional[int]
    """None without an answer."""
    request_id: Optional[str]
    duration_ms: int
    attempt: int
    """1 for the first."""
    retry_in_ms: Optional[int]
    """Milliseconds until it is repeated; None: it is not."""


OnRequest = Callable[[RequestNote], object]


class Send(Protocol):
    def __call__(self, call: Call) -> Answer: ...


class AsyncSend(Protocol):
    async def __call__(self, call: Call) -> Answer: ...


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: Optional[str]
    merchant_id: Optional[str]
    timeout_seconds: float
    retries: int
    on_request: Optional[OnRequest]


@dataclass
class _Request:
    """A request with its tries so far, and what both kinds of clients do before and after each of them."""

    settings: Settings
    call: Call
    url: str
    path: str
    headers: Dict[str, str]
    content: Optional[bytes]
    is_repeatable: bool
    attempt: int = 0
    started: float = 0.0

    @property
    def timeout_seconds(self) -> float:
        return self.call.timeout_seconds or self.settings.timeout_seconds

    def begin(self) -> Dict[str, Any]:
        """The arguments of the next try."""
        self.attempt += 1
        self.started = time.monotonic()
        return {
            "method": self.call.verb,
            "url": self.url,
            "headers": self.headers,
            "content": self.content,
            "timeout": self.timeout_seconds,
            "follow_redirects": False,
        }

    def finish(self, response: httpx.Response) -> Answer:
        """The answer of a try. Raises the error that it is."""
        answer = read_answer(response, self.call.may_be_file)
        self._note(response.status_code, response.headers.get("request-id"), None)
        return answer

    def lost(self, error: httpx.RequestError) -> CaurisError:
        if isinstance(error, httpx.TimeoutException):
            return no_answer(f"no answer within {self.timeout_seconds:g} s")
        return no_answer("the service did not answer")

    def wait_after(self, error: CaurisError) -> float:
        """How long to wait before the next try, in seconds. Raises the error when there is none."""
        wait = wait_before_retry(
            error, tries_made=self.attempt, is_repeatable=self.is_repeatable, unit=random.random()
        )
        if self.attempt > self.settings.retries:
            wait = None
        self._note(error.status, error.request_id, wait)
        if wait is None:
            raise error
        return wait

    def _note(self, status: Optional[int], request_id: Optional[str], wait: Optional[float]) -> None:
        if self.settings.on_request is None:
            return
        duration_ms = round((time.monotonic() - self.started) * 1000)
        retry_in_ms = None if wait is None else round(wait * 1000)
        self.settings.on_request(
            RequestNote(self.call.verb, self.path, status, request_id, duration_ms, self.attempt, retry_in_ms)
        )


def create_send(settings: Settings, client: httpx.Client, sleep: Callable[[float], object]) -> Send:
    """Sends requests, and repeats those that can be repeated safely. Raises CaurisError."""

    def send(call: Call) -> Answer:
        request = _prepare(settings, call)
        while True:
            try:
                try:
                    response = client.request(**request.begin())
                except httpx.RequestError as error:
                    raise request.lost(error) from error
                return request.finish(response)
            except CaurisError as error:
                sleep(request.wait_after(error))

    return send


def create_async_send(
    settings: Settings, client: httpx.AsyncClient, sleep: Callable[[float], Awaitable[object]]
) -> AsyncSend:
    """The same for asyncio."""

    async def send(call: Call) -> Answer:
        request = _prepare(settings, call)
        while True:
            try:
                try:
                    response = await client.request(**request.begin())
                except httpx.RequestError as error:
                    raise request.lost(error) from error
                return request.finish(response)
            except CaurisError as error:
                await sleep(request.wait_after(error))

    return send


def address_of(base_url: str) -> str:
    """
    Where the service is, without `/api/v1`. Raises ValueError for what is no address, such as a variable that is not set.
    """
    if re.match("https?://[^/]", str(base_url)) is None:
        raise ValueError(f"base_url is {base_url!r}: give the service's address, such as https://pay.example.com")
    return base_url.rstrip("/").removesuffix("/api/v1")


def _prepare(settings: Settings, call: Call) -> _Request:
    path = _fill(call, settings.merchant_id)
    key = (call.idempotency_key or str(uuid.uuid4())) if call.is_idempotent else None
    headers = {
        "authorization": None if settings.api_key is None else f"Bearer {settings.api_key}",
        "content-type": None if call.body is None else "application/json",
        "idempotency-key": key,
        "sandbox-scenario": call.scenario,
    }
    return _Request(
        settings,
        call,
        url=f"{settings.base_url}/api/v1{path}{_query_text(call)}",
        path=path,
        headers={name: value for name, value in headers.items() if value is not None},
        content=None if call.body is None else json.dumps(call.body).encode(),
        is_repeatable=call.verb == "GET" or key is not None,
    )


def _fill(call: Call, merchant_id: Optional[str]) -> str:
    rest = list(call.ids)

    def value_of(match: re.Match[str]) -> str:
        name = match[1]
        value = merchant_id if name == "merchantId" else rest.pop(0)
        # An empty id would lead to another operation.
        if not isinstance(value, str) or value == "":
            raise ValueError(
                "this operation needs the client's merchant_id"
                if name == "merchantId"
                else f"{call.verb} {call.path}: {name} must be an id"
            )
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", value_of, call.path)


def _query_text(call: Call) -> str:
    pairs = [
        (name, str(value).lower() if isinstance(value, bool) else str(value))
        for name, value in (call.query or {}).items()
        if value is not None
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def read_answer(response: httpx.Response, may_be_file: bool = False) -> Answer:
    """What an answer says. Raises the error that it is. Pure."""
    status = response.status_code
    # A ledger is `application/jsonl`.
    is_json = re.match(r"application/json\b", response.headers.get("content-type", "")) is not None
    if may_be_file and response.is_success and not is_json:
        return Answer(response.content, {})
    retry_after = response.headers.get("retry-after", "")
    retry_after_seconds = int(retry_after) if re.fullmatch("[0-9]{1,6}", retry_after) else None
    request_id = response.headers.get("request-id")
    try:
        envelope = object_of(json.loads(response.content))
    except ValueError:
        envelope = {}
    error = object_of(envelope.get("error"))
    if isinstance(error.get("code"), str):
        details = object_of(error.get("details"))
        raise error_of(
            status,
            error["code"],
            error.get("message", ""),
            details,
            details.get("requestId") or request_id,
            retry_after_seconds,
        )
    if envelope.get("success") is not True:
        # A proxy's page: what became of the request is not known.
        raise error_of(
            status if status >= 400 else 502,
            "NOT_JSON",
            f"the answer with status {status} is not the service's",
            {},
            request_id,
            retry_after_seconds,
        )
    return Answer(envelope["data"], object_of(envelope.get("meta")))
