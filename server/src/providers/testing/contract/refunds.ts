import { expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import type { RefundQuestion, StartRequest } from "../../provider.ts";
import { answerLost, type ContractBench, describeIf, required, SETTLED_MS } from "./bench.ts";

/** Money that goes back: never more than was taken, and once. */
export function describeRefunds(bench: ContractBench): void {
  const { can, request, calls, start, questionOf, unsent, noTransfer, paid, kept, handles, newIds } = bench;

  describeIf(can.refund !== "NONE")("refunds", () => {
    const refundOf = (charge: StartRequest, minor = charge.amount.minor): RefundQuestion => {
      const ids = newIds();
      const amount = money(minor, charge.amount.currency);
      const payment = questionOf(charge);
      return { ...ids, amount, startedAtMs: bench.subject.nowMs(), handle: null, payment };
    };
    const refund = (charge: StartRequest, one: RefundQuestion) =>
      kept(
        one.ownId,
        calls().refund({ ...one, payer: charge.payer, callbackUrl: bench.subject.callbackUrl(one.ownId) }),
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
        if (bench.subject.lostTransfer === undefined) await refund(charge, one);
        await bench.subject.advance(SETTLED_MS);
        expect(await queryRefund(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
        expect(await bench.subject.moved("REFUND", one.ownId, charge.ownId)).toEqual([one.amount]);
      }
    });

    it("need no handle of the payment, since all its answers may have been lost", async () => {
      const charge = await paid();
      const one = refundOf(charge);
      const unheard = { ...one, payment: { ...one.payment, handle: null } };
      expect(["pending", "succeeded"]).toContain((await refund(charge, unheard)).kind);
      await bench.subject.advance(SETTLED_MS);
      expect((await queryRefund(unheard)).kind).toBe("succeeded");
    });

    it("never give back more than was taken, even when they race", async () => {
      if (bench.subject.refundsUnlimited === true) return;
      const charge = await paid();
      const part = shareOf(charge);
      const refunds = Array.from({ length: 5 }, () => refundOf(charge, part));
      const started = await Promise.all(refunds.map((one) => refund(charge, one)));
      await bench.subject.advance(SETTLED_MS);
      const outcomes = await Promise.all(
        refunds.map((one, index) => (started[index]?.kind === "failed" ? started[index] : queryRefund(one))),
      );
      const refunded = [money(part, charge.amount.currency)];
      if (bench.subject.refundsByPayment === true) {
        const [one] = refunds;
        expect(await bench.subject.moved("REFUND", one?.ownId ?? "", charge.ownId)).toEqual(refunded);
        return;
      }
      expect(outcomes.filter(({ kind }) => kind === "succeeded")).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === "failed")).toHaveLength(4);
      const moved = await Promise.all(
        refunds.map(({ ownId }) => bench.subject.moved("REFUND", ownId, charge.ownId)),
      );
      expect(moved.flat()).toEqual(refunded);
    });

    it("of a payment that never succeeded give nothing back", async () => {
      const waiting = required(request("PENDING"));
      await start(waiting);
      for (const charge of [waiting, unsent()]) {
        const one = refundOf(charge);
        const outcome = await refund(charge, one);
        // Without a payer there is no account to send it to: it waits for one, and nothing is sent.
        const isHeld = outcome.kind === "pending" && outcome.needs === "RECIPIENT_ACCOUNT";
        expect(isHeld ? "failed" : outcome.kind).toBe("failed");
        await bench.subject.advance(SETTLED_MS);
        expect(await bench.subject.moved("REFUND", one.ownId, charge.ownId)).toEqual([]);
      }
    });

    const lost = can.calls ? answerLost : [];
    it.each(lost)("whose answer meets %s are unknown and found again", async (fault) => {
      const charge = await paid();
      const one = refundOf(charge);
      // The first call of its kind may need a token.
      await queryRefund(refundOf(charge));
      bench.subject.network.failNext(fault);
      expect((await refund(charge, one)).kind).toBe("unknown");
      await bench.subject.advance(SETTLED_MS);
      expect((await queryRefund(one)).kind).toBe("succeeded");
      bench.subject.network.failNext(fault);
      expect((await queryRefund(one)).kind).toBe("unknown");
    });

    it("are not found under an unknown reference", async () => {
      const startedAtMs = bench.subject.nowMs() - bench.subject.lateMs;
      expect(await calls().queryRefund({ ...refundOf(unsent()), startedAtMs })).toMatchObject(noTransfer());
    });
  });
}
