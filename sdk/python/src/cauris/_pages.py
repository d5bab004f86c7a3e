from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, AsyncIterator, Generic, Iterator, List, Optional, TypeVar

from ._call import Answer, Call
from ._transport import AsyncSend, Send

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list."""

    items: List[Item]
    next_cursor: Optional[str]
    """For `starting_after` of the next page; None on the last one."""
    has_more: bool


class Pages(Generic[Item]):
    """All entries of a list, read page by page as a loop goes on: `for charge in client.charges.list():`."""

    def __init__(self, send: Send, call: Call) -> None:
        self._send = send
        self._call = call

    def page(self) -> Page[Item]:
        """The first page alone, as the query asks for it."""
        return _page_of(self._send(self._call))

    def __iter__(self) -> Iterator[Item]:
        call: Optional[Call] = self._call
        while call is not None:
            page: Page[Item] = _page_of(self._send(call))
            yield from page.items
            call = _next_call(call, page.next_cursor, page.has_more)


class AsyncPages(Generic[Item]):
    """All entries of a list, read page by page: `async for charge in client.charges.list():`."""

    def __init__(self, send: AsyncSend, call: Call) -> None:
        self._send = send
        self._call = call

    async def page(self) -> Page[Item]:
        """The first page alone, as the query asks for it."""
        return _page_of(await self._send(self._call))

    async def __aiter__(self) -> AsyncIterator[Item]:
        call: Optional[Call] = self._call
        while call is not None:
            page: Page[Item] = _page_of(await self._send(call))
            for item in page.items:
                yield item
            call = _next_call(call, page.next_cursor, page.has_more)


def _page_of(answer: Answer) -> Page[Any]:
    return Page(answer.data, answer.meta.get("nextCursor"), answer.meta.get("hasMore") is True)


def _next_call(call: Call, cursor: Optional[str], has_more: bool) -> Optional[Call]:
    if cursor is None or not has_more:
        return None
    # A page's number and a cursor exclude each other.
    others = {name: value for name, value in (call.query or {}).items() if name != "page"}
    return replace(call, query={**others, "starting_after": cursor})
