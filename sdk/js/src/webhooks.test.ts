import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

/** The forms in which a body and headers arrive in JavaScript; `vectors.test.ts` has the rest. */
const { sentSeconds, cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../vectors.json"), "utf8"),
).webhooks;
const { body, headers, secrets } = cases[0] as {
  body: string;
  headers: Record<string, string>;
  secrets: [string];
};
const [secret] = secrets;
const nowMs = sentSeconds * 1_000;
const capitals = Object.fromEntries(
  Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
);

it.each([
  ["text and a plain object", { body, headers }],
  ["bytes", { body: new TextEncoder().encode(body), headers }],
  ["a Buffer, as Express and Fastify have it", { body: Buffer.from(body), headers }],
  ["a Headers object", { body, headers: new Headers(headers) }],
  ["names in capitals", { body, headers: capitals }],
  ["other headers with several values", { body, headers: { ...headers, x: ["a", "b"] } }],
])("a webhook is read from %s", async (_what, message) => {
  expect((await verifyWebhook({ ...message, secret, nowMs })).type).toBe("payment.succeeded");
});

it.each([
  ["is not there", { ...headers, "webhook-signature": undefined }, /webhook-signature is missing/],
  ["is there twice", { ...headers, "webhook-id": ["evt_1", "evt_2"] }, /webhook-id is missing/],
])("one whose header %s is refused", async (_what, given, message) => {
  const read = verifyWebhook({ body, headers: given, secret, nowMs });
  await expect(read).rejects.toThrow(WebhookVerificationError);
  await expect(read).rejects.toThrow(message);
});
