import { expect, it } from "vitest";
import type { ContractBench } from "./bench.ts";

/** What a connector lets out: no credential in the log, no failure code that it does not declare. */
export function describeSecrecy(bench: ContractBench): void {
  const { can, given, handles, questionOf, unsent } = bench;

  it("a call that fails on our side logs no credential", async () => {
    const { account } = bench.subject;
    const [first = ""] = Object.keys(account.settings);
    const { [first]: _missing, ...others } = account.settings;
    const outcome = await bench.subject.of({ ...account, settings: others }).query(questionOf(unsent()));
    expect(outcome.kind).toBe("unknown");
    expect(bench.subject.logged()).toContain("provider.call");
    const secrets = bench.terms.settings.filter(({ secret }) => secret);
    for (const { name } of secrets) expect(bench.subject.logged()).not.toContain(account.settings[name]);
  });

  it("gives no failure code that it does not declare, and a handle that can be kept", () => {
    expect([...given].filter((code) => !can.failureCodes.includes(code))).toEqual([]);
    for (const handle of handles.values())
      expect(Object.values(handle).every((value) => typeof value === "string")).toBe(true);
    expect(bench.subject.logged()).not.toContain("provider.handle.refused");
  });
}
