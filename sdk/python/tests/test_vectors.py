"""What all clients must do alike: `sdk/vectors.json`, made by the service's own code."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any, Dict

import httpx

import cauris
from cauris import money, references, webhooks
from cauris._retries import wait_before_retry
from cauris.errors import error_of, no_answer

VECTORS = json.loads((Path(__file__).parents[2] / "vectors.json").read_text(encoding="utf-8"))


class Webhooks(unittest.TestCase):
    def test_cases(self) -> None:
        vectors = VECTORS["webhooks"]
        for case in vectors["cases"]:
            with self.subTest(case["name"]):

                def read() -> cauris.types.WebhookEvent:
                    return webhooks.verify(
                        case["body"].encode(),
                        case["headers"],
                        case["secrets"],
                        now=vectors["sentSeconds"] + case["laterSeconds"],
                    )

                if case["isAccepted"]:
                    self.assertEqual(read()["id"], vectors["eventId"])
                else:
                    self.assertRaises(cauris.WebhookVerificationError, read)

    def test_forms_of_headers_and_body(self) -> None:
        vectors = VECTORS["webhooks"]
        case = vectors["cases"][0]
        [secret] = case["secrets"]
        capitals = {name.title(): value for name, value in case["headers"].items()}
        for headers in (capitals, httpx.Headers(case["headers"])):
            event = webhooks.verify(case["body"], headers, secret, now=vectors["sentSeconds"])
            self.assertEqual(event["id"], vectors["eventId"])

    def test_secret_of_another_form(self) -> None:
        vectors = VECTORS["webhooks"]
        case = vectors["cases"][0]
        for secret in vectors["refusedSecrets"]:
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "whsec_"):
                webhooks.verify(case["body"], case["headers"], secret, now=vectors["sentSeconds"])


class Money(unittest.TestCase):
    vectors = VECTORS["money"]

    def test_currencies(self) -> None:
        self.assertEqual(money.DECIMALS, self.vectors["decimals"])

    def test_to_minor(self) -> None:
        for case in self.vectors["toMinor"]:
            self.assertEqual(money.to_minor(case["amount"], case["currency"]), case["minor"], case)
        for case in self.vectors["refused"]:
            with self.subTest(case), self.assertRaises(ValueError):
                money.to_minor(case["amount"], case["currency"])

    def test_numbers(self) -> None:
        from decimal import Decimal

        self.assertEqual(money.to_minor(5000, "XOF"), "5000")
        self.assertEqual(money.to_minor(Decimal("12.50"), "EUR"), "1250")
        refused: Any
        for refused in (12.5, 5.0, True, Decimal("NaN"), Decimal("-1"), None):
            with self.subTest(refused), self.assertRaises(ValueError):
                money.to_minor(refused, "EUR")

    def test_to_decimal(self) -> None:
        for case in self.vectors["toDecimal"]:
            self.assertEqual(money.to_decimal(case["minor"], case["currency"]), case["decimal"], case)
        for text in self.vectors["notMinor"]:
            with self.subTest(text), self.assertRaises(ValueError):
                money.to_decimal(text, "EUR")

    def test_format(self) -> None:
        for case in self.vectors["format"]:
            self.assertEqual(money.format(case["minor"], case["currency"], case["locale"]), case["text"], case)
        unknown: Any = "de"
        with self.assertRaisesRegex(ValueError, "fr, en or pt"):
            money.format("5", "XOF", unknown)


class References(unittest.TestCase):
    vectors = VECTORS["references"]

    def test_short(self) -> None:
        for case in self.vectors["short"]:
            self.assertEqual(references.short_reference(case["chargeId"]), case["reference"])
        for text in self.vectors["notCharges"]:
            with self.subTest(text), self.assertRaises(ValueError):
                references.short_reference(text)

    def test_read(self) -> None:
        for case in self.vectors["read"]:
            self.assertEqual(references.read_short_reference(case["typed"]), case["reference"], case)

    def test_creditor(self) -> None:
        for case in self.vectors["creditor"]:
            self.assertEqual(references.is_creditor_reference(case["text"]), case["isValid"], case)


class Answers(unittest.TestCase):
    def test_errors(self) -> None:
        for case in VECTORS["errors"]:
            with self.subTest(case["name"]):
                answer = httpx.Response(case["status"], headers=case["headers"], text=case["body"])
                fake = httpx.Client(transport=httpx.MockTransport(lambda _request: answer))
                client = cauris.Client("https://pay.example.com", retries=0, http_client=fake)
                with self.assertRaises(cauris.CaurisError) as caught:
                    client.charges.get("ch_1")
                self.assertEqual(facts_of(caught.exception), case["expected"])

    def test_waits(self) -> None:
        for case in VECTORS["waits"]:
            status, asked = case["status"], case["retryAfterSeconds"]
            error = no_answer("") if status is None else error_of(status, "ANY", "", {}, None, asked)
            wait = wait_before_retry(
                error, tries_made=case["triesMade"], is_repeatable=case["isRepeatable"], unit=case["unit"]
            )
            self.assertEqual(None if wait is None else wait * 1000, case["waitMs"], case)


def facts_of(error: cauris.CaurisError) -> Dict[str, Any]:
    fields = error.fields if isinstance(error, cauris.InvalidRequestError) else []
    return {
        "kind": type(error).__name__.removesuffix("Error"),
        "code": error.code,
        "message": error.message,
        "status": error.status,
        "field": error.field if isinstance(error, cauris.InvalidRequestError) else None,
        "fields": [field["path"] for field in fields],
        "requestId": error.request_id,
        "retryAfterSeconds": error.retry_after_seconds,
        "isRetryable": error.is_retryable,
    }


if __name__ == "__main__":
    unittest.main()
