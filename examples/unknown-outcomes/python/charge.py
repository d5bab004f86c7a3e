"""Charges a phone, and never twice: python charge.py A-1044 +2250500000789 MTN CI"""

import os
import sys
import time

import cauris
from cauris import money

order, phone, operator, country_code = sys.argv[1:5]
client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])

try:
    # After a lost answer the same request with the same key returns the same charge. The client tries three times by itself.
    charge = client.charges.create(
        {
            "amount": money.to_minor("5000", "XOF"),
            "currency": "XOF",
            "reference": order,
            "paymentMethod": "MOBILE_MONEY",
            "paymentDetails": {"phone": phone, "operator": operator, "countryCode": country_code},
        },
        idempotency_key=f"charge-{order}",
    )
except cauris.ConnectionError:
    # It may have been made. Store the order as "payment unknown" and run this again later, with the same key.
    sys.exit(f"{order}: no answer; run again with the same key")
except cauris.CaurisError as error:
    # Refused: there is no charge. The code says which rule, the request id is for support.
    sys.exit(f"{order}: {error.code} ({error.request_id})")

ended = ("SUCCEEDED", "FAILED", "CANCELLED")
# PENDING, PROCESSING and IN_RECONCILIATION mean: not known yet. The service asks the provider, for up to 72 hours.
for _ in range(30):
    if charge["status"] in ended:
        break
    time.sleep(2)
    charge = client.charges.get(charge["id"])
if charge["status"] == "SUCCEEDED":
    print(f"{order}: paid")
elif charge["status"] in ended:
    print(f"{order}: not paid, {charge['failureCode']}; a new attempt is safe")
else:
    print(f"{order}: unknown; do not charge again, the webhook will tell")
