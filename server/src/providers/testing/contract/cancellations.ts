import { expect, it } from "vitest";
import { type ContractBench, describeIf, required, SETTLED_MS } from "./bench.ts";

/** Payments that are cancelled while they wait. */
export function describeCancellations(bench: ContractBench): void {
  const { can, request, calls, start, query, questionOf, lateQuestionOf, unsent, unheardOf, paid } = bench;

  describeIf(can.cancel)("a cancellation", () => {
    it("ends a payment that waits, for good", async () => {
      const one = required(request("PENDING"));
      await start(one);
      const outcome = await calls().cancel(questionOf(one));
      expect(outcome).toMatchObject({ kind: "failed", failureCode: "PAYMENT_CANCELLED" });
      await bench.subject.advance(SETTLED_MS);
      expect(await query(one)).toMatchObject({
        kind: "failed",
        failureCode: "PAYMENT_CANCELLED",
      });
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([]);
    });

    it("does not change a payment that succeeded", async () => {
      const one = await paid();
      expect((await calls().cancel(questionOf(one))).kind).toBe("succeeded");
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
    });

    it("of an unknown reference is not found, and of a silent network unknown", async () => {
      const one = unsent();
      expect(await calls().cancel(lateQuestionOf(one))).toMatchObject(unheardOf());
      bench.subject.network.failNext("TIMEOUT_BEFORE");
      expect((await calls().cancel(questionOf(one))).kind).toBe("unknown");
    });
  });
}
