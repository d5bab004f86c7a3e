import { describe, expect, it } from "vitest";
import { type FailureCode, failureCodes } from "../../kit/payment-terms.ts";
import { readStart, readStatus } from "./answers.ts";
import { collectionReasons, type Meaning, mtnFailureCodes, transferReasons } from "./status-map.ts";

type Row = readonly [code: string, collection: FailureCode, transfer?: FailureCode];

/** Every code that MTN has published. A third column: what it means for a refund or a payout where that differs. */
const rows: readonly Row[] = [
  ["PAYMENT_NOT_APPROVED", "PAYMENT_NOT_CONFIRMED"],
  ["COULD_NOT_PERFORM_TRANSACTION", "PAYMENT_NOT_CONFIRMED"],
  ["NOT_ENOUGH_FUNDS", "INSUFFICIENT_FUNDS"],
  ["PAYER_NOT_FOUND", "PAYER_NOT_FOUND"],
  ["SENDER_ACCOUNT_NOT_ACTIVE", "PAYER_NOT_FOUND"],
  ["PAYER_LIMIT_REACHED", "LIMIT_EXCEEDED"],
  ["PAYEE_LIMIT_REACHED", "LIMIT_EXCEEDED"],
  ["PAYEE_NOT_FOUND", "UNKNOWN", "INVALID_RECIPIENT"],
  ["PAYEE_NOT_ALLOWED_TO_RECEIVE", "PROVIDER_UNAVAILABLE", "INVALID_RECIPIENT"],
  ["INVALID_CURRENCY", "INVALID_CURRENCY"],
  ["SERVICE_UNAVAILABLE", "PROVIDER_UNAVAILABLE"],
  ["NOT_ALLOWED_TARGET_ENVIRONMENT", "PROVIDER_UNAVAILABLE"],
  ["INVALID_CALLBACK_URL_HOST", "PROVIDER_UNAVAILABLE"],
  ["APPROVAL_REJECTED", "PAYMENT_CANCELLED"],
  ["TRANSACTION_CANCELED", "PAYMENT_CANCELLED"],
  ["EXPIRED", "PAYMENT_CANCELLED"],
  ["NOT_ALLOWED", "RISK_BLOCKED"],
  ["INTERNAL_PROCESSING_ERROR", "UNKNOWN"],
  ["TRANSFER_TYPE_UNKNOWN", "UNKNOWN"],
  ["VALIDATION_ERROR", "UNKNOWN"],
  ["TRANSACTION_NOT_FOUND", "UNKNOWN"],
  ["RESOURCE_NOT_FOUND", "UNKNOWN"],
  ["NEVER_SEEN_BEFORE", "UNKNOWN"],
  ["constructor", "UNKNOWN"],
];
const alarmsOfCollections = [
  "INVALID_CALLBACK_URL_HOST",
  "INVALID_CURRENCY",
  "NOT_ALLOWED_TARGET_ENVIRONMENT",
  "PAYEE_NOT_ALLOWED_TO_RECEIVE",
  "PAYEE_NOT_FOUND",
  "VALIDATION_ERROR",
];
const alarmsOfTransfers = [
  "INVALID_CALLBACK_URL_HOST",
  "INVALID_CURRENCY",
  "NOT_ALLOWED_TARGET_ENVIRONMENT",
  // Our own account at MTN: its balance and its limit.
  "NOT_ENOUGH_FUNDS",
  "PAYER_LIMIT_REACHED",
  "VALIDATION_ERROR",
];

const OWN_ID = "0193f000-0000-4000-8000-000000000001";
const response = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  cut: false,
});
const start = (status: number, body: unknown, reasons = collectionReasons) =>
  readStart(response(status, body), reasons);
const statusOf = (
  body: unknown,
  { status = 200, reasons = collectionReasons, environment = "mtnivorycoast", ageMs = 60_000 } = {},
) => readStatus(response(status, body), { reasons, environment, currency: "XOF", ownId: OWN_ID, ageMs });
const record = (change: object) => ({ amount: "5000", currency: "XOF", externalId: "ours", ...change });

describe("the reason of a failed operation", () => {
  it.each(rows)("%s of a collection is %s", (code, failureCode) => {
    const expected = { kind: "failed", failureCode, providerCode: code };
    for (const reason of [code, { code, message: "why" }]) {
      expect(statusOf(record({ status: "FAILED", reason }))).toMatchObject(expected);
    }
  });

  it.each(rows)("%s of a refund or payout is %s, or what the third column says", (code, same, other) => {
    const failed = statusOf(record({ status: "FAILED", reason: code }), { reasons: transferReasons });
    expect(failed).toMatchObject({ failureCode: other ?? same, providerCode: code });
  });

  it("that our settings or our balance cause, and no other, raises an alarm", () => {
    const alarms = (table: Readonly<Record<string, Meaning>>) =>
      Object.keys(table)
        .filter((code) => table[code]?.alarm === true)
        .sort();
    expect(alarms(collectionReasons)).toEqual(alarmsOfCollections);
    expect(alarms(transferReasons)).toEqual(alarmsOfTransfers);
    const failed = statusOf(record({ status: "FAILED", reason: "INVALID_CURRENCY" }));
    expect(failed).toMatchObject({ alarm: true });
    expect(statusOf(record({ status: "FAILED", reason: "EXPIRED" }))).not.toHaveProperty("alarm");
  });

  it("may be missing or unreadable: the code is then that of the status", () => {
    for (const reason of [undefined, null, 5, {}, { code: 5 }]) {
      const failed = { kind: "failed", failureCode: "UNKNOWN", providerCode: "FAILED" };
      expect(statusOf(record({ status: "FAILED", reason }))).toEqual(failed);
    }
  });

  it("that is about the amount is INVALID_AMOUNT", () => {
    const reason = { code: "VALIDATION_ERROR", message: "The amount is not valid" };
    const failed = statusOf(record({ status: "FAILED", reason }));
    expect(failed).toMatchObject({ failureCode: "INVALID_AMOUNT" });
    expect(failed).not.toHaveProperty("alarm");
  });

  it("is one of the failure codes that the connector declares, each of which some code has", () => {
    const given = rows.flatMap(([, collection, transfer]) => [collection, transfer ?? collection]);
    expect([...new Set([...given, "INVALID_AMOUNT"])].sort()).toEqual([...mtnFailureCodes].sort());
    expect(failureCodes).toEqual(expect.arrayContaining([...mtnFailureCodes]));
    const known = new Set(rows.map(([code]) => code));
    const listed = [collectionReasons, transferReasons].flatMap((table) => Object.keys(table));
    expect(listed.filter((code) => !known.has(code))).toEqual([]);
  });
});

describe("the answer to a start", () => {
  it.each([
    ["202 without a body", 202, ""],
    ["409: the same id came before", 409, { code: "RESOURCE_ALREADY_EXIST", message: "duplicated" }],
    ["500 that says nothing", 500, { code: "INTERNAL_PROCESSING_ERROR", message: "internal" }],
  ])("%s: it is asked about later", (_what, status, body) => {
    expect(start(status, body)).toEqual({ kind: "pending" });
  });

  it.each([
    [500, "INVALID_CURRENCY", "INVALID_CURRENCY"],
    [500, "NOT_ALLOWED", "PROVIDER_UNAVAILABLE"],
    [500, "NOT_ALLOWED_TARGET_ENVIRONMENT", "PROVIDER_UNAVAILABLE"],
    [500, "INVALID_CALLBACK_URL_HOST", "PROVIDER_UNAVAILABLE"],
    [401, "INVALID_TOKEN", "PROVIDER_UNAVAILABLE"],
    [403, "FORBIDDEN_IP", "PROVIDER_UNAVAILABLE"],
    [400, "VALIDATION_ERROR", "UNKNOWN"],
  ])("%i %s is final and raises an alarm", (status, code, failureCode) => {
    for (const reasons of [collectionReasons, transferReasons]) {
      const expected = { kind: "failed", failureCode, providerCode: code, alarm: true };
      expect(start(status, { code, message: "refused" }, reasons)).toEqual(expected);
    }
  });

  it.each([
    [400, "VALIDATION_ERROR", "amount must be positive", "INVALID_AMOUNT"],
    [404, "PAYER_NOT_FOUND", "", "PAYER_NOT_FOUND"],
    [404, "RESOURCE_NOT_FOUND", "", "UNKNOWN"],
    [400, "NOT_ENOUGH_FUNDS", "", "INSUFFICIENT_FUNDS"],
    [409, "SOMETHING_ELSE", "", "UNKNOWN"],
  ])("%i %s %s is final and concerns nobody but the payer", (status, code, message, failureCode) => {
    const expected = { kind: "failed", failureCode, providerCode: code };
    expect(start(status, { code, message })).toEqual(expected);
  });

  it.each([
    ["a page of HTML with status 200", 200, "<html>Request Rejected</html>"],
    ["a refusal without a code", 400, "<html>Bad Request</html>"],
    ["503", 503, { code: "SERVICE_UNAVAILABLE", message: "later" }],
    ["500 with an unknown code", 500, { code: "SOMETHING", message: "" }],
    ["408", 408, { code: "TIMEOUT", message: "" }],
    ["429", 429, { code: "TOO_MANY", message: "" }],
    ["411", 411, "<html>Length Required</html>"],
  ])("%s is unknown", (_what, status, body) => {
    expect(start(status, body).kind).toBe("unknown");
  });
});

describe("the answer to a question", () => {
  const paid = { status: "SUCCESSFUL", financialTransactionId: "23503452" };

  it("is a success with the amount of MTN's book and its number", () => {
    for (const amount of ["5000", "5000.00"]) {
      expect(statusOf(record({ ...paid, amount }))).toEqual({
        kind: "succeeded",
        transactionId: "23503452",
        amount: { minor: 5_000n, currency: "XOF" },
      });
    }
  });

  it("may lack the number: then the operation is known by our id", () => {
    expect(statusOf(record({ status: "SUCCESSFUL" }))).toMatchObject({ transactionId: OWN_ID });
  });

  it("reports a different amount or currency unchanged, and is unknown when unreadable", () => {
    expect(statusOf(record({ ...paid, amount: "4999" }))).toMatchObject({ amount: { minor: 4_999n } });
    const euros = { amount: "5000", currency: "EUR" };
    expect(statusOf(record({ ...paid, ...euros }))).toMatchObject({
      amount: { minor: 500_000n, currency: "EUR" },
    });
    for (const wrong of [
      { amount: "much" },
      { amount: "5000.5" },
      { amount: undefined },
      { currency: "ZZZ" },
    ])
      expect(statusOf(record({ ...paid, ...wrong })).kind).toBe("unknown");
  });

  it("counts euros in MTN's sandbox: the digits are those that were asked for", () => {
    const inSandbox = (change: object) =>
      statusOf(record({ ...paid, ...change }), { environment: "sandbox" });
    expect(inSandbox({ currency: "EUR", amount: "5000" })).toMatchObject({
      amount: { minor: 5_000n, currency: "XOF" },
    });
    expect(inSandbox({ currency: "EUR", amount: "4999.99" })).toMatchObject({
      amount: { minor: 499_999n, currency: "EUR" },
    });
    expect(inSandbox({ currency: "USD" })).toMatchObject({ amount: { minor: 500_000n, currency: "USD" } });
  });

  it.each(["PENDING", "CREATED"])("%s is pending", (status) => {
    expect(statusOf(record({ status }))).toEqual({ kind: "pending" });
  });

  it.each(["RESOURCE_NOT_FOUND", "TRANSACTION_NOT_FOUND"])("404 %s means nothing at first", (code) => {
    const asked = (ageMs: number) => statusOf({ code, message: "" }, { status: 404, ageMs });
    expect(asked(19_999)).toEqual({ kind: "unknown", reason: "not_visible_yet" });
    expect(asked(20_000)).toEqual({ kind: "not_found" });
  });

  it.each([
    ["404 of a gateway", 404, "<html>", undefined],
    ["500", 500, { code: "INTERNAL_PROCESSING_ERROR" }, undefined],
    ["an unknown word", 200, record({ status: "MAYBE" }), undefined],
    ["half a document", 200, '{"status":"SUCC', undefined],
    ["401", 401, { code: "INVALID_TOKEN" }, true],
    ["403", 403, "<html>Forbidden</html>", true],
    ["a wrong environment", 500, { code: "NOT_ALLOWED_TARGET_ENVIRONMENT" }, true],
  ])("%s is unknown; our own fault raises an alarm", (_what, status, body, alarm) => {
    const outcome = statusOf(body, { status });
    expect([outcome.kind, "alarm" in outcome ? outcome.alarm : undefined]).toEqual(["unknown", alarm]);
  });
});
