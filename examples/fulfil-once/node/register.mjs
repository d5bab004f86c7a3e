// Registers the address of your webhook handler, once: node register.mjs http://localhost:4001/webhooks/cauris
import { createClient } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY, CAURIS_MERCHANT } = process.env;
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY, merchantId: CAURIS_MERCHANT });

const endpoint = await cauris.webhookEndpoints.create({
  url: process.argv[2],
  events: [
    "payment.succeeded",
    "payment.failed",
    "refund.succeeded",
    "refund.failed",
    "payout.paid",
    "payout.failed",
  ],
});
// The secret is shown this once. Start the handler with it, then ask for the ping that verifies the address.
console.log(endpoint.secret);
console.error(`registered ${endpoint.id}`);
