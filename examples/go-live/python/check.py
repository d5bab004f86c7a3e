"""What is still missing before real money: python check.py"""

import os
import sys

import cauris

url = os.environ["CAURIS_URL"]
client = cauris.Client(url, os.environ["CAURIS_KEY"], merchant_id=os.environ["CAURIS_MERCHANT"])
missing = []

if not url.startswith("https://"):
    missing.append("CAURIS_URL is not https")
try:
    wallets = client.wallets.list().page().items
    if any(wallet["mode"] != "LIVE" for wallet in wallets):
        missing.append("CAURIS_KEY is a sandbox key")
    print("wallets:", ", ".join(wallet["currency"] for wallet in wallets))

    endpoints = client.webhook_endpoints.list().page().items
    if not endpoints:
        missing.append("no webhook endpoint is registered")
    for endpoint in endpoints:
        if endpoint["status"] != "ACTIVE" or endpoint["verifiedAt"] is None:
            missing.append(f"{endpoint['url']} has not answered a ping")
        failed = client.webhook_endpoints.health(endpoint["id"])["deliveries"]["failed"]
        if failed > 0:
            missing.append(f"{endpoint['url']}: {failed} deliveries failed in 24 hours")
    for network in client.networks.list():
        state = network["collects"]["state"] if network["collects"] else "payouts only"
        print(f"{network['displayName']} {network['currency']}: {state}")
except cauris.CaurisError as error:
    missing.append(f"{error.code}: {error.message}")

for sentence in missing:
    print("missing:", sentence)
sys.exit(1 if missing else 0)
