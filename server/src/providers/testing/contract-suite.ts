import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../../test/harness/faulty-http.ts";
import { money } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import { createSeededRandom } from "../../kit/random.ts";
import type { IncomingCallback } from "../callback.ts";
import { newOwnId } from "../own-id.ts";
import type {
  PaymentQuestion,
  ProviderHandle,
  ProviderReference,
  ProviderTerms,
  RefundQuestion,
  StartRequest,
  TransferQuestion,
} from "../provider.ts";
import { settingsProblems } from "../settings.ts";
import type { ContractSubject, Wish } from "./contract-subject.ts";

/** Longer than any provider of the suite needs to settle what it accepted. */
const SETTLED_MS = 10_000;
const SEED = 20_261_122;
const nothingSent: readonly Fault[] = ["TIMEOUT_BEFORE", "RESET_BEFORE", "REFUSED"];
const answerLost: readonly Fault[] = ["TIMEOUT_AFTER", "RESET_AFTER", "ERROR_500", "GARBAGE"];

/** What a provider does not offer has no test at all, rather than a skipped one. */
const itIf =
  (offered: boolean) =>
  (title: string, body: () => Promise<void>): void => {
    if (offered) it(title, body);
  };
const describeIf =
  (offered: boolean) =>
  (title: string, body: () => void): void => {
    if (offered) describe(title, body);
  };

type Outcome = { readonly kind: string; readonly handle?: ProviderHandle };

/**
 * What every connector must do, whatever its provider is. Tests of a capability run for connectors that declare it.
 * Call it in a test file of the connector.
 */
export function describeProviderContract(
  name: string,
  { capabilities: can, modes, referenceForm, settings }: ProviderTerms,
  open: () => Promise<ContractSubject>,
  /** `isNeverAsked`: nothing is ever sent to the provider; its verified messages are all that there is. */
  { isNeverAsked = false }: { readonly isNeverAsked?: boolean } = {},
): void {
  describe(`${name}: the provider contract`, () => {
    let subject: ContractSubject;
    let count = 0;
    const random = createSeededRandom(SEED);
    /** What the service would have stored for each operation: its last handle. */
    const handles = new Map<string, ProviderHandle>();
    const given = new Set<FailureCode>();
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => {
      await subject?.close();
    });
    beforeEach(async () => {
      subject.network.calm();
      // A token may have expired meanwhile: a fault ordered next must hit the intended call.
      await calls().query(questionOf(unsent()));
      subject.takeCallbacks();
    });

    const newIds = (): { readonly reference: ProviderReference; readonly ownId: string } => {
      count += 1;
      const reference = `0193f000-0000-7000-8000-${String(count).padStart(12, "0")}` as ProviderReference;
      return { reference, ownId: newOwnId(referenceForm, random) ?? reference };
    };
    const request = (wish: Wish, ids = newIds()): StartRequest | null => {
      const wished = subject.paymentLike(wish);
      if (wished === null) return null;
      return {
        ...wished,
        ...ids,
        title: "Commande n° 42 : « thé à la menthe »",
        locale: "fr",
        returnUrl: "https://merchant.example/back?session=1",
        callbackUrl: subject.callbackUrl(ids.ownId),
        expiresAtMs: subject.nowMs() + 30 * 60_000,
      };
    };
    const calls = () => subject.of(subject.account);
    const kept = async <Told extends Outcome>(ownId: string, told: Promise<Told>): Promise<Told> => {
      const outcome = await told;
      if (outcome.handle !== undefined) handles.set(ownId, outcome.handle);
      if ("failureCode" in outcome) given.add(outcome.failureCode as FailureCode);
      return outcome;
    };
    const startedAtMs = new Map<string, number>();
    const start = (one: StartRequest) => {
      if (!startedAtMs.has(one.ownId)) startedAtMs.set(one.ownId, subject.nowMs());
      return kept(one.ownId, calls().start(one));
    };
    const questionOf = ({ reference, ownId, method, amount }: StartRequest): PaymentQuestion => ({
      reference,
      ownId,
      method,
      amount,
      startedAtMs: startedAtMs.get(ownId) ?? subject.nowMs(),
      handle: handles.get(ownId) ?? null,
    });
    const noTransfer = () => ({ kind: subject.lostTransfer === undefined ? "not_found" : "unknown" });
    const unsent = () => required(request("SUCCESS"));
    /** What a query says, when it is final, of a payment that the provider does not know. */
    const unheardOf = () =>
      subject.lostStart === undefined
        ? { kind: "not_found" }
        : { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE" };
    const query = (one: StartRequest) => kept(one.ownId, calls().query(questionOf(one)));
    /** A query so late that the provider's "not found" is final. */
    const lateQuestionOf = (one: StartRequest): PaymentQuestion => ({
      ...questionOf(one),
      startedAtMs: subject.nowMs() - subject.lateMs,
    });
    const paid = async (): Promise<StartRequest> => {
      const one = required(request("SUCCESS"));
      await start(one);
      await subject.advance(SETTLED_MS);
      await expect(query(one)).resolves.toMatchObject({ kind: "succeeded" });
      return one;
    };

    describe("what its accounts need", () => {
      it("is declared, and this account has it", () => {
        expect(modes.length).toBeGreaterThan(0);
        const names = settings.map((setting) => setting.name);
        expect(new Set(names).size).toBe(names.length);
        expect(settings.some(({ secret }) => secret)).toBe(true);
        const own = Object.entries(subject.account.settings).filter(([name]) => names.includes(name));
        expect(settingsProblems(settings, Object.fromEntries(own), true)).toEqual([]);
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
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
      });

      it("stays what it is when it is asked about again", async () => {
        const one = await paid();
        const first = await query(one);
        await subject.advance(60_000);
        expect(await query(one)).toEqual(first);
      });
    });

    describe("refusal", () => {
      it.each(can.failureCodes)("%s comes out as that code and takes nothing", async (failureCode) => {
        const one = request(failureCode);
        // Some codes are those of payouts only: they are tried there.
        if (one === null) return expect(subject.payoutLike(failureCode)).not.toBeNull();
        const started = await start(one);
        await subject.advance(SETTLED_MS);
        // After a refusal in the answer to the start, the provider may say nothing more about it.
        const outcome = started.kind === "failed" ? started : await query(one);
        expect(outcome).toMatchObject({ kind: "failed", failureCode });
        expect(outcome.kind === "failed" && outcome.providerCode).not.toBe("");
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([]);
      });
    });

    describe("pending", () => {
      it("says what the payer does next, and lasts", async () => {
        const one = required(request("PENDING"));
        const outcome = await start(one);
        expect(outcome.kind).toBe("pending");
        await subject.advance(SETTLED_MS);
        expect((await query(one)).kind).toBe("pending");
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([]);
      });
    });

    describeIf(!isNeverAsked)("a start whose answer is lost", () => {
      /** Unknown as long as the start may be on its way, then failed; and nothing was taken. */
      const expectEnded = async (one: StartRequest): Promise<void> => {
        expect((await query(one)).kind).toBe("unknown");
        await subject.advance(subject.lateMs);
        expect(await query(one)).toMatchObject(unheardOf());
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([]);
      };

      it.each(nothingSent)("%s: not taken, then not found, then sent again and paid once", async (fault) => {
        const one = required(request("SUCCESS"));
        subject.network.failNext(fault);
        // Without a connection no byte has left, and the failure is definite.
        const expected = fault === "REFUSED" ? { failureCode: "PROVIDER_UNAVAILABLE" } : { kind: "unknown" };
        expect(await start(one)).toMatchObject(expected);
        if (subject.lateMs > 0) expect((await query(one)).kind).toBe("unknown");
        await subject.advance(subject.lateMs);
        expect(await query(one)).toMatchObject(unheardOf());
        if (subject.lostStart !== undefined)
          return expect(await subject.moved("PAYMENT", one.ownId)).toEqual([]);
        await start(one);
        await subject.advance(SETTLED_MS);
        expect((await query(one)).kind).toBe("succeeded");
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
      });

      it.each(answerLost)("%s: unknown, found by our reference, never paid twice", async (fault) => {
        const one = required(request("SUCCESS"));
        subject.network.failNext(fault);
        expect((await start(one)).kind).toBe("unknown");
        if (subject.lostStart === "ENDS") return expectEnded(one);
        expect(["pending", "succeeded"]).toContain((await query(one)).kind);
        if (subject.lostStart === undefined)
          expect(["pending", "succeeded"]).toContain((await start(one)).kind);
        await subject.advance(SETTLED_MS);
        expect((await query(one)).kind).toBe("succeeded");
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
      });

      it("is never a failure, whatever unreadable thing comes back", async () => {
        for (let round = 0; round < 20; round += 1) {
          subject.network.failNext("GARBAGE");
          expect((await start(required(request("SUCCESS")))).kind).toBe("unknown");
        }
      });

      it("is unknown when the answer drips for ever", async () => {
        const one = required(request("SLOW_DRIP"));
        expect(await start(one)).toMatchObject({ kind: "unknown" });
        if (subject.lostStart === "ENDS") return expectEnded(one);
        expect(["pending", "succeeded"]).toContain((await query(one)).kind);
      });
    });

    describe("the same reference twice", () => {
      it("is one payment, one after the other or at once", async () => {
        // The service never repeats a start of such a provider.
        if (subject.lostStart !== undefined) return;
        const one = required(request("SUCCESS"));
        const outcomes = await Promise.all(Array.from({ length: 5 }, () => start(one)));
        expect(outcomes.every(({ kind }) => kind === "pending" || kind === "succeeded")).toBe(true);
        await subject.advance(SETTLED_MS);
        await start(one);
        await subject.advance(SETTLED_MS);
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
      });

      it("is one payment when the network delivers the request twice", async () => {
        const one = required(request("SUCCESS"));
        subject.network.failNext("DUPLICATE");
        const { kind } = await start(one);
        await subject.advance(SETTLED_MS);
        const moved = await subject.moved("PAYMENT", one.ownId);
        // The answer to the second one may hide the page of the first: then nobody pays.
        const isHidden = subject.lostStart === "ENDS" && kind === "failed";
        expect(moved).toEqual(isHidden ? [] : [one.amount]);
      });

      it("with another amount is not believed, and the first payment stands", async () => {
        if (subject.lostStart !== undefined) return;
        const one = await paid();
        const other = { ...one, amount: money(one.amount.minor + 5n, one.amount.currency) };
        // Some providers only say that they know the id: the query then returns what they took.
        expect(["unknown", "pending"]).toContain((await start(other)).kind);
        expect(await query(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
      });
    });

    itIf(isNeverAsked)("a query shows nothing of another account's payments", async () => {
      const one = await paid();
      expect((await subject.of(subject.otherAccount).query(questionOf(one))).kind).toBe("pending");
    });

    describeIf(!isNeverAsked)("a query", () => {
      it("says not found for a reference nobody sent, or that nothing was taken", async () => {
        expect(await calls().query(lateQuestionOf(unsent()))).toMatchObject(unheardOf());
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
        expect((await subject.of(subject.stranger).query(questionOf(one))).kind).toBe("unknown");
      });

      it("shows nothing of another account's payments", async () => {
        const one = await paid();
        const elsewhere = () => subject.of(subject.otherAccount);
        const { kind } = await elsewhere().query(lateQuestionOf(one));
        // What has been shown to a payer is never declared unpaid because a key does not see it.
        expect(kind).toBeOneOf(subject.lostStart === undefined ? ["not_found", "unknown"] : ["unknown"]);
        const unshown = { ...lateQuestionOf(one), handle: null };
        expect(await elsewhere().query(unshown)).toMatchObject(unheardOf());
      });
    });

    describeIf(can.callbacks !== "NONE")("callbacks", () => {
      const verify = (callback: IncomingCallback) =>
        calls().verifyCallback({ ...callback, nowMs: subject.nowMs() });
      it("name the payment to ask about", async () => {
        const one = await paid();
        const callbacks = subject.takeCallbacks();
        expect(callbacks.length).toBeGreaterThan(0);
        for (const callback of callbacks) {
          expect(await verify(callback)).toEqual(naming("payment", one));
        }
      });

      it("may come twice and out of order: the query tells the same truth after each", async () => {
        const one = required(request("CALLBACK_TWICE"));
        await start(one);
        await subject.advance(SETTLED_MS);
        const callbacks = subject.takeCallbacks();
        expect(callbacks.length).toBeGreaterThan(1);
        for (const callback of callbacks) {
          expect(await verify(callback)).toEqual(naming("payment", one));
          expect(await query(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
        }
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
      });

      itIf(!isNeverAsked)("may overtake the answer to the start", async () => {
        const one = required(request("CALLBACK_FIRST"));
        const starting = start(one).then((outcome) => ({ outcome, before: subject.takeCallbacks() }));
        const { outcome, before } = await starting;
        expect(["pending", "succeeded"]).toContain(outcome.kind);
        expect(await Promise.all(before.map(verify))).toEqual([naming("payment", one)]);
        expect(await query(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
      });

      itIf(can.callbacks === "SIGNED")(
        "are refused when forged, unsigned, altered, old, from the future or of another account",
        async () => {
          await paid();
          const callback = required(subject.takeCallbacks()[0] ?? null);
          expect((await verify(callback)).kind).toBe("accepted");
          const { account, otherAccount } = subject;
          const atMs = (byMs: number) =>
            calls().verifyCallback({ ...callback, nowMs: subject.nowMs() + byMs });
          const path = callback.path.replace(account.id, otherAccount.id);
          const forgeries = required(subject.forgeries?.(callback) ?? null);
          expect(forgeries.length).toBeGreaterThan(2);
          const refused = await Promise.all([
            verify({ ...callback, headers: {} }),
            ...forgeries.map(verify),
            verify({ ...callback, rawBody: Buffer.concat([callback.rawBody, Buffer.from(" ")]) }),
            verify({ ...callback, rawBody: Buffer.alloc(0) }),
            atMs(3_600_000),
            atMs(-3_600_000),
            // Redirected to another account's address.
            subject.of(otherAccount).verifyCallback({ ...callback, path, nowMs: subject.nowMs() }),
          ]);
          expect(refused.map(({ kind }) => kind)).toEqual(refused.map(() => "refused"));
        },
      );

      itIf(can.callbacks === "OPAQUE")(
        "are believed in nothing but the id in their address: without it they are refused",
        async () => {
          const one = await paid();
          const callback = required(subject.takeCallbacks()[0] ?? null);
          expect((await verify({ ...callback, receivedOpaque: null })).kind).toBe("refused");
          const lie = Buffer.from('{"status":"FAILED","externalId":"another"}');
          for (const rawBody of [lie, Buffer.alloc(0), Buffer.from("<html>")])
            expect(await verify({ ...callback, rawBody })).toEqual(naming("payment", one));
        },
      );
    });

    describeIf(can.cancel)("a cancellation", () => {
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
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([]);
      });

      it("comes too late for a payment that succeeded", async () => {
        const one = await paid();
        expect((await calls().cancel(questionOf(one))).kind).toBe("succeeded");
        expect(await subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
      });

      it("of an unknown reference is not found, and of a silent network unknown", async () => {
        const one = unsent();
        expect(await calls().cancel(lateQuestionOf(one))).toMatchObject(unheardOf());
        subject.network.failNext("TIMEOUT_BEFORE");
        expect((await calls().cancel(questionOf(one))).kind).toBe("unknown");
      });
    });

    describeIf(can.refund !== "NONE")("refunds", () => {
      const refundOf = (charge: StartRequest, minor = charge.amount.minor): RefundQuestion => {
        const ids = newIds();
        const amount = money(minor, charge.amount.currency);
        const payment = questionOf(charge);
        return { ...ids, amount, startedAtMs: subject.nowMs(), handle: null, payment };
      };
      const refund = (charge: StartRequest, one: RefundQuestion) =>
        kept(
          one.ownId,
          calls().refund({ ...one, payer: charge.payer, callbackUrl: subject.callbackUrl(one.ownId) }),
        );
      const queryRefund = (one: RefundQuestion) =>
        kept(one.ownId, calls().queryRefund({ ...one, handle: handles.get(one.ownId) ?? null }));
      /** A share that can be refunded more than once; the whole amount if only that is possible. */
      const shareOf = ({ amount: { minor } }: StartRequest) =>
        can.refund === "FULL" ? minor : (minor * 3n) / 5n;

      it("give back what was taken, in parts where the rail can, each once", async () => {
        const charge = await paid();
        const whole = charge.amount.minor;
        const parts = can.refund === "FULL" ? [whole] : [whole / 4n, whole - whole / 4n];
        for (const minor of parts) {
          const one = refundOf(charge, minor);
          expect(["pending", "succeeded"]).toContain((await refund(charge, one)).kind);
          if (subject.lostTransfer === undefined) await refund(charge, one);
          await subject.advance(SETTLED_MS);
          expect(await queryRefund(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
          expect(await subject.moved("REFUND", one.ownId, charge.ownId)).toEqual([one.amount]);
        }
      });

      it("need no handle of the payment: its answers may all have been lost", async () => {
        const charge = await paid();
        const one = refundOf(charge);
        const unheard = { ...one, payment: { ...one.payment, handle: null } };
        expect(["pending", "succeeded"]).toContain((await refund(charge, unheard)).kind);
        await subject.advance(SETTLED_MS);
        expect((await queryRefund(unheard)).kind).toBe("succeeded");
      });

      it("never give back more than was taken, even when they race", async () => {
        if (subject.refundsUnlimited === true) return;
        const charge = await paid();
        const part = shareOf(charge);
        const refunds = Array.from({ length: 5 }, () => refundOf(charge, part));
        const started = await Promise.all(refunds.map((one) => refund(charge, one)));
        await subject.advance(SETTLED_MS);
        const outcomes = await Promise.all(
          refunds.map((one, index) =>
            started[index]?.kind === "failed" ? started[index] : queryRefund(one),
          ),
        );
        const refunded = [money(part, charge.amount.currency)];
        if (subject.refundsByPayment === true) {
          const [one] = refunds;
          expect(await subject.moved("REFUND", one?.ownId ?? "", charge.ownId)).toEqual(refunded);
          return;
        }
        expect(outcomes.filter(({ kind }) => kind === "succeeded")).toHaveLength(1);
        expect(outcomes.filter(({ kind }) => kind === "failed")).toHaveLength(4);
        const moved = await Promise.all(
          refunds.map(({ ownId }) => subject.moved("REFUND", ownId, charge.ownId)),
        );
        expect(moved.flat()).toEqual(refunded);
      });

      it("of a payment that never succeeded fail", async () => {
        const one = required(request("PENDING"));
        await start(one);
        expect((await refund(one, refundOf(one))).kind).toBe("failed");
        const never = unsent();
        expect((await refund(never, refundOf(never))).kind).toBe("failed");
      });

      it.each(answerLost)("whose answer meets %s are unknown and found again", async (fault) => {
        const charge = await paid();
        const one = refundOf(charge);
        // The first call of its kind may need a token.
        await queryRefund(refundOf(charge));
        subject.network.failNext(fault);
        expect((await refund(charge, one)).kind).toBe("unknown");
        await subject.advance(SETTLED_MS);
        expect((await queryRefund(one)).kind).toBe("succeeded");
        subject.network.failNext(fault);
        expect((await queryRefund(one)).kind).toBe("unknown");
      });

      it("are not found under a reference nobody sent", async () => {
        const startedAtMs = subject.nowMs() - subject.lateMs;
        expect(await calls().queryRefund({ ...refundOf(unsent()), startedAtMs })).toMatchObject(noTransfer());
      });
    });

    describeIf(can.payout)("payouts", () => {
      type Payout = TransferQuestion & { readonly wish: "SUCCESS" | "PENDING" | FailureCode };
      const payoutOf = (wish: Payout["wish"]): Payout => {
        const { amount } = required(subject.payoutLike(wish));
        return { ...newIds(), amount, startedAtMs: subject.nowMs(), handle: null, wish };
      };
      const payout = ({ wish, ...one }: Payout) => {
        const callbackUrl = subject.callbackUrl(one.ownId);
        return kept(
          one.ownId,
          calls().payout({ ...one, ...required(subject.payoutLike(wish)), callbackUrl }),
        );
      };
      const queryPayout = ({ wish: _wish, ...one }: Payout) =>
        kept(one.ownId, calls().queryPayout({ ...one, handle: handles.get(one.ownId) ?? null }));

      it("send the amount once, however often they are asked for", async () => {
        const one = payoutOf("SUCCESS");
        // The service repeats none whose id does not protect it.
        const times = subject.lostTransfer === undefined ? 3 : 1;
        await Promise.all(Array.from({ length: times }, () => payout(one)));
        await subject.advance(SETTLED_MS);
        expect(await queryPayout(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
        expect(await subject.moved("PAYOUT", one.ownId)).toEqual([one.amount]);
        if (can.callbacks === "NONE" || subject.silentPayouts === true) return;
        const callback = required(subject.takeCallbacks()[0] ?? null);
        const verdict = await calls().verifyCallback({ ...callback, nowMs: subject.nowMs() });
        expect(verdict).toEqual(naming("payout", one));
      });

      it("fail with the reason when the recipient is not valid", async () => {
        const one = payoutOf("INVALID_RECIPIENT");
        const started = await payout(one);
        await subject.advance(SETTLED_MS);
        const outcome = started.kind === "failed" ? started : await queryPayout(one);
        expect(outcome).toMatchObject({ kind: "failed", failureCode: "INVALID_RECIPIENT" });
        expect(await subject.moved("PAYOUT", one.ownId)).toEqual([]);
      });

      it.each(answerLost)("whose answer meets %s are unknown and found again", async (fault) => {
        const one = payoutOf("SUCCESS");
        // The first call of its kind may need a token.
        await queryPayout(payoutOf("SUCCESS"));
        subject.network.failNext(fault);
        expect((await payout(one)).kind).toBe("unknown");
        await subject.advance(SETTLED_MS);
        expect((await queryPayout(one)).kind).toBe("succeeded");
        subject.network.failNext(fault);
        expect((await queryPayout(one)).kind).toBe("unknown");
      });

      it("are not found under a reference nobody sent", async () => {
        const never = payoutOf("SUCCESS");
        const startedAtMs = subject.nowMs() - subject.lateMs;
        expect(await queryPayout({ ...never, startedAtMs })).toMatchObject(noTransfer());
      });
    });

    describeIf(can.statement || can.balance || can.nameCheck)("what a provider may be able to do", () => {
      itIf(can.statement)("tell its book: every line is what it moved, once, within the period", async () => {
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

      itIf(can.balance)("tell what the account holds, and nothing when it cannot be asked", async () => {
        expect((await calls().balance()).kind).toBe("balances");
        for (const fault of ["TIMEOUT_BEFORE", "ERROR_500", "GARBAGE"] as const) {
          subject.network.failNext(fault);
          expect((await calls().balance()).kind).toBe("unavailable");
        }
      });

      itIf(can.nameCheck)(
        "compare a name with the holder's, and say nothing when it is not asked",
        async () => {
          const payout = required(subject.payoutLike("SUCCESS"));
          const question = { ...payout, currency: payout.amount.currency };
          expect(await calls().verifyBeneficiary(question)).toEqual({ kind: "match" });
          for (const fault of ["TIMEOUT_BEFORE", "ERROR_500", "GARBAGE"] as const) {
            subject.network.failNext(fault);
            expect((await calls().verifyBeneficiary(question)).kind).toBe("unavailable");
          }
        },
      );
    });

    it("prints no credential: a call that fails on our side tells none", async () => {
      const { account } = subject;
      const [first = ""] = Object.keys(account.settings);
      const { [first]: _missing, ...others } = account.settings;
      const outcome = await subject.of({ ...account, settings: others }).query(questionOf(unsent()));
      expect(outcome.kind).toBe("unknown");
      expect(subject.logged()).toContain("provider.call");
      const secrets = settings.filter(({ secret }) => secret);
      for (const { name } of secrets) expect(subject.logged()).not.toContain(account.settings[name]);
    });

    // Last, because it checks all answers above.
    it("gives no failure code that it does not declare, and a handle that can be kept", () => {
      expect([...given].filter((code) => !can.failureCodes.includes(code))).toEqual([]);
      for (const handle of handles.values())
        expect(Object.values(handle).every((value) => typeof value === "string")).toBe(true);
      expect(subject.logged()).not.toContain("provider.handle.refused");
    });
  });
}

/** The value of a wish that this suite requires. */
function required<T>(value: T | null): T {
  if (value === null)
    throw new Error("the provider's sandbox has no such behaviour, and the contract needs it");
  return value;
}

/**
 * A verdict that identifies the operation: by our reference or by its own id, and, if the message says it, with its
 * kind.
 */
function naming(
  subject: "payment" | "payout",
  { reference, ownId }: Pick<StartRequest, "reference" | "ownId">,
) {
  return {
    kind: "accepted",
    subject: expect.toBeOneOf([subject, null]),
    names: expect.toBeOneOf([
      { by: "reference", value: reference },
      { by: "own_id", value: ownId },
    ]),
  };
}
