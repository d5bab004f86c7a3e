"""Fulfils each order once, when its payment is confirmed: POST /webhooks/cauris"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

from cauris import WebhookVerificationError, webhooks

orders = Path(os.environ.get("ORDERS", "orders"))
port = int(os.environ.get("PORT", "4001"))


def fulfil_once(charge) -> None:
    """With a database: one transaction that marks the order as paid where it is not yet, and queues its delivery."""
    reference, amount, currency = charge["reference"], charge["amount"], charge["currency"]
    stored = orders / f"{quote(reference, safe='')}.json"
    # Paid by a link, or in another shop of the same merchant: not an error, which would be sent again.
    if not stored.exists():
        print(f"not an order of this shop: {reference}")
        return
    order = json.loads(stored.read_text())
    if (order["amount"], order["currency"]) != (amount, currency):
        print(f"{reference}: {amount} {currency} was paid, not {order['amount']} {order['currency']}")
        return
    try:
        # "x" refuses a file that exists: of two deliveries of one event, one fulfils.
        with (orders / f"{quote(reference, safe='')}.paid").open("x") as paid:
            paid.write(charge["id"])
    except FileExistsError:
        print(f"already fulfilled {reference}")
        return
    print(f"fulfilled {reference}")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The signature covers the bytes as they arrived. JSON that was parsed and written again has others.
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        try:
            event = webhooks.verify(body, self.headers, os.environ["CAURIS_WEBHOOK_SECRET"])
            # A sample event of the sandbox has "test": true, and its ids point to nothing.
            is_paid = event["type"] == "payment.succeeded" and "test" not in event["data"]
            if is_paid and event["data"]["reference"] is not None:
                fulfil_once(event["data"])
            # 2xx only now: what fails before is sent again.
            status = 204
        except WebhookVerificationError as error:
            print(error)
            status = 400
        except Exception as error:
            print(error)
            status = 500
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("localhost", port), Receiver).serve_forever()
