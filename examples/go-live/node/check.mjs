// What is still missing before real money: node check.mjs
import { CaurisError, createClient } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY, CAURIS_MERCHANT } = process.env;
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY, merchantId: CAURIS_MERCHANT });
const missing = [];

if (!CAURIS_URL.startsWith("https://")) missing.push("CAURIS_URL is not https");
try {
  const { items: wallets } = await cauris.wallets.list().page();
  if (wallets.some(({ mode }) => mode !== "LIVE")) missing.push("CAURIS_KEY is a sandbox key");
  console.log(`wallets: ${wallets.map(({ currency }) => currency).join(", ")}`);

  const { items: endpoints } = await cauris.webhookEndpoints.list().page();
  if (endpoints.length === 0) missing.push("no webhook endpoint is registered");
  for (const { id, url, status, verifiedAt } of endpoints) {
    if (status !== "ACTIVE" || verifiedAt === null) missing.push(`${url} has not answered a ping`);
    const { deliveries } = await cauris.webhookEndpoints.health(id);
    if (deliveries.failed > 0) missing.push(`${url}: ${deliveries.failed} deliveries failed in 24 hours`);
  }
  for (const { displayName, currency, collects } of await cauris.networks.list())
    console.log(`${displayName} ${currency}: ${collects?.state ?? "payouts only"}`);
} catch (error) {
  if (!(error instanceof CaurisError)) throw error;
  missing.push(`${error.code}: ${error.message}`);
}

for (const sentence of missing) console.log(`missing: ${sentence}`);
process.exitCode = missing.length === 0 ? 0 : 1;
