import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import { failureCodes } from "../../kit/payment-terms.ts";
import { readCreation, readHandle, readStatus } from "./answers.ts";
import { orangeFailureCodes } from "./status-map.ts";

const NOW_MS = Date.UTC(2026, 10, 21);
const OWN_ID = "0000000000000000000000000001";
const response = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  cut: false,
});
const created = {
  status: 201,
  message: "OK",
  pay_token: "pay",
  notif_token: "notif",
  payment_url: "https://mpayment.orange-money.com/sx/mpayment/abstract/pay",
};
const create = (status: number, body: unknown) => readCreation(response(status, body), NOW_MS);
const handle = {
  payToken: "pay",
  notifToken: "notif",
  paymentUrl: created.payment_url,
  expiresAtMs: String(NOW_MS + 600_000),
};
const ask = (status: number, body: unknown, nowMs = NOW_MS) =>
  readStatus(response(status, body), { ownId: OWN_ID, amount: money(500n, "XOF") }, handle, nowMs);
const told = (status: string, change: object = {}) =>
  ask(201, { status, order_id: OWN_ID, txnid: "MP150709.1341.A00073", ...change });

describe("the answer to a creation", () => {
  it("leads to Orange's page, which lives for ten minutes", () => {
    expect(create(201, created)).toEqual({
      kind: "pending",
      nextStep: { kind: "REDIRECT", actionUrl: created.payment_url },
      handle,
    });
  });

  it.each([
    ["without a token", 201, { ...created, pay_token: undefined }],
    ["with an empty token", 201, { ...created, notif_token: "" }],
    ["with an address that is none", 201, { ...created, payment_url: "javascript:alert(1)" }],
    ["a page of HTML", 200, "<html>OK</html>"],
    ["half a document", 201, '{"pay_token":"pa'],
    ["500", 500, { code: 1, message: "Internal error" }],
    ["503", 503, { code: 5, message: "The service is temporarily unavailable" }],
    ["429", 429, { code: 53, message: "Too many requests" }],
    ["400 of a proxy", 400, "<html>Bad Request</html>"],
  ])("%s is unknown", (_what, status, body) => {
    expect(create(status, body)).toMatchObject({ kind: "unknown" });
  });

  it.each([
    [401, { code: 42, message: "Expired credentials" }, "PROVIDER_UNAVAILABLE", "42", true],
    [401, "", "PROVIDER_UNAVAILABLE", "HTTP_401", true],
    [403, { code: 50, message: "Access denied" }, "PROVIDER_UNAVAILABLE", "50", true],
    [404, { code: 60, message: "Resource not found" }, "PROVIDER_UNAVAILABLE", "60", true],
    [
      400,
      { code: 22, message: "Invalid body field", description: "amount" },
      "INVALID_AMOUNT",
      "22",
      undefined,
    ],
    [400, { code: 22, message: "Invalid body field", description: "notif_url" }, "UNKNOWN", "22", true],
    [400, { code: 99, message: "amount" }, "UNKNOWN", "99", true],
  ])("%i with %j is %s", (status, body, failureCode, providerCode, alarm) => {
    const outcome = create(status, body);
    expect(outcome).toMatchObject({ kind: "failed", failureCode, providerCode });
    expect("alarm" in outcome ? outcome.alarm : undefined).toBe(alarm);
    expect(orangeFailureCodes).toContain(failureCode);
  });
});

describe("the status of a payment", () => {
  it("SUCCESS is a success of the amount that was asked about", () => {
    const amount = { minor: 500n, currency: "XOF" };
    const succeeded = { kind: "succeeded", transactionId: "MP150709.1341.A00073", amount };
    expect(told("SUCCESS")).toEqual(succeeded);
    expect(ask(200, { status: "SUCCESS", order_id: OWN_ID })).toEqual({
      ...succeeded,
      transactionId: OWN_ID,
    });
  });

  it.each([
    ["FAILED", "UNKNOWN"],
    ["EXPIRED", "PAYMENT_CANCELLED"],
  ])("%s is %s", (status, failureCode) => {
    expect(told(status)).toEqual({ kind: "failed", failureCode, providerCode: status });
    expect(failureCodes).toContain(failureCode);
  });

  it("PENDING waits for ever, INITIATED until two minutes after the page's end", () => {
    const at = (status: string, afterMs: number) =>
      ask(201, { status, order_id: OWN_ID }, NOW_MS + afterMs).kind;
    expect(at("PENDING", 72 * 3_600_000)).toBe("pending");
    expect([at("INITIATED", 719_999), at("INITIATED", 720_000)]).toEqual(["pending", "failed"]);
  });

  it.each([
    ["of another order", () => told("SUCCESS", { order_id: "another" }), undefined],
    ["of no order", () => told("SUCCESS", { order_id: undefined }), undefined],
    ["that is a new word", () => told("REVERSED"), undefined],
    ["that is no word", () => told("constructor"), undefined],
    ["in half a document", () => ask(201, '{"status":"SUCC'), undefined],
    ["500", () => ask(500, { code: 1 }), undefined],
    ["429", () => ask(429, { code: 53 }), undefined],
    ["refused for our key", () => ask(401, { code: 42 }), true],
    ["refused for the order", () => ask(404, { code: 60, message: "Resource not found" }), true],
    ["refused for the amount", () => ask(400, { code: 22, message: "amount" }), true],
  ])("%s is unknown; a refusal raises an alarm", (_what, outcomeOf, alarm) => {
    const outcome = outcomeOf();
    expect([outcome.kind, "alarm" in outcome ? outcome.alarm : undefined]).toEqual(["unknown", alarm]);
  });
});

describe("a handle", () => {
  it("is read as a whole or not at all", () => {
    expect(readHandle(handle)).toEqual(handle);
    expect(readHandle(null)).toBeNull();
    for (const name of Object.keys(handle)) {
      const { [name as keyof typeof handle]: _left, ...others } = handle;
      expect(readHandle(others)).toBeNull();
    }
  });
});
