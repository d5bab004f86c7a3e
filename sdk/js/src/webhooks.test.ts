import { describe, expect, it } from "vitest";
import { Secret } from "../../../server/src/kit/secret.ts";
import { signatureHeaders, signingKey } from "../../../server/src/modules/webhooks/signing.ts";
import { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const nowMs = Date.UTC(2026, 10, 24, 12);
const body = JSON.stringify({ id: "evt_1", type: "payment.succeeded", data: { title: "Café Ɛ" } });
const signed = (secrets: readonly string[] = [secret], sentAtMs = nowMs) =>
  signatureHeaders(
    secrets.map((one) => signingKey(new Secret(one))),
    { id: "evt_1", sentAtMs, body },
  );

describe("a webhook", () => {
  it.each([
    ["its text", { body, headers: { ...signed() }, secret }],
    ["its bytes", { body: new TextEncoder().encode(body), headers: { ...signed() }, secret }],
    ["a Headers object", { body, headers: new Headers({ ...signed() }), secret }],
    [
      "headers as Express has them",
      { body, headers: { ...signed(), "Content-Type": "application/json", x: ["a", "b"] }, secret },
    ],
    ["two secrets, while one is changed", { body, headers: { ...signed() }, secret: [other, secret] }],
    ["two signatures, while one is changed", { body, headers: { ...signed([other, secret]) }, secret }],
    ["five minutes late", { body, headers: { ...signed([secret], nowMs - 300_000) }, secret }],
  ])("is accepted with %s", async (_what, message) => {
    expect(await verifyWebhook({ ...message, nowMs })).toMatchObject({
      id: "evt_1",
      type: "payment.succeeded",
    });
  });

  it.each([
    ["another body", { body: body.replace("Café", "Cafe"), headers: { ...signed() }, secret }],
    ["a body that was parsed and written again", { body: `${body} `, headers: { ...signed() }, secret }],
    ["another secret", { body, headers: { ...signed() }, secret: other }],
    ["another id", { body, headers: { ...signed(), "webhook-id": "evt_2" }, secret }],
    ["an old message", { body, headers: { ...signed([secret], nowMs - 301_000) }, secret }],
    ["a message of the future", { body, headers: { ...signed([secret], nowMs + 301_000) }, secret }],
    ["no signature", { body, headers: { ...signed(), "webhook-signature": undefined }, secret }],
    [
      "a signature of another version",
      { body, headers: { ...signed(), "webhook-signature": "v2,AAAA" }, secret },
    ],
    [
      "a signature that is no base64",
      { body, headers: { ...signed(), "webhook-signature": "v1,é" }, secret },
    ],
    ["a time that is none", { body, headers: { ...signed(), "webhook-timestamp": "now" }, secret }],
  ])("is refused with %s", async (_what, message) => {
    await expect(verifyWebhook({ ...message, nowMs })).rejects.toThrow(WebhookVerificationError);
  });

  it("needs the endpoint's secret, not an API key", async () => {
    await expect(
      verifyWebhook({ body, headers: { ...signed() }, secret: "sk_test_1", nowMs }),
    ).rejects.toThrow(/whsec_/);
  });
});
