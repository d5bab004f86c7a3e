"""Compares a day of your orders with the wallet: python reconcile.py 2026-11-21"""

import json
import os
import sys
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path

import cauris
from cauris import money

orders = Path(os.environ.get("ORDERS", "orders"))
client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"])

wallet = next(wallet for wallet in client.wallets.list() if wallet["currency"] == "XOF")
# Abidjan and Dakar have the time of UTC. The end is not included, so days neither overlap nor leave a gap.
start = datetime.fromisoformat(sys.argv[1]).replace(tzinfo=timezone.utc)
statement = client.wallets.statement(
    wallet["id"], {"from": start.isoformat(), "to": (start + timedelta(days=1)).isoformat()}
)

# Fields that end in Minor are whole minor units, like the amounts of charges and of your orders.
credited = Counter()
for entry in statement["entries"]:
    if entry["type"] == "CHARGE":
        credited[entry["reference"]] += int(entry["amountMinor"])

differences = []
for paid in orders.glob("*.paid"):
    order = json.loads(paid.with_suffix(".json").read_text())
    booked = credited.pop(order["number"], 0)
    if booked != int(order["amount"]):
        differences.append(f"{order['number']}: {order['amount']} fulfilled, {booked} booked")
for reference, booked in credited.items():
    differences.append(f"{reference}: {booked} booked, no fulfilled order")
opening, credits, debits, closing = (
    int(statement[f"{name}Minor"]) for name in ("openingBalance", "credits", "debits", "closingBalance")
)
if opening + credits - debits != closing:
    differences.append("the statement does not add up")

for difference in differences:
    print(difference)
for total in statement["totals"]:
    amount = money.format(total["amountMinor"], statement["currency"], "en")
    print(f"{total['type']} {total['direction']}: {total['count']}, {amount}")
print(f"closing balance: {closing}; differences: {len(differences)}")
