// A shop that sends its customers to the hosted payment page: POST /orders, then GET /thanks.
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createClient, toMinor } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY, ORDERS = "orders", PORT = "4000" } = process.env;
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });
const shop = `http://localhost:${PORT}`;
await mkdir(ORDERS, { recursive: true });

async function placeOrder() {
  // The order is stored first: the webhook needs it, and its number makes a repeated request the same payment.
  const order = { number: `A-${randomUUID().slice(0, 8)}`, amount: toMinor("5000", "XOF"), currency: "XOF" };
  await writeFile(`${ORDERS}/${order.number}.json`, JSON.stringify(order));
  const session = await cauris.checkoutSessions.create(
    {
      amount: order.amount,
      currency: order.currency,
      title: `Commande ${order.number}`,
      reference: order.number,
      successUrl: `${shop}/thanks?session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${shop}/cart`,
    },
    { idempotencyKey: `order-${order.number}` },
  );
  return session.url;
}

/** Opening this page proves nothing: anybody can. So it asks how the session stands. */
async function thank(sessionId) {
  const { status } = await cauris.checkoutSessions.get(sessionId);
  if (status === "SUCCEEDED") return "Merci, votre commande est payée.";
  if (status === "PROCESSING")
    return "Votre paiement est en cours de vérification. Ne payez pas une seconde fois.";
  return "Ce paiement n’a pas abouti.";
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, shop);
  if (request.method === "POST" && pathname === "/orders")
    return response.writeHead(303, { location: await placeOrder() }).end();
  if (pathname !== "/thanks") return response.writeHead(404).end();
  const text = await thank(searchParams.get("session") ?? "");
  return response.setHeader("content-type", "text/plain; charset=utf-8").end(text);
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error.code, error.message, error.requestId);
    response.writeHead(502).end("Le paiement est indisponible. Réessayez dans un instant.");
  });
}).listen(PORT, () => console.log(`shop on ${shop}`));
