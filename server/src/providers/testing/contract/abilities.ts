import { expect } from "vitest";
import { type ContractBench, describeIf, itIf, required } from "./bench.ts";

/** What a provider may offer beside payments: its statement, its balance, the check of a name. */
export function describeAbilities(bench: ContractBench): void {
  const { can, calls, paid } = bench;

  describeIf(can.statement || can.balance || can.nameCheck)("what a provider may be able to do", () => {
    itIf(can.statement)("its statement lists each movement of the period once", async () => {
      const fromMs = bench.subject.nowMs();
      const one = await paid();
      const toMs = bench.subject.nowMs() + 1;
      const told = await calls().statement(fromMs, toMs);
      const lines = told.kind === "lines" ? told.lines : [];
      expect(lines.filter(({ reference }) => reference === one.reference)).toMatchObject([
        { type: "PAYMENT", status: "SUCCEEDED", amount: one.amount },
      ]);
      const within = ({ occurredAtMs }: { readonly occurredAtMs: number }) =>
        occurredAtMs >= fromMs && occurredAtMs < toMs;
      expect(lines.every(within)).toBe(true);
      expect(await calls().statement(toMs + 1, toMs + 2)).toEqual({ kind: "lines", lines: [] });
      bench.subject.network.failNext("ERROR_500");
      expect((await calls().statement(fromMs, toMs)).kind).toBe("unavailable");
    });

    itIf(can.balance)(
      "its balance is what the account holds, and unavailable when the call fails",
      async () => {
        expect((await calls().balance()).kind).toBe("balances");
        for (const fault of ["TIMEOUT_BEFORE", "ERROR_500", "GARBAGE"] as const) {
          bench.subject.network.failNext(fault);
          expect((await calls().balance()).kind).toBe("unavailable");
        }
      },
    );

    itIf(can.nameCheck)(
      "its name check compares a name with the holder's, and is unavailable when the call fails",
      async () => {
        const payout = required(bench.subject.payoutLike("SUCCESS"));
        const question = { ...payout, currency: payout.amount.currency };
        expect(await calls().verifyBeneficiary(question)).toEqual({ kind: "match" });
        for (const fault of ["TIMEOUT_BEFORE", "ERROR_500", "GARBAGE"] as const) {
          bench.subject.network.failNext(fault);
          expect((await calls().verifyBeneficiary(question)).kind).toBe("unavailable");
        }
      },
    );
  });
}
