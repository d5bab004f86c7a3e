import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import { readQuery, readStart, withNextStep } from "./answers.ts";

const ownId = "0b9c2c1e-7d6a-4f0e-9a55-2f4f5d1c8e11";
const STARTED_MS = 1_800_000_000_000;
const question = { ownId, startedAtMs: STARTED_MS };
const refusedBy = (failureCode: string) => ({ failureReason: { failureCode, failureMessage: "…" } });

describe("the answer to a start", () => {
  const start = (status: number, fields: object) =>
    readStart({ status, fields: { ...fields } }, "payment", ownId);

  it.each(["ACCEPTED", "DUPLICATE_IGNORED", "ENQUEUED", "SUBMITTED"])("%s waits", (status) => {
    expect(start(200, { depositId: ownId, status })).toEqual({ kind: "pending" });
  });

  it("REJECTED with status 200 is a refusal, also without a reason", () => {
    const rejected = { depositId: ownId, status: "REJECTED" };
    expect(start(200, { ...rejected, ...refusedBy("AMOUNT_OUT_OF_BOUNDS") })).toMatchObject({
      kind: "failed",
      failureCode: "AMOUNT_OUT_OF_BOUNDS",
      providerCode: "AMOUNT_OUT_OF_BOUNDS",
    });
    expect(start(200, rejected)).toMatchObject({ failureCode: "UNKNOWN", providerCode: "REJECTED" });
  });

  it.each([400, 401, 403])("%d with a code of theirs is a refusal, without one it is a proxy's", (status) => {
    expect(start(status, refusedBy("INVALID_INPUT"))).toMatchObject({ kind: "failed", alarm: true });
    expect(start(status, {})).toEqual({ kind: "unknown", reason: `http_${status}` });
  });

  it.each([
    ["about another operation", 200, { depositId: "other", status: "ACCEPTED" }],
    ["without a status", 200, { depositId: ownId }],
    ["that is empty", 200, {}],
    ["202", 202, { depositId: ownId, status: "ACCEPTED" }],
    ["404", 404, refusedBy("NOT_FOUND")],
    ["429", 429, refusedBy("TOO_MANY")],
    ["500 with a code", 500, refusedBy("UNKNOWN_ERROR")],
  ])("%s says nothing", (_what, status, fields) => {
    expect(start(status, fields).kind).toBe("unknown");
  });
});

describe("the answer to a query", () => {
  const query = (status: number, fields: object, afterMs = 0) =>
    readQuery({ status, fields: { ...fields } }, "payment", question, STARTED_MS + afterMs);
  const found = (data: object) => query(200, { status: "FOUND", data: { depositId: ownId, ...data } });
  const completed = { status: "COMPLETED", amount: "99.00", currency: "XOF" };

  it("COMPLETED is a success of the amount as a number, under the operator's number or pawaPay's", () => {
    const success = { kind: "succeeded", amount: money(99n, "XOF") };
    expect(found({ ...completed, providerTransactionId: "CI.12" })).toEqual({
      ...success,
      transactionId: "CI.12",
    });
    expect(found(completed)).toEqual({ ...success, transactionId: ownId });
    expect(found({ ...completed, providerTransactionId: "" })).toEqual({ ...success, transactionId: ownId });
  });

  it.each(["ACCEPTED", "PROCESSING", "ENQUEUED", "IN_RECONCILIATION", "SUBMITTED", "NEW_STEP"])(
    "%s waits",
    (status) => expect(found({ status })).toEqual({ kind: "pending" }),
  );

  it.each(["FAILED", "REJECTED"])("%s is a failure by its code", (status) => {
    expect(found({ status, ...refusedBy("PAYER_NOT_FOUND") })).toMatchObject({
      failureCode: "PAYER_NOT_FOUND",
    });
    expect(found({ status })).toMatchObject({ failureCode: "UNKNOWN", providerCode: status });
  });

  it("NOT_FOUND may be early for a quarter of an hour, and is final then", () => {
    const notFound = { status: "NOT_FOUND" };
    expect(query(200, notFound, 899_999)).toEqual({ kind: "unknown", reason: "not_found_yet" });
    expect(query(200, notFound, 900_000)).toEqual({ kind: "not_found" });
    expect(query(404, notFound, 900_000).kind).toBe("unknown");
  });

  it("401 and 403 are unknown, and operators are told", () => {
    for (const status of [401, 403])
      expect(query(status, refusedBy("NO_AUTHENTICATION"))).toMatchObject({ kind: "unknown", alarm: true });
  });

  it.each([
    ["another operation", { depositId: "other", ...completed }],
    ["no amount", { status: "COMPLETED", currency: "XOF" }],
    ["a fraction of a franc", { ...completed, amount: "99.50" }],
    ["no status", {}],
  ])("with %s is unknown", (_what, data) => {
    expect(query(200, { status: "FOUND", data: { depositId: ownId, ...data } }).kind).toBe("unknown");
  });

  it.each([429, 500, 503])("%d is unknown", (status) => {
    expect(query(status, {}).kind).toBe("unknown");
  });
});

describe("the payer's next step", () => {
  const step = (authorizationUrl: unknown, baseUrl = "https://api.pawapay.io") => {
    const outcome = withNextStep({ kind: "pending" }, { authorizationUrl }, baseUrl, null);
    return outcome.kind === "pending" ? outcome.nextStep.kind : outcome.kind;
  };

  it.each([
    ["https://pay.example/c/1", "REDIRECT"],
    [undefined, "POLL"],
    ["", "POLL"],
    ["http://pay.example/c/1", "POLL"],
    ["javascript:alert(1)", "POLL"],
  ])("with the address %j is %s", (url, kind) => expect(step(url)).toBe(kind));

  const baseUrl = "https://api.pawapay.io";
  const page = "https://pay.example/c/1";
  const later = (told: Readonly<Record<string, unknown>>, known = page) => {
    const outcome = withNextStep({ kind: "pending" }, told, baseUrl, { page: known });
    return outcome.kind === "pending" ? outcome : expect.fail(outcome.kind);
  };
  it("stays the page that was told before, when a later answer leaves it out, and becomes a new one that is told", () => {
    const stays = { kind: "pending", nextStep: { kind: "REDIRECT", actionUrl: page }, handle: { page } };
    expect(later({})).toEqual(stays);
    expect(later({ nextStep: "REDIRECT_TO_AUTH_URL", authorizationUrl: "" })).toEqual(stays);
    const other = "https://pay.example/c/2";
    expect(later({ authorizationUrl: other })).toMatchObject({
      nextStep: { actionUrl: other },
      handle: { page: other },
    });
  });
  it("is to wait once pawaPay says that only the result is missing", () => {
    expect(later({ nextStep: "FINAL_STATUS" }).nextStep.kind).toBe("POLL");
    expect(later({}, "javascript:alert(1)").nextStep.kind).toBe("POLL");
  });

  it("is a page without https only at a stand-in", () => {
    expect(step("http://127.0.0.1:4105/page", "http://127.0.0.1:4105")).toBe("REDIRECT");
  });
});
