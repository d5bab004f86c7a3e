import { errorResponse } from "../../server/src/http/error-response.ts";
import { errors } from "../../server/src/http/errors.ts";
import { createManualClock } from "../../server/src/kit/clock.ts";
import { currencyCodes, exponentOf } from "../../server/src/kit/currency.ts";
import type { Refusal } from "../../server/src/kit/errors.ts";
import { createIdSource, publicId } from "../../server/src/kit/ids.ts";
import type { Logger } from "../../server/src/kit/logger.ts";
import { decimalText, displayMoney, type Locale, money, parseDecimal } from "../../server/src/kit/money.ts";
import { createSeededRandom } from "../../server/src/kit/random.ts";
import { Secret } from "../../server/src/kit/secret.ts";
import { idsOfShortReference, shortReference } from "../../server/src/kit/short-reference.ts";
import {
  creditorReference,
  isCreditorReference,
  newTransferReference,
} from "../../server/src/kit/transfer-reference.ts";
import { signatureHeaders, signingKey } from "../../server/src/modules/webhooks/signing.ts";

type CurrencyCode = (typeof currencyCodes)[number];

const SENT_SECONDS = 1_795_521_600;

/** What all clients must do alike, made by the service's own code: `sdk/vectors.json`. */
export function vectors() {
  return {
    about:
      "Made by tools/sdk from the service's own code; the tests of all clients read it. UPDATE_DOCS=1 writes it.",
    webhooks: webhookVectors(),
    money: moneyVectors(),
    references: referenceVectors(),
    errors: errorVectors(),
    waits: waitVectors,
  };
}

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const [secret, next, foreign] = [secretOf(7), secretOf(8), secretOf(9)];

function webhookVectors() {
  const body = JSON.stringify({ id: "evt_1", type: "payment.succeeded", data: { title: "Café Ɛ" } });
  const signed = (secrets: readonly string[] = [secret], text = body) => ({
    ...signatureHeaders(
      secrets.map((one) => signingKey(new Secret(one))),
      { id: "evt_1", sentAtMs: SENT_SECONDS * 1_000, body: text },
    ),
  });
  const one = { body, headers: signed(), secrets: [secret], laterSeconds: 0 };
  const isAccepted = true;
  const [v1 = ""] = signed()["webhook-signature"].split(" ");
  return {
    sentSeconds: SENT_SECONDS,
    eventId: "evt_1",
    cases: [
      { name: "good", ...one, isAccepted },
      {
        name: "two signatures while the secret is changed, read with the old one",
        ...one,
        headers: signed([next, secret]),
        isAccepted,
      },
      {
        name: "two signatures, read with the new one",
        ...one,
        headers: signed([next, secret]),
        secrets: [next],
        isAccepted,
      },
      { name: "one signature, read with both secrets", ...one, secrets: [next, secret], isAccepted },
      { name: "a secret with the line's end of its file", ...one, secrets: [`${secret}\n`], isAccepted },
      {
        name: "a signature of another version beside ours",
        ...one,
        headers: { ...signed(), "webhook-signature": `v2,AAAA ${v1}` },
        isAccepted,
      },
      { name: "five minutes late", ...one, laterSeconds: 300, isAccepted },
      { name: "stale", ...one, laterSeconds: 301, isAccepted: false },
      { name: "from the future", ...one, laterSeconds: -301, isAccepted: false },
      { name: "wrong secret", ...one, secrets: [foreign], isAccepted: false },
      { name: "changed byte", ...one, body: body.replace("é", "e"), isAccepted: false },
      { name: "parsed and written again", ...one, body: body.replace('{"id"', '{ "id"'), isAccepted: false },
      { name: "another id", ...one, headers: { ...signed(), "webhook-id": "evt_2" }, isAccepted: false },
      {
        name: "another time",
        ...one,
        headers: { ...signed(), "webhook-timestamp": String(SENT_SECONDS + 1) },
        isAccepted: false,
      },
      {
        name: "a time that is none",
        ...one,
        headers: { ...signed(), "webhook-timestamp": "now" },
        isAccepted: false,
      },
      { name: "no signature", ...one, headers: { ...signed(), "webhook-signature": "" }, isAccepted: false },
      {
        name: "a signature of another version alone",
        ...one,
        headers: { ...signed(), "webhook-signature": v1.replace("v1,", "v2,") },
        isAccepted: false,
      },
      {
        name: "a signature that is no base64",
        ...one,
        headers: { ...signed(), "webhook-signature": "v1,é" },
        isAccepted: false,
      },
      { name: "no JSON", ...one, body: "paid", headers: signed([secret], "paid"), isAccepted: false },
    ],
    /** No endpoint's secret: a mistake of the program, not of the message. */
    refusedSecrets: ["", "whsec_", "whsec_%%%%", "sk_test_1"],
  };
}

const accepted: readonly (readonly [string, CurrencyCode])[] = [
  ["5000", "XOF"],
  ["5000", "XAF"],
  ["007", "XOF"],
  ["0", "XOF"],
  ["999999999999999", "XOF"],
  ["12.50", "EUR"],
  ["12.5", "EUR"],
  ["12", "EUR"],
  ["0.05", "USD"],
  ["19.99", "USD"],
  ["1.234", "KWD"],
  ["1.2", "KWD"],
  // Shops write two decimals for every currency.
  ["5000.00", "XOF"],
  ["12.0", "XAF"],
  ["0.000000", "XOF"],
  ["12.500", "EUR"],
  ["1.234000", "KWD"],
];

const refused: readonly (readonly [string, string])[] = [
  ["12.5", "XOF"],
  ["5000.01", "XOF"],
  ["5000.000001", "XAF"],
  ["5000.0000000", "XOF"],
  ["12.505", "EUR"],
  ["1.2345", "KWD"],
  ["-5", "XOF"],
  ["+5", "XOF"],
  ["5 000", "XOF"],
  ["5,00", "EUR"],
  ["5.", "EUR"],
  [".5", "EUR"],
  ["1e3", "XOF"],
  ["0x10", "XOF"],
  ["٥", "XOF"],
  ["5\n", "XOF"],
  ["", "XOF"],
  ["1000000000000000", "XOF"],
  ["5", "XYZ"],
  ["5", "xof"],
];

const locales: readonly Locale[] = ["fr", "en", "pt"];

function moneyVectors() {
  const amounts: readonly (readonly [bigint, CurrencyCode])[] = [
    ...currencyCodes.map((code) => [1_234_567n, code] as const),
    ...[0n, 5n, 999n, 1_000n, 12_345n, -5_000n, 123_456_789_012_345_678n].flatMap((minor) =>
      (["XOF", "EUR", "KWD"] as const).map((code) => [minor, code] as const),
    ),
  ];
  return {
    decimals: Object.fromEntries(currencyCodes.map((code) => [code, exponentOf(code)])),
    toMinor: accepted.map(([amount, currency]) => ({
      amount,
      currency,
      minor: parseDecimal(amount, currency)?.minor.toString(),
    })),
    refused: refused.map(([amount, currency]) => ({ amount, currency })),
    toDecimal: amounts.map(([minor, currency]) => ({
      minor: minor.toString(),
      currency,
      decimal: decimalText(money(minor, currency)),
    })),
    notMinor: ["", "12.5", "1e3", " 5", "5\n", "five"],
    format: amounts.flatMap(([minor, currency]) =>
      locales.map((locale) => ({
        minor: minor.toString(),
        currency,
        locale,
        text: displayMoney(money(minor, currency), locale),
      })),
    ),
  };
}

function referenceVectors() {
  const random = createSeededRandom(18);
  const clock = createManualClock(SENT_SECONDS * 1_000);
  const ids = createIdSource(clock, random);
  const charges = Array.from({ length: 12 }, (_, index) => {
    clock.advance(index * 40_000_000_000);
    const id = ids.next("charge");
    return { chargeId: publicId("charge", id), reference: shortReference(id) };
  });
  const reference = charges[0]?.reference ?? "";
  const typed = [
    reference,
    reference.toLowerCase(),
    ` ${reference.replace("-", " ")} `,
    reference.replace("-", ""),
    "ZSBG-UUUU",
    "K7M2",
    "K7M2-QX4DD",
    "K7M2-QX40",
    "ORDER-10",
    "ÉK7M2QX4",
    "",
  ];
  const creditor = creditorReference(newTransferReference(random));
  const texts = [
    creditor,
    "RF18539007547034",
    "RF19539007547034",
    creditor.toLowerCase(),
    creditor.slice(0, 4),
    `${creditor}\n`,
    "",
  ];
  return {
    short: charges,
    notCharges: ["", "ch_1", charges[0]?.chargeId.replace("ch_", "pi_"), charges[0]?.chargeId.toUpperCase()],
    read: typed.map((text) => ({ typed: text, reference: readByService(text, reference) })),
    creditor: texts.map((text) => ({ text, isValid: isCreditorReference(text) })),
  };
}

/** The service does not write what it read in its one form; it finds the same ids by both, or none. */
function readByService(typed: string, reference: string): string | null {
  const found = idsOfShortReference(typed, 0);
  if (found === null) return null;
  const candidates = [reference, "2586-VVVV"];
  return (
    candidates.find((one) => JSON.stringify(idsOfShortReference(one, 0)) === JSON.stringify(found)) ?? null
  );
}

const requestId = "req_06gzsz66j5sh9ast89kvjbnear";
const fields = [
  { path: "amount", rule: "pattern", message: "amount must be a whole number of minor units." },
  { path: "customer.email", rule: "format", message: "customer.email must be an e-mail address." },
];
const silent = { error() {}, warn() {}, info() {}, debug() {} } as unknown as Logger;

function errorVectors() {
  const ours = (kind: string, refusal: Refusal, isRetryable = false) => {
    const { status, headers, body } = errorResponse(refusal, { requestId } as never, silent);
    const given = refusal.details.fields === undefined ? [] : fields;
    return {
      name: body.error.code,
      status,
      headers: { "Content-Type": "application/json; charset=utf-8", "Request-Id": requestId, ...headers },
      body: JSON.stringify(body),
      expected: {
        kind,
        code: body.error.code,
        // A log has the message alone: what is wrong with each field stands in it.
        message: given.length === 0 ? body.error.message : given.map(({ message }) => message).join(" "),
        status,
        field: given[0]?.path ?? null,
        fields: given.map(({ path }) => path),
        requestId,
        retryAfterSeconds: headers["Retry-After"] === undefined ? null : Number(headers["Retry-After"]),
        isRetryable,
      },
    };
  };
  const proxys = (
    name: string,
    kind: string,
    status: number,
    body: string,
    headers: object,
    expected: object,
  ) => ({
    name,
    status,
    headers,
    body,
    expected: {
      kind,
      code: "NOT_JSON",
      message: `the answer with status ${status} is not the service's`,
      status: status < 400 ? 502 : status,
      field: null,
      fields: [],
      requestId: null,
      retryAfterSeconds: null,
      isRetryable: false,
      ...expected,
    },
  });
  const html = { "Content-Type": "text/html" };
  const json = { "Content-Type": "application/json" };
  return [
    ours("InvalidRequest", errors.VALIDATION_ERROR({ fields })),
    ours("InvalidRequest", errors.IDEMPOTENCY_KEY_MISMATCH()),
    ours("InvalidRequest", errors.PAYLOAD_TOO_LARGE()),
    ours("InvalidRequest", errors.REQUEST_TIMEOUT(), true),
    ours("Authentication", errors.INVALID_API_KEY()),
    ours("Permission", errors.INSUFFICIENT_PERMISSIONS({ required: "merchant.payouts.write" })),
    ours("NotFound", errors.RESOURCE_NOT_FOUND()),
    ours("Conflict", errors.VERSION_CONFLICT()),
    ours("Conflict", errors.IDEMPOTENCY_REQUEST_IN_PROGRESS({}, 1), true),
    ours("RateLimit", errors.RATE_LIMITED({}, 12), true),
    ours("Server", errors.SERVICE_UNAVAILABLE({}, 1), true),
    ours("Server", errors.INTERNAL_ERROR(), true),
    proxys("a proxy without its server", "Server", 502, "<html>Bad Gateway</html>", html, {
      isRetryable: true,
    }),
    proxys(
      "a proxy that asks for time",
      "Server",
      503,
      "",
      { ...html, "Retry-After": "30" },
      { retryAfterSeconds: 30, isRetryable: true },
    ),
    proxys("a page of the Wi-Fi", "Server", 200, "<html>Log in</html>", html, { isRetryable: true }),
    proxys("JSON of something else", "NotFound", 404, '{"message":"no route"}', json, {}),
    proxys("JSON of something else that went well", "Server", 200, '{"ok":true}', json, {
      isRetryable: true,
    }),
    proxys("JSON that is no object", "Server", 200, "null", json, { isRetryable: true }),
    proxys(
      "a time in words",
      "RateLimit",
      429,
      "",
      { "Retry-After": "Tue, 24 Nov 2026 12:00:00 GMT" },
      { isRetryable: true },
    ),
    proxys(
      "an answer with a request's id alone",
      "Server",
      500,
      "",
      { "Request-Id": requestId },
      { requestId, isRetryable: true },
    ),
  ];
}

/**
 * How long a client waits before the next try, in milliseconds; null: there is none. `status` null: no answer. `unit` is the chance that
 * spreads the clients.
 */
const waitVectors = [
  { status: null, retryAfterSeconds: null, isRepeatable: true, triesMade: 1, unit: 0, waitMs: 250 },
  { status: null, retryAfterSeconds: null, isRepeatable: true, triesMade: 1, unit: 0.5, waitMs: 375 },
  { status: null, retryAfterSeconds: null, isRepeatable: true, triesMade: 2, unit: 0, waitMs: 500 },
  { status: null, retryAfterSeconds: null, isRepeatable: true, triesMade: 3, unit: 0, waitMs: 1_000 },
  { status: null, retryAfterSeconds: null, isRepeatable: true, triesMade: 9, unit: 0, waitMs: 4_000 },
  { status: null, retryAfterSeconds: null, isRepeatable: false, triesMade: 1, unit: 0, waitMs: null },
  { status: 500, retryAfterSeconds: null, isRepeatable: true, triesMade: 1, unit: 0, waitMs: 250 },
  { status: 500, retryAfterSeconds: null, isRepeatable: false, triesMade: 1, unit: 0, waitMs: null },
  { status: 503, retryAfterSeconds: 7, isRepeatable: true, triesMade: 1, unit: 0, waitMs: 7_000 },
  { status: 503, retryAfterSeconds: 7, isRepeatable: false, triesMade: 1, unit: 0, waitMs: null },
  { status: 429, retryAfterSeconds: 60, isRepeatable: false, triesMade: 1, unit: 0, waitMs: 60_000 },
  { status: 429, retryAfterSeconds: 61, isRepeatable: true, triesMade: 1, unit: 0, waitMs: null },
  { status: 400, retryAfterSeconds: null, isRepeatable: true, triesMade: 1, unit: 0, waitMs: null },
  { status: 409, retryAfterSeconds: null, isRepeatable: true, triesMade: 1, unit: 0, waitMs: null },
];
