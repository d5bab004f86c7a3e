import { expect, it } from "vitest";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import type { TransferQuestion } from "../../provider.ts";
import { answerLost, type ContractBench, describeIf, naming, required, SETTLED_MS } from "./bench.ts";

/** Money that is sent: once, also when an answer is lost. */
export function describePayouts(bench: ContractBench): void {
  const { can, calls, newIds, noTransfer, kept, handles } = bench;

  describeIf(can.payout)("payouts", () => {
    type Payout = TransferQuestion & { readonly wish: "SUCCESS" | "PENDING" | FailureCode };
    const payoutOf = (wish: Payout["wish"]): Payout => {
      const { amount } = required(bench.subject.payoutLike(wish));
      return { ...newIds(), amount, startedAtMs: bench.subject.nowMs(), handle: null, wish };
    };
    const payout = ({ wish, ...one }: Payout) => {
      const callbackUrl = bench.subject.callbackUrl(one.ownId);
      return kept(
        one.ownId,
        calls().payout({ ...one, ...required(bench.subject.payoutLike(wish)), callbackUrl }),
      );
    };
    const queryPayout = ({ wish: _wish, ...one }: Payout) =>
      kept(one.ownId, calls().queryPayout({ ...one, handle: handles.get(one.ownId) ?? null }));

    it("send the amount once, however often they are ordered", async () => {
      const one = payoutOf("SUCCESS");
      // The service repeats none whose id does not protect it.
      const times = bench.subject.lostTransfer === undefined ? 3 : 1;
      await Promise.all(Array.from({ length: times }, () => payout(one)));
      await bench.subject.advance(SETTLED_MS);
      expect(await queryPayout(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
      expect(await bench.subject.moved("PAYOUT", one.ownId)).toEqual([one.amount]);
      if (can.callbacks === "NONE" || bench.subject.silentPayouts === true) return;
      const callback = required(bench.subject.takeCallbacks()[0] ?? null);
      const verdict = await calls().verifyCallback({ ...callback, nowMs: bench.subject.nowMs() });
      expect(verdict).toEqual(naming("payout", one));
    });

    const expectFailure = async (failureCode: FailureCode): Promise<void> => {
      const one = payoutOf(failureCode);
      const started = await payout(one);
      await bench.subject.advance(SETTLED_MS);
      const outcome = started.kind === "failed" ? started : await queryPayout(one);
      expect(outcome).toMatchObject({ kind: "failed", failureCode });
      expect(outcome.kind === "failed" && outcome.providerCode).not.toBe("");
      expect(await bench.subject.moved("PAYOUT", one.ownId)).toEqual([]);
    };
    it("fail with the reason when the recipient is not valid", () => expectFailure("INVALID_RECIPIENT"));

    it("fail with every code that only payouts have", async () => {
      for (const failureCode of can.failureCodes)
        if (bench.request(failureCode) === null) await expectFailure(failureCode);
    });

    const lost = can.calls ? answerLost : [];
    it.each(lost)("whose answer meets %s are unknown and found again", async (fault) => {
      const one = payoutOf("SUCCESS");
      // The first call of its kind may need a token.
      await queryPayout(payoutOf("SUCCESS"));
      bench.subject.network.failNext(fault);
      expect((await payout(one)).kind).toBe("unknown");
      await bench.subject.advance(SETTLED_MS);
      expect((await queryPayout(one)).kind).toBe("succeeded");
      bench.subject.network.failNext(fault);
      expect((await queryPayout(one)).kind).toBe("unknown");
    });

    it("are not found under an unknown reference", async () => {
      const never = payoutOf("SUCCESS");
      const startedAtMs = bench.subject.nowMs() - bench.subject.lateMs;
      expect(await queryPayout({ ...never, startedAtMs })).toMatchObject(noTransfer());
    });
  });
}
