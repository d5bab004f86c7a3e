import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../kit/random.ts";
import { newSigningSecret, signatureHeaders, signingKey } from "./signing.ts";

const MINUTE_MS = 60_000;
const random = createSeededRandom(7);
const bodies = [
  "{}",
  '{"type":"payment.succeeded"}',
  '{"title":"Café à emporter – 5 000 F ☕"}',
  JSON.stringify("x".repeat(100_000)),
];

/** The public package uses only the real clock. */
const message = (body: string, sentAtMs = Date.now()) => ({
  id: "evt_01jd0000000000000000000000",
  sentAtMs,
  body,
});

describe("a foreign implementation of Standard Webhooks", () => {
  it("accepts our signatures, whatever the body holds", () => {
    for (const body of bodies) {
      const secret = newSigningSecret(random);
      const sent = message(body);
      const headers = { ...signatureHeaders([signingKey(secret)], sent) };
      const verifier = new Webhook(secret.reveal());
      expect(verifier.verify(body, headers)).toEqual(JSON.parse(body));
      expect(headers["webhook-signature"]).toBe(verifier.sign(sent.id, new Date(sent.sentAtMs), body));
    }
  });

  it("accepts both secrets while a rotation overlaps, and no third one", () => {
    const [next, previous, other] = [
      newSigningSecret(random),
      newSigningSecret(random),
      newSigningSecret(random),
    ];
    const body = '{"n":1}';
    const headers = { ...signatureHeaders([next, previous].map(signingKey), message(body)) };
    expect(headers["webhook-signature"]?.split(" ").length).toBe(2);
    expect(new Webhook(next.reveal()).verify(body, headers)).toEqual({ n: 1 });
    expect(new Webhook(previous.reveal()).verify(body, headers)).toEqual({ n: 1 });
    expect(() => new Webhook(other.reveal()).verify(body, headers)).toThrow();
  });

  it("refuses an altered body, id or time", () => {
    const secret = newSigningSecret(random);
    const headers = { ...signatureHeaders([signingKey(secret)], message('{"amount":"5000"}')) };
    const verifier = new Webhook(secret.reveal());
    const earlier = String(Number(headers["webhook-timestamp"]) - 1);
    expect(() => verifier.verify('{"amount":"9000"}', headers)).toThrow();
    expect(() => verifier.verify('{"amount":"5000"}', { ...headers, "webhook-id": "evt_other" })).toThrow();
    expect(() =>
      verifier.verify('{"amount":"5000"}', { ...headers, "webhook-timestamp": earlier }),
    ).toThrow();
  });

  it("refuses what was sent more than five minutes ago or ahead", () => {
    const secret = newSigningSecret(random);
    const verify = (offsetMs: number) =>
      new Webhook(secret.reveal()).verify("{}", {
        ...signatureHeaders([signingKey(secret)], message("{}", Date.now() + offsetMs)),
      });
    expect(() => verify(-4 * MINUTE_MS)).not.toThrow();
    expect(() => verify(4 * MINUTE_MS)).not.toThrow();
    expect(() => verify(-6 * MINUTE_MS)).toThrow();
    expect(() => verify(6 * MINUTE_MS)).toThrow();
  });
});

describe("a signing secret", () => {
  it("is whsec_ and 32 random bytes in base64, and no log can show it", () => {
    const secret = newSigningSecret(random);
    expect(secret.reveal()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify({ secret })).toBe('{"secret":"[secret]"}');
    expect(newSigningSecret(random).reveal()).not.toBe(secret.reveal());
  });
});
