"""A shop that sends its customers to the hosted payment page: POST /orders, then GET /thanks."""

import json
import os
import secrets
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import cauris
from cauris import money

client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])
orders = Path(os.environ.get("ORDERS", "orders"))
port = int(os.environ.get("PORT", "4000"))
shop = f"http://localhost:{port}"


def place_order() -> str:
    # The order is stored first: the webhook needs it, and its number makes a repeated request the same payment.
    order = {"number": f"A-{secrets.token_hex(4)}", "amount": money.to_minor("5000", "XOF"), "currency": "XOF"}
    orders.mkdir(parents=True, exist_ok=True)
    (orders / f"{order['number']}.json").write_text(json.dumps(order))
    session = client.checkout_sessions.create(
        {
            "amount": order["amount"],
            "currency": order["currency"],
            "title": f"Commande {order['number']}",
            "reference": order["number"],
            "successUrl": f"{shop}/thanks?session={{CHECKOUT_SESSION_ID}}",
            "cancelUrl": f"{shop}/cart",
        },
        idempotency_key=f"order-{order['number']}",
    )
    return session["url"]


def thank(session_id: str) -> str:
    """Opening this page proves nothing: anybody can. So it asks how the session stands."""
    status = client.checkout_sessions.get(session_id)["status"]
    if status == "SUCCEEDED":
        return "Merci, votre commande est payée."
    if status == "PROCESSING":
        return "Votre paiement est en cours de vérification. Ne payez pas une seconde fois."
    return "Ce paiement n’a pas abouti."


class Shop(BaseHTTPRequestHandler):
    def answer(self, status: int, text: str = "", headers: tuple[tuple[str, str], ...] = ()) -> None:
        body = text.encode()
        self.send_response(status)
        for name, value in (*headers, ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        if self.path != "/orders":
            return self.answer(404)
        try:
            self.answer(303, headers=(("Location", place_order()),))
        except cauris.CaurisError as error:
            print(error, file=sys.stderr)
            self.answer(502, "Le paiement est indisponible. Réessayez dans un instant.")

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        if url.path != "/thanks":
            return self.answer(404)
        try:
            self.answer(200, thank(parse_qs(url.query).get("session", [""])[0]))
        except cauris.CaurisError as error:
            print(error, file=sys.stderr)
            self.answer(502, "Le paiement est indisponible. Réessayez dans un instant.")


ThreadingHTTPServer(("localhost", port), Shop).serve_forever()
