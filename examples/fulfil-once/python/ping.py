"""Asks for a ping at each endpoint whose address is not verified yet: python ping.py"""

import os

import cauris

client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"], merchant_id=os.environ["CAURIS_MERCHANT"])

for endpoint in client.webhook_endpoints.list():
    if endpoint["verifiedAt"] is not None:
        continue
    client.webhook_endpoints.ping(endpoint["id"])
    print("pinged", endpoint["url"])
