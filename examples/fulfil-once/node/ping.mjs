// Asks for a ping at the address of your webhook handler: node ping.mjs http://localhost:4001/webhooks/cauris
import { createClient } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY, CAURIS_MERCHANT } = process.env;
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY, merchantId: CAURIS_MERCHANT });
const address = process.argv[2];

let pings = 0;
for await (const { id, url, status } of cauris.webhookEndpoints.list()) {
  if (url !== address || status !== "ACTIVE") continue;
  await cauris.webhookEndpoints.ping(id);
  console.log(`pinged ${id} at ${url}`);
  pings += 1;
}
if (pings === 0) throw new Error(`No active endpoint has the address ${address}. Register it first.`);
