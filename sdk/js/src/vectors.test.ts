import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { vectors as make } from "../../../tools/sdk/vectors.test-support.ts";
import { createClient } from "./client.ts";
import { CaurisError, errorOf, InvalidRequestError, noAnswer } from "./errors.ts";
import { type CurrencyCode, decimals, format, toDecimal, toMinor } from "./money.ts";
import { isCreditorReference, readShortReference, shortReference } from "./references.ts";
import { waitBeforeRetry } from "./retries.ts";
import { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

/** What all clients must do alike. The suites of Python and PHP read the same file. */
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../vectors.json"), "utf8"),
) as ReturnType<typeof make>;
const { webhooks, money, references } = vectors;

describe("a webhook", () => {
  it.each(webhooks.cases)("$name", async ({ body, headers, secrets, laterSeconds, isAccepted }) => {
    const nowMs = (webhooks.sentSeconds + laterSeconds) * 1_000;
    const read = verifyWebhook({ body: new TextEncoder().encode(body), headers, secret: secrets, nowMs });
    if (isAccepted) expect((await read).id).toBe(webhooks.eventId);
    else await expect(read).rejects.toThrow(WebhookVerificationError);
  });

  it.each(webhooks.refusedSecrets)("the secret %j is a mistake of the program", async (secret) => {
    const [good] = webhooks.cases;
    const nowMs = webhooks.sentSeconds * 1_000;
    await expect(
      verifyWebhook({ body: good?.body ?? "", headers: good?.headers ?? {}, secret, nowMs }),
    ).rejects.toThrow(TypeError);
  });
});

describe("money", () => {
  const code = (currency: string) => currency as CurrencyCode;
  it("has the service's currencies", () => expect(decimals).toEqual(money.decimals));
  it.each(money.toMinor)("$amount $currency", ({ amount, currency, minor }) =>
    expect(toMinor(amount, currency)).toBe(minor),
  );
  it.each(money.refused)("$amount $currency is refused", ({ amount, currency }) =>
    expect(() => toMinor(amount, code(currency))).toThrow(RangeError),
  );
  it("is decimal text", () => {
    for (const { minor, currency, decimal } of money.toDecimal)
      expect(toDecimal(minor, currency)).toBe(decimal);
    for (const text of money.notMinor) expect(() => toDecimal(text, "EUR"), text).toThrow(RangeError);
  });
  it("is written as the payer's page writes it", () => {
    for (const { minor, currency, locale, text } of money.format)
      expect(format(minor, currency, locale)).toBe(text);
  });
});

describe("a reference", () => {
  it.each(references.short)("$reference", ({ chargeId, reference }) =>
    expect(shortReference(chargeId)).toBe(reference),
  );
  it.each(references.notCharges)("%j is no charge", (id) =>
    expect(() => shortReference(id ?? "")).toThrow(RangeError),
  );
  it.each(references.read)("typed as $typed", ({ typed, reference }) =>
    expect(readShortReference(typed)).toBe(reference),
  );
  it.each(references.creditor)("of a transfer, $text", ({ text, isValid }) =>
    expect(isCreditorReference(text)).toBe(isValid),
  );
});

describe("an answer", () => {
  it.each(vectors.errors)("$name", async ({ status, headers, body, expected }) => {
    const client = createClient({
      baseUrl: "https://pay.example.com",
      retries: 0,
      fetch: async () => new Response(body, { status, headers: headers as Record<string, string> }),
    });
    const error = await client.charges.get("ch_1").catch((caught: unknown) => caught);
    if (!(error instanceof CaurisError)) throw error;
    expect({
      kind: error.name.replace(/Error$/, ""),
      code: error.code,
      message: error.message,
      status: error.status,
      field: error instanceof InvalidRequestError ? error.field : null,
      fields: error instanceof InvalidRequestError ? error.fields.map(({ path }) => path) : [],
      requestId: error.requestId,
      retryAfterSeconds: error.retryAfterMs === null ? null : error.retryAfterMs / 1_000,
      isRetryable: error.isRetryable,
    }).toEqual(expected);
  });
});

it.each(vectors.waits)("after $status, try $triesMade: $waitMs ms", (given) => {
  const { status, retryAfterSeconds, waitMs, ...rest } = given;
  const retryAfterMs = retryAfterSeconds === null ? null : retryAfterSeconds * 1_000;
  const facts = { code: "ANY", message: "", details: {}, requestId: null, retryAfterMs };
  const error = status === null ? noAnswer("", null) : errorOf({ ...facts, status });
  expect(waitBeforeRetry(error, rest)).toBe(waitMs);
});

it("nothing is repeated after an error that is not the client's own", () => {
  const given = { isRepeatable: true, triesMade: 1, unit: 0 };
  expect(waitBeforeRetry(new TypeError("bug"), given)).toBeNull();
});
