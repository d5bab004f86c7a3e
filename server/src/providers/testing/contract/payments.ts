import { describe, expect, it } from "vitest";
import { settingsProblems } from "../../settings.ts";
import { type ContractBench, required, SETTLED_MS } from "./bench.ts";

/** What a payment comes to when the network works: success, refusal, waiting. */
export function describePayments(bench: ContractBench): void {
  const { can, request, start, query, paid } = bench;
  const { settings, modes } = bench.terms;

  describe("what its accounts need", () => {
    it("is declared, and this account has it", () => {
      expect(modes.length).toBeGreaterThan(0);
      const names = settings.map((setting) => setting.name);
      expect(new Set(names).size).toBe(names.length);
      // Where nothing is called and no message is signed, there is nothing to prove, and nothing secret.
      expect(settings.some(({ secret }) => secret)).toBe(can.calls || can.callbacks === "SIGNED");
      const own = Object.entries(bench.subject.account.settings).filter(([name]) => names.includes(name));
      expect(settingsProblems(settings, Object.fromEntries(own), true)).toEqual([]);
    });
  });

  describe("success", () => {
    it("is reported with the amount that was taken and a number the payer can read", async () => {
      const one = required(request("SUCCESS"));
      expect(["pending", "succeeded"]).toContain((await start(one)).kind);
      await bench.subject.advance(SETTLED_MS);
      const outcome = await query(one);
      expect(outcome).toMatchObject({ kind: "succeeded", amount: one.amount });
      expect(outcome.kind === "succeeded" && outcome.transactionId.length).toBeGreaterThan(3);
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
    });

    it("stays what it is when it is asked about again", async () => {
      const one = await paid();
      const first = await query(one);
      await bench.subject.advance(60_000);
      expect(await query(one)).toEqual(first);
    });
  });

  describe("refusal", () => {
    it.each(can.failureCodes)("%s comes out as that code and takes nothing", async (failureCode) => {
      const one = request(failureCode);
      // Some codes are those of payouts only: they are tried there.
      if (one === null) return expect(bench.subject.payoutLike(failureCode)).not.toBeNull();
      const started = await start(one);
      await bench.subject.advance(SETTLED_MS);
      // After a refusal in the answer to the start, the provider may say nothing more about it.
      const outcome = started.kind === "failed" ? started : await query(one);
      expect(outcome).toMatchObject({ kind: "failed", failureCode });
      expect(outcome.kind === "failed" && outcome.providerCode).not.toBe("");
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([]);
    });
  });

  describe("pending", () => {
    it("says what the payer does next, and lasts", async () => {
      const one = required(request("PENDING"));
      const outcome = await start(one);
      expect(outcome.kind).toBe("pending");
      await bench.subject.advance(SETTLED_MS);
      expect((await query(one)).kind).toBe("pending");
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([]);
    });
  });
}
