// Fulfils each order once, when its payment is confirmed: POST /webhooks/cauris
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@cauris/sdk";

const { CAURIS_WEBHOOK_SECRET, ORDERS = "orders", PORT = "4001" } = process.env;

/** With a database: one transaction that marks the order as paid where it is not yet, and queues its delivery. */
async function fulfilOnce({ reference, amount, currency, id }) {
  const name = `${ORDERS}/${encodeURIComponent(reference)}`;
  const stored = await readFile(`${name}.json`, "utf8").catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  // Paid by a link, or in another shop of the same merchant: not an error, which would be sent again.
  if (stored === undefined) return console.log(`not an order of this shop: ${reference}`);
  const order = JSON.parse(stored);
  if (order.amount !== amount || order.currency !== currency)
    return console.error(
      `${reference}: ${amount} ${currency} was paid, not ${order.amount} ${order.currency}`,
    );
  // "wx" refuses a file that exists: of two deliveries of one event, one fulfils.
  const isFirst = await writeFile(`${name}.paid`, id, { flag: "wx" }).then(
    () => true,
    (error) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
  console.log(isFirst ? `fulfilled ${reference}` : `already fulfilled ${reference}`);
}

async function receive(request, response) {
  // The signature covers the bytes as they arrived. JSON that was parsed and written again has others.
  const parts = [];
  for await (const part of request) parts.push(part);
  const event = await verifyWebhook({
    body: Buffer.concat(parts),
    headers: request.headers,
    secret: CAURIS_WEBHOOK_SECRET,
  });
  // A sample event of the sandbox has "test": true, and its ids point to nothing.
  const isPaid = event.type === "payment.succeeded" && event.data.test !== true;
  if (isPaid && event.data.reference !== null) await fulfilOnce(event.data);
  // 2xx only now: what fails before is sent again.
  response.writeHead(204).end();
}

createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error(error.message);
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  });
}).listen(PORT, () => console.log(`webhooks on http://localhost:${PORT}/webhooks/cauris`));
