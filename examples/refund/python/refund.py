"""Refunds a part of a charge: python refund.py ch_… 1500 A-1042-return-1"""

import os
import sys
import time

import cauris
from cauris import money

charge_id, amount, return_number = sys.argv[1:4]
client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])

try:
    # The number of your return as the key: run twice, it is still one refund.
    refund = client.refunds.create(
        charge_id,
        {"amount": money.to_minor(amount, "XOF"), "reason": "REQUESTED_BY_PAYER", "note": return_number},
        idempotency_key=f"refund-{return_number}",
    )
except cauris.ConflictError as error:
    # REFUND_AMOUNT_EXCEEDS_REMAINING: details.remaining. INSUFFICIENT_WALLET_BALANCE: details.available.
    sys.exit(f"refused: {error.code} {error.details}")

print(f"{refund['id']}: {money.format(refund['amount'], refund['currency'])} {refund['status']}")
for _ in range(30):
    if refund["status"] in ("SUCCEEDED", "FAILED", "CANCELLED"):
        break
    time.sleep(2)
    refund = client.refunds.get(refund["id"])
if refund["status"] == "SUCCEEDED":
    print("refunded")
else:
    print(refund["status"], refund["failureMessage"] or "the webhook will tell")
