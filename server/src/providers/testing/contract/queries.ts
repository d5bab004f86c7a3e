import { expect, it } from "vitest";
import { answerLost, type ContractBench, describeIf, itIf, nothingSent } from "./bench.ts";

/** What is asked about a payment, and never believed when the network or a key fails. */
export function describeQueries(bench: ContractBench): void {
  const { can, calls, query, questionOf, lateQuestionOf, unsent, unheardOf, paid } = bench;

  itIf(!can.calls)("a query shows nothing of another account's payments", async () => {
    const one = await paid();
    expect((await bench.subject.of(bench.subject.otherAccount).query(questionOf(one))).kind).toBe("pending");
  });

  describeIf(can.calls)("a query", () => {
    it("about an unknown reference says not found, or that nothing was taken", async () => {
      expect(await calls().query(lateQuestionOf(unsent()))).toMatchObject(unheardOf());
    });

    it.each([...nothingSent, ...answerLost])(
      "that meets %s is unknown: neither failed nor not found",
      async (fault) => {
        const one = await paid();
        bench.subject.network.failNext(fault);
        expect((await query(one)).kind).toBe("unknown");
        expect((await query(one)).kind).toBe("succeeded");
      },
    );

    it("with a key that the provider refuses is unknown", async () => {
      const one = await paid();
      expect((await bench.subject.of(bench.subject.stranger).query(questionOf(one))).kind).toBe("unknown");
    });

    it("shows nothing of another account's payments", async () => {
      const one = await paid();
      const elsewhere = () => bench.subject.of(bench.subject.otherAccount);
      const { kind } = await elsewhere().query(lateQuestionOf(one));
      // What has been shown to a payer is never declared unpaid because a key does not see it.
      expect(kind).toBeOneOf(bench.subject.lostStart === undefined ? ["not_found", "unknown"] : ["unknown"]);
      const unshown = { ...lateQuestionOf(one), handle: null };
      expect(await elsewhere().query(unshown)).toMatchObject(unheardOf());
    });
  });
}
