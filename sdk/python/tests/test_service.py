"""
What a shop does, against a running service. It needs one whose clock the test can move, so it runs as part of the repository's
tests (`server/test/e2e/sdk-languages.test.ts`), which set the variables.
"""

from __future__ import annotations

import asyncio
import os
import unittest
from typing import Any

import httpx

import cauris
from cauris import references, types, webhooks

URL = os.environ.get("CAURIS_URL", "")
CONTROL_URL = os.environ.get("CAURIS_CONTROL_URL", "")
PHONE: types.MobileMoneyDetails = {"phone": "+2250500000789", "operator": "MTN", "countryCode": "CI"}
ORDER: types.CreateCheckoutSessionRequest = {
    "amount": "5000",
    "currency": "XOF",
    "title": "Commande A-1042",
    "reference": "A-1042",
}


def control(what: str, **query: Any) -> Any:
    """The test's hand on the service: its clock, and what its webhooks brought."""
    return httpx.get(f"{CONTROL_URL}/{what}", params=query, timeout=60).raise_for_status().json()


@unittest.skipUnless(CONTROL_URL, "no service: CAURIS_CONTROL_URL is not set")
class Shop(unittest.TestCase):
    def setUp(self) -> None:
        self.client = cauris.Client(
            URL, os.environ["CAURIS_KEY"], merchant_id=os.environ["CAURIS_MERCHANT_ID"]
        )
        self.addCleanup(self.client.close)

    def pay(self) -> str:
        """A paid session's charge."""
        session = self.client.checkout_sessions.create(ORDER)
        self.client.checkout.complete(
            session["id"], {"paymentMethod": "MOBILE_MONEY", "paymentDetails": PHONE}
        )
        control("advance", ms=10_000)
        state = self.client.wait_until_done(session["id"], max_wait_seconds=60)
        self.assertEqual(state["status"], "SUCCEEDED")
        assert state["chargeId"] is not None
        return state["chargeId"]

    def test_payment_refund_and_webhook(self) -> None:
        client = self.client
        endpoint = client.webhook_endpoints.create({"url": os.environ["CAURIS_HOOKS_URL"], "events": ["*"]})
        control("advance", ms=0)
        charge_id = self.pay()
        secret = endpoint["secret"]
        assert secret is not None
        received = control("hooks")
        events = [
            webhooks.verify(hook["body"].encode(), hook["headers"], secret, now=hook["nowMs"] / 1000)
            for hook in received
        ]
        paid = [event for event in events if event["type"] == "payment.succeeded"]
        self.assertEqual([event["data"]["id"] for event in paid], [charge_id])
        with self.assertRaises(cauris.WebhookVerificationError):
            webhooks.verify(received[0]["body"] + " ", received[0]["headers"], secret, now=received[0]["nowMs"] / 1000)
        charge = client.charges.get(charge_id)
        self.assertEqual((charge["amount"], charge["reference"]), ("5000", "A-1042"))
        self.assertEqual(references.short_reference(charge_id), control("short-reference", id=charge_id))
        refund = client.refunds.create(charge_id, {"amount": "1000"}, idempotency_key="refund-1")
        again = client.refunds.create(charge_id, {"amount": "1000"}, idempotency_key="refund-1")
        self.assertEqual(again["id"], refund["id"])
        control("advance", ms=10_000)
        self.assertEqual(client.refunds.get(refund["id"])["status"], "SUCCEEDED")
        self.assertEqual([one["id"] for one in client.refunds.list({"chargeId": charge_id})], [refund["id"]])
        names = {event["type"] for event in client.events.list({"limit": 2})}
        self.assertLessEqual({"payment.succeeded", "refund.succeeded"}, names)
        rotated = client.webhook_endpoints.rotate_secret(endpoint["id"])
        self.assertTrue((rotated["secret"] or "").startswith("whsec_"))
        self.assertEqual(client.webhook_endpoints.update(endpoint["id"], {"description": "shop"})["description"], "shop")
        [delivery, *_] = client.webhook_endpoints.deliveries(endpoint["id"])
        self.assertEqual(client.webhook_endpoints.delivery(endpoint["id"], delivery["id"])["id"], delivery["id"])
        client.webhook_endpoints.delete(endpoint["id"])

    def test_sessions_links_and_charges(self) -> None:
        client = self.client
        first, second = client.checkout_sessions.create(ORDER), client.checkout_sessions.create(ORDER)
        self.assertEqual(client.checkout_sessions.cancel(first["id"])["status"], "CANCELLED")
        self.assertEqual(client.checkout_sessions.expire(second["id"])["status"], "EXPIRED")
        ids = [session["id"] for session in client.checkout_sessions.list({"limit": 1, "reference": "A-1042"})]
        self.assertLessEqual({first["id"], second["id"]}, set(ids))
        self.assertEqual(len(ids), len(set(ids)))
        link = client.payment_links.create({"amount": "5000", "currency": "XOF", "title": "Panier", "slug": "sdk-python"})
        self.assertEqual(client.payment_links.update(link["id"], {"title": "Autre"})["title"], "Autre")
        self.assertTrue(client.checkout.open_link("sdk-python")["id"].startswith("cs_"))
        self.assertEqual(client.payment_links.get(link["id"])["title"], "Autre")
        client.payment_links.cancel(link["id"])
        charge = client.charges.create(
            {"amount": "1000", "currency": "XOF", "paymentMethod": "MOBILE_MONEY", "paymentDetails": PHONE}
        )
        control("advance", ms=10_000)
        self.assertEqual(client.charges.get(charge["id"])["status"], "SUCCEEDED")
        self.assertIn(charge["id"], [one["id"] for one in client.charges.list({"status": "SUCCEEDED"})])

    def test_beneficiary_and_payout(self) -> None:
        client = self.client
        self.pay()
        wallets = {wallet["currency"]: wallet["id"] for wallet in client.wallets.list()}
        beneficiary = client.beneficiaries.create(
            {
                "type": "MOBILE_MONEY",
                "currency": "XOF",
                "name": "Awa Koné",
                "details": {"phone": "+2250500000789", "operator": "MTN", "countryCode": "CI"},
            }
        )
        control("advance", ms=10_000)
        self.assertEqual(client.beneficiaries.get(beneficiary["id"])["name"], "Awa Koné")
        payout = client.payouts.create(
            {"walletId": wallets["XOF"], "beneficiaryId": beneficiary["id"], "amount": "500", "reference": "S-1"}
        )
        self.assertEqual(client.payouts.get(payout["id"])["amount"], "500")
        self.assertIn(payout["id"], [one["id"] for one in client.payouts.list()])
        self.assertTrue(client.wallets.entries(wallets["XOF"]).page().items)
        day: types.WalletsLedgerQuery = {"from": "2026-11-21T00:00:00Z", "to": "2026-11-22T00:00:00Z"}
        self.assertIsInstance(client.wallets.ledger(wallets["XOF"], day), bytes)

    def test_refusals(self) -> None:
        client = self.client
        with self.assertRaises(cauris.InvalidRequestError) as caught:
            client.checkout_sessions.create({**ORDER, "amount": "12.5"})
        self.assertEqual((caught.exception.code, caught.exception.field), ("VALIDATION_ERROR", "amount"))
        self.assertTrue((caught.exception.request_id or "").startswith("req_"))
        with self.assertRaises(cauris.NotFoundError):
            client.charges.get("ch_06h03mp6zxses5416xcyvk6tk8")
        with self.assertRaises(cauris.AuthenticationError):
            cauris.Client(URL, "sk_test_nobody").charges.list().page()
        session = client.checkout_sessions.create(ORDER)
        client.checkout_sessions.expire(session["id"])
        with self.assertRaises(cauris.ConflictError):
            client.checkout_sessions.cancel(session["id"])
        with self.assertRaisesRegex(cauris.ConnectionError, "did not answer"):
            cauris.Client("http://127.0.0.1:9", retries=0).charges.get("ch_1")

    def test_asyncio(self) -> None:
        async def run() -> None:
            async with cauris.AsyncClient(URL, os.environ["CAURIS_KEY"]) as client:
                session = await client.checkout_sessions.create(ORDER)
                ids = [one["id"] async for one in client.checkout_sessions.list({"limit": 1})]
                self.assertIn(session["id"], ids)

        asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
