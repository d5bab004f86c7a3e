"""A link to send by SMS or WhatsApp, or to print as a code: python link.py"""

import os

import cauris
from cauris import money

client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])

link = client.payment_links.create(
    {
        "title": "Cotisation 2026",
        "amount": money.to_minor("10000", "XOF"),
        "currency": "XOF",
        "reusable": True,
        "reference": "cotisation-2026",
    }
)
print("send:", link["url"])
print("print:", link["share"]["qrSvgUrl"])

# Each payment by the link is a charge like any other, with the same webhook.
for charge in client.charges.list({"paymentLinkId": link["id"], "status": "SUCCEEDED"}):
    print("paid:", charge["id"], charge["amountDisplay"])

# A link that is withdrawn takes no payment any more.
print("link:", client.payment_links.cancel(link["id"])["linkStatus"])
