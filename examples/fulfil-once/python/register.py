"""Registers the address of your webhook handler, once: python register.py http://localhost:4001/webhooks/cauris"""

import os
import sys

import cauris

client = cauris.Client(os.environ["CAURIS_URL"], os.environ["CAURIS_KEY"], merchant_id=os.environ["CAURIS_MERCHANT"])

endpoint = client.webhook_endpoints.create(
    {
        "url": sys.argv[1],
        "events": [
            "payment.succeeded",
            "payment.failed",
            "refund.succeeded",
            "refund.failed",
            "payout.paid",
            "payout.failed",
        ],
    }
)
# The secret is shown this once. Start the handler with it, then ask for the ping that verifies the address.
print(endpoint["secret"])
print("registered", endpoint["id"], file=sys.stderr)
