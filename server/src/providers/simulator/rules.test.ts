import { describe, expect, it } from "vitest";
import { failureCodes, paymentMethods } from "../../kit/payment-terms.ts";
import { reachable } from "../../kit/state-machine.ts";
import { simulatorCodes } from "./codes.ts";
import {
  dueChange,
  finalChange,
  type Operation,
  operationTransitions,
  statusAfter,
  stepTimeMs,
} from "./operation.ts";
import { isExpiringQr, planPayment, planPayout, planRefund } from "./plan.ts";
import type { PaymentRequest } from "./protocol.ts";
import {
  amountTaken,
  defaultScenario,
  otpAccepted,
  scenarioNamed,
  scenarioNames,
  scenarioOf,
  scenarios,
} from "./rules.ts";
import { toFailureCode } from "./status-map.ts";

describe("the magic numbers", () => {
  // The table that the sandbox has promised from the start: a change here breaks the tests of every merchant.
  const promised: readonly [suffix: string, start: string, failureCode: string | null][] = [
    ["789", "ACCEPT", null],
    ["019", "ACCEPT", "LIMIT_EXCEEDED"],
    ["029", "ACCEPT", "PAYER_NOT_FOUND"],
    ["039", "ACCEPT", "PAYMENT_NOT_CONFIRMED"],
    ["049", "ACCEPT", "INSUFFICIENT_FUNDS"],
    ["059", "REFUSE", "PAYMENT_IN_PROGRESS"],
    ["069", "ACCEPT", "UNKNOWN"],
    ["079", "REFUSE", "AMOUNT_OUT_OF_BOUNDS"],
    ["089", "ACCEPT", "INVALID_RECIPIENT"],
    ["099", "REFUSE", "INVALID_AMOUNT"],
    ["109", "REFUSE", "INVALID_CURRENCY"],
    ["119", "ACCEPT", "PAYMENT_CANCELLED"],
    ["149", "ACCEPT", "RISK_BLOCKED"],
    ["169", "GIVE_UP", "PROVIDER_UNAVAILABLE"],
  ];
  it.each(promised)("…%s: %s, %s", (suffix, start, failureCode) => {
    const scenario = scenarioOf(`+225050403${suffix}`, "PAYMENT");
    expect(scenario.start).toBe(start);
    const code = scenario.steps.at(-1)?.code ?? scenario.startCode;
    expect(code === null ? null : toFailureCode(code)).toBe(failureCode);
  });

  it("wait 2 s for a success, 5 s for a silence, for ever for 129", () => {
    expect(scenarioOf("789", "PAYMENT").steps).toMatchObject([{ delayMs: 2_000, status: "SUCCEEDED" }]);
    expect(scenarioOf("039", "PAYMENT").steps).toMatchObject([{ delayMs: 5_000, status: "FAILED" }]);
    expect(scenarioOf("129", "PAYMENT").steps).toEqual([]);
  });

  it("let any other number succeed", () => {
    for (const digits of ["+22505040000", "12", ""])
      expect(scenarioOf(digits, "PAYMENT")).toBe(defaultScenario);
  });

  it("have one meaning each, end in 9, and a text in both languages", () => {
    const suffixes = scenarios.flatMap(({ suffix }) => (suffix === null ? [] : [suffix]));
    expect(new Set(suffixes).size).toBe(suffixes.length);
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
    for (const { suffix, name, text } of scenarios) {
      expect(suffix ?? "009").toMatch(/^\d\d9$/);
      expect(text.fr && text.en).not.toBe("");
      expect(scenarioNamed(name).suffix).toBe(suffix);
    }
    expect(() => scenarioNamed("no_such")).toThrow();
  });

  it("never confirm a payout or a refund that had failed: it would be paid again by then", () => {
    for (const { suffix } of scenarios) {
      const { steps, take } = scenarioOf(suffix ?? "", "TRANSFER");
      expect(steps.length).toBeLessThanOrEqual(1);
      expect(take).toBe("ALL");
    }
  });
});

describe("codes", () => {
  it("map to every failure code, and an unheard-of code to UNKNOWN", () => {
    expect(new Set(simulatorCodes.map(toFailureCode))).toEqual(new Set(failureCodes));
    for (const code of ["", "constructor", "__proto__", "card_declined"])
      expect(toFailureCode(code)).toBe("UNKNOWN");
  });

  it("hide from a thief that a card was reported lost or stolen", () => {
    expect([toFailureCode("CARD_LOST"), toFailureCode("CARD_STOLEN")]).toEqual([
      "CARD_DECLINED",
      "CARD_DECLINED",
    ]);
  });
});

describe("amounts taken", () => {
  it.each([
    ["ALL", 5_000n, 5_000n],
    ["LESS", 5_000n, 2_500n],
    ["LESS", 3n, 1n],
    ["LESS", 1n, 2n],
    ["MORE", 5_000n, 5_001n],
  ] as const)("%s of %s is %s", (take, amount, taken) => {
    expect(amountTaken(take, amount)).toBe(taken);
  });
});

describe("one-time codes", () => {
  it.each([
    ["ORANGE", "BF", "123456", true],
    ["ORANGE", "BF", "000000", false],
    ["ORANGE", "BF", null, false],
    ["ORANGE", "CI", "123456", true],
    ["ORANGE", "CI", "654321", false],
    ["ORANGE", "CI", null, true],
    ["ORANGE", "SN", null, true],
    ["MTN", "CI", "000000", true],
  ] as const)("%s in %s with %s: %s", (operator, country, otp, accepted) => {
    expect(otpAccepted(operator, country, otp)).toBe(accepted);
  });
});

const request: PaymentRequest = {
  reference: "r",
  method: "MOBILE_MONEY",
  amount: "5000",
  currency: "XOF",
  phone: "+2250504030789",
  operator: "MTN",
  country: "CI",
  otp: null,
  walletId: null,
  cardToken: null,
  qrScheme: null,
  title: "",
  merchantName: "",
  locale: "fr",
  returnUrl: "https://merchant.example",
  callbackUrl: "https://service.example",
  expiresAt: "2026-11-21T08:30:00.000Z",
};

describe("how a payment begins", () => {
  it.each([
    ["mobile money runs by itself", {}, "PENDING", null, null],
    ["Wave has a page", { operator: "WAVE" }, "WAITING", "APPROVAL", null],
    [
      "Wave refuses before its page",
      { operator: "WAVE", phone: "+2250504030099" },
      "FAILED",
      null,
      "AMOUNT_NOT_VALID",
    ],
    ["no phone", { phone: null }, "FAILED", null, "ACCOUNT_UNKNOWN"],
    ["wrong code", { operator: "ORANGE", otp: "1" }, "FAILED", null, "OTP_REFUSED"],
    ["instant", { phone: "+2250504030279" }, "SUCCEEDED", null, null],
    ["card page", { method: "CARD" }, "WAITING", "CARD", null],
    ["card token", { method: "CARD", cardToken: "tok_sim_success" }, "PENDING", null, null],
    ["strange token", { method: "CARD", cardToken: "tok_live_1" }, "FAILED", null, "CARD_TOKEN_UNKNOWN"],
    ["QR", { method: "QR" }, "WAITING", "QR", null],
    [
      "PI-SPI in euros",
      { method: "QR", qrScheme: "PI_SPI", currency: "EUR" },
      "FAILED",
      null,
      "SCHEME_NOT_SERVED",
    ],
    ["transfer", { method: "BANK_TRANSFER" }, "WAITING", "BANK", null],
    ["no wallet", { method: "WALLET" }, "FAILED", null, "WALLET_UNKNOWN"],
  ] as const)("%s", (_name, change, status, page, code) => {
    expect(planPayment({ ...request, ...change }, null)).toMatchObject({ status, page, code });
  });

  it("with a wallet: found, in another currency, frozen", () => {
    const wallet = { ...request, method: "WALLET" as const };
    expect(planPayment(wallet, { kind: "FOUND", id: "w", frozen: false })).toMatchObject({
      page: "WALLET",
      walletId: "w",
    });
    expect(planPayment(wallet, { kind: "FOUND", id: "w", frozen: true })).toMatchObject({
      code: "WALLET_FROZEN",
    });
    expect(planPayment(wallet, { kind: "OTHER_CURRENCY" })).toMatchObject({ code: "WALLET_CURRENCY" });
  });

  it("a QR amount that ends in 13 has five seconds and no payer", () => {
    expect(planPayment({ ...request, method: "QR", amount: "5013" }, null).waitMs).toBe(5_000);
    expect([isExpiringQr("13"), isExpiringQr("5013"), isExpiringQr("1300"), isExpiringQr("3")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("a refund is refused before its magic digits are read", () => {
    const payment = { succeeded: true, left: 500n, currency: "XOF" };
    expect(planRefund({ amount: "500", currency: "XOF" }, payment).status).toBe("PENDING");
    expect(planRefund({ amount: "49", currency: "XOF" }, payment).scenario.name).toBe("no_funds");
    expect(planRefund({ amount: "501", currency: "XOF" }, payment).code).toBe("REFUND_ABOVE_PAYMENT");
    expect(planRefund({ amount: "500", currency: "EUR" }, payment).code).toBe("CURRENCY_NOT_SERVED");
    expect(planRefund({ amount: "500", currency: "XOF" }, { ...payment, succeeded: false }).code).toBe(
      "PAYMENT_NOT_REFUNDABLE",
    );
    expect(planRefund({ amount: "500", currency: "XOF" }, null).code).toBe("PAYMENT_UNKNOWN");
  });

  it("a named scenario decides, whatever the method and the digits", () => {
    const named = { ...request, scenario: "no_funds" };
    for (const method of paymentMethods) {
      expect(planPayment({ ...named, method }, null)).toMatchObject({
        status: "PENDING",
        page: null,
        scenario: { name: "no_funds" },
      });
    }
    expect(planPayment({ ...request, scenario: "in_progress" }, null).code).toBe("ALREADY_IN_PROGRESS");
    const payment = { succeeded: true, left: 500n, currency: "XOF" };
    const refund = { amount: "49", currency: "XOF" } as const;
    expect(planRefund({ ...refund, scenario: "never" }, payment).scenario.name).toBe("never");
    // A scenario only for payments is a success here, as with digits.
    expect(planRefund({ ...refund, scenario: "less" }, payment).scenario.name).toBe("success");
    expect(planRefund({ ...refund, amount: "501", scenario: "success" }, payment).code).toBe(
      "REFUND_ABOVE_PAYMENT",
    );
    const payout = { ...request, name: "A", iban: null };
    expect(planPayout({ ...payout, scenario: "risk" }).scenario.name).toBe("risk");
    expect(scenarioNames).toHaveLength(scenarios.length - 1);
  });

  it("a payout goes by phone, by IBAN, or nowhere", () => {
    const payout = { ...request, name: "A", iban: null };
    expect(planPayout({ ...payout, phone: "+2250504030089" }).scenario.name).toBe("recipient");
    expect(planPayout({ ...payout, phone: null, iban: "CI93CI0080111301134291200069" }).scenario.name).toBe(
      "unspecified",
    );
    expect(planPayout({ ...payout, phone: null }).code).toBe("RECIPIENT_REJECTED");
  });
});

describe("the states of an operation", () => {
  const operation = (change: Partial<Operation>): Operation =>
    ({
      id: "x",
      status: "PENDING",
      scenario: "success",
      step: 0,
      begunAtMs: 0,
      nextStepAtMs: 2_000,
      ...change,
    }) as Operation;

  it("can all be reached, and success is never left", () => {
    expect(reachable(operationTransitions, "LOST")).toEqual(
      new Set(["LOST", "PENDING", "SUCCEEDED", "FAILED"]),
    );
    expect(reachable(operationTransitions, "WAITING")).toContain("FAILED");
    expect(operationTransitions.SUCCEEDED).toEqual({});
  });

  it("change when their time has come and not a millisecond before", () => {
    expect(dueChange(operation({}), 1_999)).toBeNull();
    expect(dueChange(operation({}), 2_000)).toMatchObject({ event: "succeed", nextStepAtMs: null });
    expect(dueChange(operation({ nextStepAtMs: null }), 9_999)).toBeNull();
  });

  it("fail when the payer never came", () => {
    expect(dueChange(operation({ status: "WAITING" }), 2_000)).toMatchObject({
      event: "fail",
      code: "EXPIRED",
    });
  });

  it("fail and are confirmed later in the late scenario, counted from the session's expiry", () => {
    const late = operation({ scenario: "late", expiresAtMs: 100_000 });
    const first = dueChange(late, 2_000);
    expect(first).toMatchObject({ event: "fail", step: 1, nextStepAtMs: 160_000 });
    expect(stepTimeMs(scenarioNamed("late"), 1, 0, null)).toBeNull();
  });

  it("refuse what the table does not allow", () => {
    const done = operation({ status: "SUCCEEDED" });
    expect(statusAfter(done, finalChange(done, "EXPIRED"))).toBeNull();
    const failed = operation({ status: "FAILED" });
    expect(statusAfter(failed, finalChange(failed, null))).toBe("SUCCEEDED");
    expect(statusAfter(failed, finalChange(failed, "EXPIRED"))).toBeNull();
  });
});
