"""Pays one supplier: python supplier.py "Awa Koné" +2250500000789 MTN 2000 INV-88"""

import os
import sys
import time

import cauris
from cauris import money

name, phone, operator, amount, invoice = sys.argv[1:6]
client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])

wallet = next(wallet for wallet in client.wallets.list() if wallet["currency"] == "XOF")
print("available:", wallet["available"], wallet["currency"])

# Once for each supplier, who is found again by your own reference, here the phone.
known = client.beneficiaries.list({"reference": phone}).page().items
# The provider is asked whose account it is, where it can tell.
beneficiary = (
    known[0]
    if known
    else client.beneficiaries.create(
        {
            "name": name,
            "type": "MOBILE_MONEY",
            "currency": "XOF",
            "reference": phone,
            "details": {"phone": phone, "operator": operator},
        }
    )
)
if beneficiary["status"] != "ACTIVE":
    sys.exit(f"{beneficiary['status']} {beneficiary['rejectionReason']}")

try:
    # The invoice's number as the key: whoever runs this twice within seven days pays once.
    payout = client.payouts.create(
        {
            "walletId": wallet["id"],
            "beneficiaryId": beneficiary["id"],
            "amount": money.to_minor(amount, "XOF"),
            "reference": invoice,
        },
        idempotency_key=f"payout-{invoice}",
    )
except cauris.ConflictError as error:
    sys.exit(f"refused: {error.code} {error.details}")
# PENDING_APPROVAL waits for a second person. PROCESSING may have been paid: never send it again under another key.
for _ in range(30):
    if payout["status"] not in ("PENDING", "QUEUED", "PROCESSING"):
        break
    time.sleep(2)
    payout = client.payouts.get(payout["id"])
print(f"{invoice}: {payout['status']} {payout['failureCode'] or ''}".rstrip())
