"""How requests are made, repeated and told of, with answers that the test gives."""

from __future__ import annotations

import asyncio
import json
import unittest
from typing import Any, Dict, List, Union

import httpx

import cauris

Reply = Union[httpx.Response, Exception]


def done(data: object, meta: object = None) -> httpx.Response:
    return httpx.Response(
        200,
        headers={"request-id": "req_1"},
        json={"success": True, "data": data, "error": None, "meta": meta},
    )


def refused(
    status: int, code: str, headers: Dict[str, str] = {}, details: object = None
) -> httpx.Response:
    error: Dict[str, object] = {"code": code, "message": "No.", "details": details}
    return httpx.Response(
        status, headers=headers, json={"success": False, "data": None, "error": error, "meta": None}
    )


class Fake:
    """The service of a test: it gives the replies in their order, and the last one again and again."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.requests: List[httpx.Request] = []
        self.notes: List[cauris.RequestNote] = []
        self.waits: List[float] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def pause(self, seconds: float) -> None:
        self.waits.append(seconds)

    def options(self) -> Dict[str, Any]:
        return {"merchant_id": "m1", "on_request": self.notes.append}

    def client(self, **more: Any) -> cauris.Client:
        http = httpx.Client(transport=httpx.MockTransport(self.answer))
        return cauris.Client(
            "https://pay.example.com/",
            "sk_test_1",
            http_client=http,
            sleep=self.waits.append,
            **{**self.options(), **more},
        )

    def async_client(self) -> cauris.AsyncClient:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self.answer))
        return cauris.AsyncClient(
            "https://pay.example.com/", "sk_test_1", http_client=http, sleep=self.pause, **self.options()
        )

    def keys(self) -> List[str]:
        return [request.headers["idempotency-key"] for request in self.requests]


LOST = httpx.ReadError("connection reset")
SESSION: cauris.types.CreateCheckoutSessionRequest = {
    "amount": "5000",
    "currency": "XOF",
    "title": "Commande",
}


class Requests(unittest.TestCase):
    def test_key_body_and_fresh_idempotency_keys(self) -> None:
        fake = Fake(done({"id": "cs_1"}))
        client = fake.client()
        self.assertEqual(client.checkout_sessions.create(SESSION), {"id": "cs_1"})
        client.checkout_sessions.create(SESSION)
        first = fake.requests[0]
        self.assertEqual((first.method, str(first.url)), ("POST", "https://pay.example.com/api/v1/checkout/sessions"))
        self.assertEqual(first.headers["authorization"], "Bearer sk_test_1")
        self.assertEqual(json.loads(first.content), SESSION)
        self.assertEqual(len(set(fake.keys())), 2)

    def test_own_key_scenario_and_ids_as_they_are(self) -> None:
        fake = Fake(done({}))
        fake.client().refunds.create(
            "ch_/?", {"amount": "5"}, idempotency_key="order 17", scenario="refund_fails"
        )
        [request] = fake.requests
        self.assertEqual(request.url.raw_path, b"/api/v1/payments/charges/ch_%2F%3F/refunds")
        self.assertEqual(request.headers["idempotency-key"], "order 17")
        self.assertEqual(request.headers["sandbox-scenario"], "refund_fails")

    def test_address_may_end_as_that_of_sandbox_json_does(self) -> None:
        fake = Fake(done({}))
        http = httpx.Client(transport=httpx.MockTransport(fake.answer))
        cauris.Client("https://pay.example.com/api/v1/", "sk_test_1", http_client=http).charges.get("ch_1")
        self.assertEqual(str(fake.requests[0].url), "https://pay.example.com/api/v1/payments/charges/ch_1")

    def test_no_address_is_refused_at_once(self) -> None:
        for given in ("", "pay.example.com", None):
            with self.assertRaisesRegex(ValueError, "give the service's address"):
                cauris.Client(given, "sk_test_1")  # type: ignore[arg-type]

    def test_query(self) -> None:
        fake = Fake(done([], {"hasMore": False}))
        query: Any = {"status": "SUCCEEDED", "limit": 2, "late": True, "q": None}
        fake.client().charges.list(query).page()
        self.assertEqual(fake.requests[0].url.query, b"status=SUCCEEDED&limit=2&late=true")

    def test_empty_id_is_refused(self) -> None:
        fake = Fake(done({}))
        with self.assertRaisesRegex(ValueError, "id must be an id"):
            fake.client().charges.get("")
        with self.assertRaisesRegex(ValueError, "merchant_id"):
            fake.client(merchant_id=None).events.get("evt_1")
        self.assertEqual(fake.requests, [])

    def test_notes_hold_no_secret(self) -> None:
        fake = Fake(refused(503, "SERVICE_UNAVAILABLE", {"retry-after": "2"}), done({}))
        fake.client().checkout_sessions.create(SESSION)
        first, second = fake.notes
        self.assertEqual((first.method, first.path, first.status), ("POST", "/checkout/sessions", 503))
        self.assertEqual((first.attempt, first.retry_in_ms), (1, 2000))
        self.assertEqual((second.status, second.request_id, second.retry_in_ms), (200, "req_1", None))
        self.assertEqual(fake.waits, [2])
        self.assertNotIn("sk_test", repr(fake.notes))


class Failures(unittest.TestCase):
    def test_lost_answer_is_repeated_with_the_same_key(self) -> None:
        fake = Fake(LOST, LOST, done({"id": "cs_1"}))
        self.assertEqual(fake.client().checkout_sessions.create(SESSION), {"id": "cs_1"})
        self.assertEqual(len(fake.requests), 3)
        self.assertEqual(len(set(fake.keys())), 1)

    def test_update_is_not_repeated(self) -> None:
        fake = Fake(LOST)
        with self.assertRaises(cauris.ConnectionError):
            fake.client().payment_links.update("plink_1", {})
        self.assertEqual(len(fake.requests), 1)

    def test_failure_that_stays_is_unknown(self) -> None:
        fake = Fake(LOST)
        with self.assertRaises(cauris.ConnectionError) as caught:
            fake.client().checkout_sessions.create(SESSION)
        self.assertEqual((caught.exception.code, caught.exception.status), ("NO_ANSWER", None))
        self.assertEqual(len(fake.requests), 4)

    def test_broken_rule_is_not_repeated(self) -> None:
        fake = Fake(refused(400, "VALIDATION_ERROR"))
        with self.assertRaisesRegex(cauris.InvalidRequestError, "VALIDATION_ERROR: No."):
            fake.client().checkout_sessions.create(SESSION)
        self.assertEqual(len(fake.requests), 1)

    def test_details_that_are_no_object_hide_no_code(self) -> None:
        for details in (None, "no", ["no"], {"fields": "no"}):
            fake = Fake(refused(400, "VALIDATION_ERROR", details=details))
            with self.assertRaises(cauris.InvalidRequestError) as raised:
                fake.client().charges.get("ch_1")
            self.assertEqual((raised.exception.code, raised.exception.fields), ("VALIDATION_ERROR", []))

    def test_time_out_is_told(self) -> None:
        fake = Fake(httpx.ReadTimeout("late"))
        with self.assertRaisesRegex(cauris.ConnectionError, r"no answer within 1\.5 s"):
            fake.client(retries=0).charges.get("ch_1", timeout_seconds=1.5)
        self.assertEqual(fake.requests[0].extensions["timeout"]["read"], 1.5)


def page(ids: str, cursor: Union[str, None]) -> httpx.Response:
    return done([{"id": one} for one in ids], {"nextCursor": cursor, "hasMore": cursor is not None})


class Lists(unittest.TestCase):
    def test_page_by_page(self) -> None:
        fake = Fake(page("ab", "b"), page("c", None))
        ids = [charge["id"] for charge in fake.client().charges.list({"limit": 2, "page": 1})]
        self.assertEqual(ids, ["a", "b", "c"])
        self.assertEqual(
            [request.url.query for request in fake.requests], [b"limit=2&page=1", b"limit=2&starting_after=b"]
        )

    def test_no_page_that_the_loop_does_not_need(self) -> None:
        fake = Fake(page("ab", "b"))
        for charge in fake.client().charges.list():
            if charge["id"] == "b":
                break
        self.assertEqual(len(fake.requests), 1)


class Waits(unittest.TestCase):
    def test_until_the_session_has_ended(self) -> None:
        fake = Fake(done({"pollAfterMs": 1000}), done({"pollAfterMs": None, "status": "SUCCEEDED"}))
        client = fake.client(timeout_seconds=5)
        self.assertEqual(client.wait_until_done("cs_1")["status"], "SUCCEEDED")
        # The service holds an answer for 25 s, also for a client that waits 5 s for others.
        self.assertEqual(fake.requests[0].url.query, b"waitMs=25000")
        self.assertEqual(fake.requests[0].extensions["timeout"]["read"], 35)

    def test_no_longer_than_asked(self) -> None:
        fake = Fake(done({"pollAfterMs": 1000}))
        with self.assertRaises(TimeoutError):
            fake.client().wait_until_done("cs_1", max_wait_seconds=0)
        self.assertEqual(fake.requests, [])


class Async(unittest.TestCase):
    def test_the_same_for_asyncio(self) -> None:
        async def run() -> None:
            fake = Fake(LOST, done({"id": "cs_1"}), page("ab", "b"), page("c", None), done({"pollAfterMs": None}))
            async with fake.async_client() as client:
                self.assertEqual(await client.checkout_sessions.create(SESSION), {"id": "cs_1"})
                self.assertEqual([charge["id"] async for charge in client.charges.list()], ["a", "b", "c"])
                self.assertIsNone((await client.wait_until_done("cs_1"))["pollAfterMs"])
            self.assertEqual(len(fake.waits), 1)
            self.assertEqual(len(fake.notes), 5)

        asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
