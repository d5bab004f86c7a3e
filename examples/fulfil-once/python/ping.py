"""Asks for a ping at the address of your webhook handler: python ping.py http://localhost:4001/webhooks/cauris"""

import os
import sys

import cauris

client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"], merchant_id=os.environ["CAURIS_MERCHANT"])
address = sys.argv[1]

pings = 0
for endpoint in client.webhook_endpoints.list():
    if endpoint["url"] != address or endpoint["status"] != "ACTIVE":
        continue
    client.webhook_endpoints.ping(endpoint["id"])
    print("pinged", endpoint["id"], "at", endpoint["url"])
    pings += 1
if pings == 0:
    sys.exit(f"No active endpoint has the address {address}. Register it first.")
