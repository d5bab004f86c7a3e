"""A payment on your own screens: python own-screens.py +2250500000789 MTN CI"""

import os
import sys

import cauris
from cauris import money

phone, operator, country_code = sys.argv[1:4]
client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])

session = client.checkout_sessions.create(
    {
        "amount": money.to_minor("5000", "XOF"),
        "currency": "XOF",
        "title": "Commande A-1043",
        "reference": "A-1043",
    }
)
print("to pay:", money.format(session["amount"], session["currency"]))

# What your screen offers: the methods that can take this amount now, in the payer's country or in any.
methods = client.checkout.methods(session["id"])["methods"]
here = [method for method in methods if method["countryCode"] in (country_code, None)]
print("ways to pay:", ", ".join(method["displayName"] for method in here))

attempt = client.checkout.complete(
    session["id"],
    {
        "paymentMethod": "MOBILE_MONEY",
        "paymentDetails": {"phone": phone, "operator": operator, "countryCode": country_code},
    },
)
# POLL: show the message. REDIRECT: send the payer to actionUrl. DISPLAY_QR: show qrPayload as a code.
print(f"next: {attempt['nextStep']}; tell the payer: {attempt['messageToPayer']}")

# For the screen only. Fulfil the order on the webhook: this process may end before the payer approves.
end = client.wait_until_done(session["id"], max_wait_seconds=120)
print("paid" if end["status"] == "SUCCEEDED" else f"not paid: {end['failureCode']} {end['failureMessage']}")
