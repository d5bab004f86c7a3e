import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../test/harness/faulty-http.ts";
import { money } from "../kit/money.ts";
import { type FailureCode, failureCodes } from "../kit/payment-terms.ts";
import type { IncomingCallback } from "./callback.ts";
import type { ContractSubject, Wish } from "./contract-subject.ts";
import type {
  PaymentQuestion,
  ProviderReference,
  RefundQuestion,
  StartRequest,
  TransferQuestion,
} from "./provider.ts";
import { settingsProblems } from "./settings.ts";

/** Longer than any provider of the suite takes to settle what it accepted. */
const SETTLED_MS = 10_000;
const nothingSent: readonly Fault[] = ["TIMEOUT_BEFORE", "RESET_BEFORE", "REFUSED"];
const answerLost: readonly Fault[] = ["TIMEOUT_AFTER", "RESET_AFTER", "ERROR_500", "GARBAGE"];

/** What every connector must do, whatever its provider does. Run it in a test file of the connector. */
export function describeProviderContract(name: string, open: () => Promise<ContractSubject>): void {
  describe(`${name}: the provider contract`, () => {
    let subject: ContractSubject;
    let count = 0;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => {
      await subject?.close();
    });
    beforeEach(() => {
      subject.network.calm();
      subject.takeCallbacks();
    });

    const newReference = (): ProviderReference => {
      count += 1;
      return `0193f000-0000-7000-8000-${String(count).padStart(12, "0")}` as ProviderReference;
    };
    const request = (wish: Wish, reference = newReference()): StartRequest | null => {
      const wished = subject.paymentLike(wish);
      if (wished === null) return null;
      return {
        ...wished,
        reference,
        ownId: reference,
        title: "Commande n° 42 : « thé à la menthe »",
        locale: "fr",
        returnUrl: "https://merchant.example/back?session=1",
        callbackUrl: subject.callbackUrl,
        expiresAtMs: subject.nowMs() + 30 * 60_000,
      };
    };
    const calls = () => subject.of(subject.account);
    const start = (one: StartRequest) => calls().start(one);
    const questionOf = ({ reference, ownId, method, amount }: StartRequest): PaymentQuestion => ({
      reference,
      ownId,
      method,
      amount,
      startedAtMs: subject.nowMs(),
      handle: null,
    });
    const unsent = () => required(request("SUCCESS"));
    const query = (one: StartRequest) => calls().query(questionOf(one));
    const paid = async (): Promise<StartRequest> => {
      const one = required(request("SUCCESS"));
      await start(one);
      await subject.advance(SETTLED_MS);
      await expect(query(one)).resolves.toMatchObject({ kind: "succeeded" });
      return one;
    };

    describe("what its accounts need", () => {
      it("is declared, and this account has it", () => {
        const { modes, settings } = calls().provider;
        expect(modes.length).toBeGreaterThan(0);
        const names = settings.map((setting) => setting.name);
        expect(new Set(names).size).toBe(names.length);
        expect(settings.some(({ secret }) => secret)).toBe(true);
        const own = Object.entries(subject.account.settings).filter(([name]) => names.includes(name));
        expect(settingsProblems(settings, Object.fromEntries(own))).toEqual([]);
      });
    });

    describe("success", () => {
      it("is reported with the amount that was taken and a number the payer can read", async () => {
        const one = required(request("SUCCESS"));
        expect(["pending", "succeeded"]).toContain((await start(one)).kind);
        await subject.advance(SETTLED_MS);
        const outcome = await query(one);
        expect(outcome).toMatchObject({ kind: "succeeded", amount: one.amount });
        expect(outcome.kind === "succeeded" && outcome.transactionId.length).toBeGreaterThan(3);
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });

      it("stays what it is when it is asked about again", async () => {
        const one = await paid();
        const first = await query(one);
        await subject.advance(60_000);
        expect(await query(one)).toEqual(first);
      });
    });

    describe("refusal", () => {
      it.each(failureCodes)("%s comes out as that code and takes nothing", async (failureCode) => {
        const one = required(request(failureCode));
        await start(one);
        await subject.advance(SETTLED_MS);
        const outcome = await query(one);
        expect(outcome).toMatchObject({ kind: "failed", failureCode });
        expect(outcome.kind === "failed" && outcome.providerCode).not.toBe("");
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([]);
      });
    });

    describe("pending", () => {
      it("says what the payer does next, and lasts", async () => {
        const one = required(request("PENDING"));
        const outcome = await start(one);
        expect(outcome.kind).toBe("pending");
        await subject.advance(SETTLED_MS);
        expect((await query(one)).kind).toBe("pending");
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([]);
      });
    });

    describe("a start whose answer is lost", () => {
      it.each(nothingSent)("%s: unknown, then not found, then sent again and paid once", async (fault) => {
        const one = required(request("SUCCESS"));
        subject.network.failNext(fault);
        expect((await start(one)).kind).toBe("unknown");
        expect((await query(one)).kind).toBe("not_found");
        await start(one);
        await subject.advance(SETTLED_MS);
        expect((await query(one)).kind).toBe("succeeded");
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });

      it.each(answerLost)("%s: unknown, found by our reference, never paid twice", async (fault) => {
        const one = required(request("SUCCESS"));
        subject.network.failNext(fault);
        expect((await start(one)).kind).toBe("unknown");
        expect(["pending", "succeeded"]).toContain((await query(one)).kind);
        expect(["pending", "succeeded"]).toContain((await start(one)).kind);
        await subject.advance(SETTLED_MS);
        expect((await query(one)).kind).toBe("succeeded");
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });

      it("is never a failure, whatever unreadable thing comes back", async () => {
        for (let round = 0; round < 20; round += 1) {
          subject.network.failNext("GARBAGE");
          expect((await start(required(request("SUCCESS")))).kind).toBe("unknown");
        }
      });

      it("is unknown when the answer drips for ever", async (context) => {
        const one = request("SLOW_DRIP");
        if (one === null) return context.skip();
        expect(await start(one)).toMatchObject({ kind: "unknown" });
        expect(["pending", "succeeded"]).toContain((await query(one)).kind);
      });
    });

    describe("the same reference twice", () => {
      it("is one payment, one after the other or at once", async () => {
        const one = required(request("SUCCESS"));
        const outcomes = await Promise.all(Array.from({ length: 5 }, () => start(one)));
        expect(outcomes.every(({ kind }) => kind === "pending" || kind === "succeeded")).toBe(true);
        await subject.advance(SETTLED_MS);
        await start(one);
        await subject.advance(SETTLED_MS);
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });

      it("is one payment when the network delivers the request twice", async () => {
        const one = required(request("SUCCESS"));
        subject.network.failNext("DUPLICATE");
        await start(one);
        await subject.advance(SETTLED_MS);
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });

      it("with another amount is not believed, and the first payment stands", async () => {
        const one = await paid();
        const other = { ...one, amount: money(one.amount.minor + 5n, one.amount.currency) };
        expect((await start(other)).kind).toBe("unknown");
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });
    });

    describe("a query", () => {
      it("says not found for a reference nobody sent", async () => {
        expect(await query(unsent())).toEqual({ kind: "not_found" });
      });

      it.each([...nothingSent, ...answerLost])(
        "that meets %s is unknown: neither failed nor not found",
        async (fault) => {
          const one = await paid();
          subject.network.failNext(fault);
          expect((await query(one)).kind).toBe("unknown");
          expect((await query(one)).kind).toBe("succeeded");
        },
      );

      it("with a key that the provider refuses is unknown", async () => {
        const one = await paid();
        const { account } = subject;
        const stranger = { ...account, settings: { ...account.settings, apiKey: "not-a-key" } };
        expect((await subject.of(stranger).query(questionOf(one))).kind).toBe("unknown");
      });

      it("shows nothing of another account's payments", async () => {
        const one = await paid();
        expect(await subject.of(subject.otherAccount).query(questionOf(one))).toEqual({ kind: "not_found" });
      });
    });

    describe("callbacks", () => {
      const verify = (callback: IncomingCallback) =>
        calls().verifyCallback({ ...callback, nowMs: subject.nowMs() });
      const accepted = (reference: ProviderReference) => ({
        kind: "accepted",
        subject: "payment",
        names: { by: "reference", value: reference },
      });

      it("name the payment to ask about", async () => {
        const { reference } = await paid();
        const callbacks = subject.takeCallbacks();
        expect(callbacks.length).toBeGreaterThan(0);
        for (const callback of callbacks) {
          expect(await verify(callback)).toEqual(accepted(reference));
        }
      });

      it("may come twice and out of order: the query tells the same truth after each", async (context) => {
        const one = request("CALLBACK_TWICE");
        if (one === null) return context.skip();
        await start(one);
        await subject.advance(SETTLED_MS);
        const callbacks = subject.takeCallbacks();
        expect(callbacks.length).toBeGreaterThan(1);
        for (const callback of callbacks) {
          expect(await verify(callback)).toEqual(accepted(one.reference));
          expect(await query(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
        }
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });

      it("may overtake the answer to the start", async (context) => {
        const one = request("CALLBACK_FIRST");
        if (one === null) return context.skip();
        const starting = start(one).then((outcome) => ({ outcome, before: subject.takeCallbacks() }));
        const { outcome, before } = await starting;
        expect(await Promise.all(before.map(verify))).toEqual([accepted(one.reference)]);
        expect(outcome).toMatchObject({ kind: "succeeded", amount: one.amount });
      });

      it("are refused when forged, unsigned, altered, old, from the future or of another account", async () => {
        await paid();
        const callback = required(subject.takeCallbacks()[0] ?? null);
        expect((await verify(callback)).kind).toBe("accepted");
        const withHeaders = (change: (value: string) => string) => {
          const headers = Object.entries(callback.headers).map(([key, value]) => [
            key,
            key.includes("signature") ? change(value) : value,
          ]);
          return { ...callback, headers: Object.fromEntries(headers) as Record<string, string> };
        };
        const atMs = (nowMs: number) =>
          calls().verifyCallback({ ...callback, nowMs: subject.nowMs() + nowMs });
        const refused = await Promise.all([
          verify({ ...callback, headers: {} }),
          verify(withHeaders(() => "")),
          verify(withHeaders((value) => value.replace(/[0-9a-f]{8}$/, "00000000"))),
          verify(withHeaders((value) => `${value.split(",")[0] ?? ""}`)),
          // The time moved forward, to replay an old callback as a fresh one.
          verify(withHeaders((value) => value.replace(/\d{10}/, (t) => String(Number(t) + 60)))),
          verify({ ...callback, rawBody: Buffer.concat([callback.rawBody, Buffer.from(" ")]) }),
          verify({ ...callback, rawBody: Buffer.alloc(0) }),
          atMs(3_600_000),
          atMs(-3_600_000),
          subject.of(subject.otherAccount).verifyCallback({ ...callback, nowMs: subject.nowMs() }),
        ]);
        expect(refused.map(({ kind }) => kind)).toEqual(refused.map(() => "refused"));
      });
    });

    describe("a cancellation", () => {
      it("ends a payment that waits, for good", async () => {
        const one = required(request("PENDING"));
        await start(one);
        const outcome = await calls().cancel(questionOf(one));
        expect(outcome).toMatchObject({ kind: "failed", failureCode: "PAYMENT_CANCELLED" });
        await subject.advance(SETTLED_MS);
        expect(await query(one)).toMatchObject({
          kind: "failed",
          failureCode: "PAYMENT_CANCELLED",
        });
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([]);
      });

      it("comes too late for a payment that succeeded", async () => {
        const one = await paid();
        expect((await calls().cancel(questionOf(one))).kind).toBe("succeeded");
        expect(await subject.moved("PAYMENT", one.reference)).toEqual([one.amount]);
      });

      it("of an unknown reference is not found, and of a silent network unknown", async () => {
        const one = unsent();
        expect((await calls().cancel(questionOf(one))).kind).toBe("not_found");
        subject.network.failNext("TIMEOUT_BEFORE");
        expect((await calls().cancel(questionOf(one))).kind).toBe("unknown");
      });
    });

    describe("refunds", () => {
      const refundOf = (charge: StartRequest, minor: bigint): RefundQuestion => {
        const reference = newReference();
        const amount = money(minor, charge.amount.currency);
        const payment = questionOf(charge);
        return { reference, ownId: reference, amount, startedAtMs: subject.nowMs(), handle: null, payment };
      };
      const refund = (charge: StartRequest, one: RefundQuestion) =>
        calls().refund({ ...one, payer: charge.payer, callbackUrl: subject.callbackUrl });
      const queryRefund = (one: RefundQuestion) => calls().queryRefund(one);

      it("give back a part and then the rest, each once", async () => {
        const charge = await paid();
        const part = charge.amount.minor / 4n;
        const rest = charge.amount.minor - part;
        for (const minor of [part, rest]) {
          const one = refundOf(charge, minor);
          expect(["pending", "succeeded"]).toContain((await refund(charge, one)).kind);
          await refund(charge, one);
          await subject.advance(SETTLED_MS);
          const { reference, amount } = one;
          expect(await queryRefund(one)).toMatchObject({ kind: "succeeded", amount });
          expect(await subject.moved("REFUND", reference)).toEqual([amount]);
        }
      });

      it("never give back more than was taken, even when they race", async () => {
        const charge = await paid();
        const part = (charge.amount.minor * 3n) / 5n;
        const refunds = Array.from({ length: 5 }, () => refundOf(charge, part));
        await Promise.all(refunds.map((one) => refund(charge, one)));
        await subject.advance(SETTLED_MS);
        const outcomes = await Promise.all(refunds.map(queryRefund));
        expect(outcomes.filter(({ kind }) => kind === "succeeded")).toHaveLength(1);
        expect(outcomes.filter(({ kind }) => kind === "failed")).toHaveLength(4);
        const moved = await Promise.all(refunds.map(({ reference }) => subject.moved("REFUND", reference)));
        expect(moved.flat()).toEqual([money(part, charge.amount.currency)]);
      });

      it("of a payment that never succeeded fail", async () => {
        const one = required(request("PENDING"));
        await start(one);
        expect((await refund(one, refundOf(one, one.amount.minor))).kind).toBe("failed");
        const never = unsent();
        expect((await refund(never, refundOf(never, never.amount.minor))).kind).toBe("failed");
      });

      it.each(answerLost)("whose answer meets %s are unknown and found again", async (fault) => {
        const charge = await paid();
        const one = refundOf(charge, 1_000n);
        subject.network.failNext(fault);
        expect((await refund(charge, one)).kind).toBe("unknown");
        await subject.advance(SETTLED_MS);
        expect((await queryRefund(one)).kind).toBe("succeeded");
        subject.network.failNext(fault);
        expect((await queryRefund(one)).kind).toBe("unknown");
      });

      it("are not found under a reference nobody sent", async () => {
        expect(await queryRefund(refundOf(unsent(), 1_000n))).toEqual({ kind: "not_found" });
      });
    });

    describe("payouts", () => {
      const payout = (wish: "SUCCESS" | "PENDING" | FailureCode, reference: ProviderReference) =>
        calls().payout({
          ...required(subject.payoutLike(wish)),
          reference,
          ownId: reference,
          callbackUrl: subject.callbackUrl,
        });
      const queryPayout = (reference: ProviderReference) => {
        const { amount } = required(subject.payoutLike("SUCCESS"));
        const question: TransferQuestion = {
          reference,
          ownId: reference,
          amount,
          startedAtMs: subject.nowMs(),
          handle: null,
        };
        return calls().queryPayout(question);
      };

      it("send the amount once, however often they are asked for", async () => {
        const reference = newReference();
        await Promise.all(Array.from({ length: 3 }, () => payout("SUCCESS", reference)));
        await subject.advance(SETTLED_MS);
        const { amount } = required(subject.payoutLike("SUCCESS"));
        expect(await queryPayout(reference)).toMatchObject({ kind: "succeeded", amount });
        expect(await subject.moved("PAYOUT", reference)).toEqual([amount]);
        const callback = required(subject.takeCallbacks()[0] ?? null);
        expect(await calls().verifyCallback({ ...callback, nowMs: subject.nowMs() })).toEqual({
          kind: "accepted",
          subject: "payout",
          names: { by: "reference", value: reference },
        });
      });

      it("fail with the reason when the recipient is not valid", async () => {
        const reference = newReference();
        await payout("INVALID_RECIPIENT", reference);
        await subject.advance(SETTLED_MS);
        expect(await queryPayout(reference)).toMatchObject({
          kind: "failed",
          failureCode: "INVALID_RECIPIENT",
        });
        expect(await subject.moved("PAYOUT", reference)).toEqual([]);
      });

      it.each(answerLost)("whose answer meets %s are unknown and found again", async (fault) => {
        const reference = newReference();
        subject.network.failNext(fault);
        expect((await payout("SUCCESS", reference)).kind).toBe("unknown");
        await subject.advance(SETTLED_MS);
        expect((await queryPayout(reference)).kind).toBe("succeeded");
        subject.network.failNext(fault);
        expect((await queryPayout(reference)).kind).toBe("unknown");
      });

      it("are not found under a reference nobody sent", async () => {
        expect(await queryPayout(newReference())).toEqual({ kind: "not_found" });
      });
    });

    describe("what a provider may be able to do", () => {
      it("tell its book: every line is what it moved, once, within the period", async (context) => {
        if (!calls().provider.capabilities.statement) return context.skip();
        const fromMs = subject.nowMs();
        const one = await paid();
        const toMs = subject.nowMs() + 1;
        const told = await calls().statement(fromMs, toMs);
        const lines = told.kind === "lines" ? told.lines : [];
        expect(lines.filter(({ reference }) => reference === one.reference)).toMatchObject([
          { type: "PAYMENT", status: "SUCCEEDED", amount: one.amount },
        ]);
        const within = ({ occurredAtMs }: { readonly occurredAtMs: number }) =>
          occurredAtMs >= fromMs && occurredAtMs < toMs;
        expect(lines.every(within)).toBe(true);
        expect(await calls().statement(toMs + 1, toMs + 2)).toEqual({ kind: "lines", lines: [] });
        subject.network.failNext("ERROR_500");
        expect((await calls().statement(fromMs, toMs)).kind).toBe("unavailable");
      });

      it("compare a name with the holder's, and say nothing when it is not asked", async (context) => {
        const payout = subject.payoutLike("SUCCESS");
        if (!calls().provider.capabilities.nameCheck || payout === null) return context.skip();
        const question = { ...payout, currency: payout.amount.currency };
        expect(await calls().verifyBeneficiary(question)).toEqual({ kind: "match" });
        for (const fault of ["TIMEOUT_BEFORE", "ERROR_500", "GARBAGE"] as const) {
          subject.network.failNext(fault);
          expect((await calls().verifyBeneficiary(question)).kind).toBe("unavailable");
        }
      });
    });

    it("prints no credential: a call that fails on our side tells none", async () => {
      const { account } = subject;
      const [first = ""] = Object.keys(account.settings);
      const { [first]: _missing, ...settings } = account.settings;
      const outcome = await subject.of({ ...account, settings }).query(questionOf(unsent()));
      expect(outcome.kind).toBe("unknown");
      expect(subject.logged()).toContain("provider.call");
      const secrets = calls().provider.settings.filter(({ secret }) => secret);
      for (const { name } of secrets) expect(subject.logged()).not.toContain(account.settings[name]);
    });
  });
}

/** The value of a wish that this suite cannot do without. */
function required<T>(value: T | null): T {
  if (value === null)
    throw new Error("the provider's sandbox has no such behaviour, and the contract needs it");
  return value;
}
