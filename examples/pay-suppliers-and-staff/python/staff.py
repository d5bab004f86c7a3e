"""Pays everybody on a list in one request: python staff.py salaries-2026-11 < staff.json"""

import json
import os
import sys
import time

import cauris
from cauris import money

month = sys.argv[1]
client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])
# [{ "name": "Awa Koné", "phone": "+2250500000789", "operator": "MTN", "salary": "1500" }, …]
staff = json.load(sys.stdin)

wallet = next(wallet for wallet in client.wallets.list() if wallet["currency"] == "XOF")
rows = []
for person in staff:
    # A beneficiary is made once, not each month: it is found again by your own reference, here the phone.
    known = client.beneficiaries.list({"reference": person["phone"]}).page().items
    beneficiary = (
        known[0]
        if known
        else client.beneficiaries.create(
            {
                "name": person["name"],
                "type": "MOBILE_MONEY",
                "currency": "XOF",
                "reference": person["phone"],
                "details": {"phone": person["phone"], "operator": person["operator"]},
            }
        )
    )
    rows.append(
        {
            "beneficiaryId": beneficiary["id"],
            "amount": money.to_minor(person["salary"], "XOF"),
            "reference": f"{month} {person['name']}",
        }
    )

batch = client.payout_batches.create(
    {"walletId": wallet["id"], "reference": month, "rows": rows}, idempotency_key=month
)
while batch["status"] == "PROCESSING":
    time.sleep(1)
    batch = client.payout_batches.get(batch["id"])
print(f"{batch['acceptedCount']} accepted, {batch['refusedCount']} refused")
# One refused row does not stop the others. ACCEPTED is not paid yet: payout.paid and payout.failed tell.
for row in batch["rows"]:
    if row["status"] == "REFUSED":
        print(f"{row['reference']}: {row['error']['code']}")
