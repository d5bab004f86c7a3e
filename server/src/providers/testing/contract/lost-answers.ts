import { describe, expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import type { StartRequest } from "../../provider.ts";
import { answerLost, type ContractBench, describeIf, nothingSent, required, SETTLED_MS } from "./bench.ts";

/** Starts whose answer is lost, and the same start twice: a payer is charged at most once. */
export function describeLostAnswers(bench: ContractBench): void {
  const { can, request, start, query, unheardOf, paid } = bench;

  describeIf(can.calls)("a start whose answer is lost", () => {
    /** Unknown as long as the start may be on its way, then failed; and nothing was taken. */
    const expectEnded = async (one: StartRequest): Promise<void> => {
      expect((await query(one)).kind).toBe("unknown");
      await bench.subject.advance(bench.subject.lateMs);
      expect(await query(one)).toMatchObject(unheardOf());
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([]);
    };

    it.each(nothingSent)("%s: not taken, then not found, then sent again and paid once", async (fault) => {
      const one = required(request("SUCCESS"));
      bench.subject.network.failNext(fault);
      // Without a connection no byte has left, and the failure is definite.
      const expected = fault === "REFUSED" ? { failureCode: "PROVIDER_UNAVAILABLE" } : { kind: "unknown" };
      expect(await start(one)).toMatchObject(expected);
      if (bench.subject.lateMs > 0) expect((await query(one)).kind).toBe("unknown");
      await bench.subject.advance(bench.subject.lateMs);
      expect(await query(one)).toMatchObject(unheardOf());
      if (bench.subject.lostStart !== undefined)
        return expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([]);
      await start(one);
      await bench.subject.advance(SETTLED_MS);
      expect((await query(one)).kind).toBe("succeeded");
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
    });

    it.each(answerLost)("%s: unknown, found by our reference, never paid twice", async (fault) => {
      const one = required(request("SUCCESS"));
      bench.subject.network.failNext(fault);
      expect((await start(one)).kind).toBe("unknown");
      if (bench.subject.lostStart === "ENDS") return expectEnded(one);
      expect(["pending", "succeeded"]).toContain((await query(one)).kind);
      if (bench.subject.lostStart === undefined)
        expect(["pending", "succeeded"]).toContain((await start(one)).kind);
      await bench.subject.advance(SETTLED_MS);
      expect((await query(one)).kind).toBe("succeeded");
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
    });

    it("is unknown, never failed, when the answer cannot be read", async () => {
      for (let round = 0; round < 20; round += 1) {
        bench.subject.network.failNext("GARBAGE");
        expect((await start(required(request("SUCCESS")))).kind).toBe("unknown");
      }
    });

    it("is unknown when the answer never ends", async () => {
      const one = required(request("SLOW_DRIP"));
      expect(await start(one)).toMatchObject({ kind: "unknown" });
      if (bench.subject.lostStart === "ENDS") return expectEnded(one);
      expect(["pending", "succeeded"]).toContain((await query(one)).kind);
    });
  });

  describe("the same reference twice", () => {
    it("is one payment, one after the other or at once", async () => {
      // The service never repeats a start of such a provider.
      if (bench.subject.lostStart !== undefined) return;
      const one = required(request("SUCCESS"));
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => start(one)));
      expect(outcomes.every(({ kind }) => kind === "pending" || kind === "succeeded")).toBe(true);
      await bench.subject.advance(SETTLED_MS);
      await start(one);
      await bench.subject.advance(SETTLED_MS);
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
    });

    it("is one payment when the network delivers the request twice", async () => {
      const one = required(request("SUCCESS"));
      bench.subject.network.failNext("DUPLICATE");
      const { kind } = await start(one);
      await bench.subject.advance(SETTLED_MS);
      const moved = await bench.subject.moved("PAYMENT", one.ownId);
      // The answer to the second one may hide the page of the first: then nobody pays.
      const isHidden = bench.subject.lostStart === "ENDS" && kind === "failed";
      expect(moved).toEqual(isHidden ? [] : [one.amount]);
    });

    it("with another amount is no success, and the first payment stays as it is", async () => {
      if (bench.subject.lostStart !== undefined) return;
      const one = await paid();
      const other = { ...one, amount: money(one.amount.minor + 5n, one.amount.currency) };
      // Some providers only say that they know the id: the query then returns what they took.
      expect(["unknown", "pending"]).toContain((await start(other)).kind);
      expect(await query(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
    });
  });
}
