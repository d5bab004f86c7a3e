// Asks for a ping at each endpoint whose address is not verified yet: node ping.mjs
import { createClient } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY, CAURIS_MERCHANT } = process.env;
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY, merchantId: CAURIS_MERCHANT });

for await (const endpoint of cauris.webhookEndpoints.list()) {
  if (endpoint.verifiedAt !== null) continue;
  await cauris.webhookEndpoints.ping(endpoint.id);
  console.log(`pinged ${endpoint.url}`);
}
