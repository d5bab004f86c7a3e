import { expect, it } from "vitest";
import type { NameVerdict } from "../../providers/provider.ts";
import { judgeName, NAME_CHECK_GIVES_UP_MS, nameCheckDelayMs, nextCheckAt } from "./beneficiary-rules.ts";

/** No beneficiary becomes payable against the provider's answer, and none is rejected by its silence. */
it.each<[string, NameVerdict | null, string | null, string, string | null]>([
  ["nobody can tell", null, "verify", "NOT_CHECKED", null],
  ["it is the holder's", { kind: "match" }, "verify", "MATCH", null],
  [
    "it is nearly the holder's",
    { kind: "close_match", registeredName: "KONE AWA" },
    "verify",
    "CLOSE_MATCH",
    null,
  ],
  ["it is somebody else's", { kind: "mismatch" }, "reject", "MISMATCH", "NAME_MISMATCH"],
  ["it is nobody's", { kind: "no_account" }, "reject", "MISMATCH", "ACCOUNT_NOT_FOUND"],
  ["the provider does not know the name", { kind: "not_known" }, null, "NOT_KNOWN", null],
  ["the provider is silent", { kind: "unavailable", reason: "time-out" }, null, "UNAVAILABLE", null],
])("%s", (_name, verdict, event, nameCheck, rejectionReason) => {
  expect(judgeName(verdict)).toMatchObject({ event, nameCheck, rejectionReason });
});

it("only a name that is nearly right is shown as the provider has it, with a warning", () => {
  const close = judgeName({ kind: "close_match", registeredName: "KONE AWA" });
  expect([close.registeredName, close.warnings]).toEqual(["KONE AWA", ["NAME_CLOSE_MATCH"]]);
  expect([judgeName({ kind: "match" }).registeredName, judgeName(null).warnings]).toEqual([null, []]);
});

it("is asked again less and less often, and some hundred times before it is given up", () => {
  const delays = [0, 1, 2, 3, 4, 100].map(nameCheckDelayMs);
  expect(delays).toEqual([...delays].sort((left, right) => left - right));
  expect(NAME_CHECK_GIVES_UP_MS / nameCheckDelayMs(100)).toBeGreaterThan(100);
});

it("asks the provider again only when it did not answer", () => {
  const next = (verdict: NameVerdict | null) => nextCheckAt(judgeName(verdict), 0, 1_000);
  expect(next({ kind: "unavailable", reason: "time-out" })).toBe(1_000 + nameCheckDelayMs(0));
  expect([
    next(null),
    next({ kind: "match" }),
    next({ kind: "mismatch" }),
    next({ kind: "not_known" }),
  ]).toEqual([null, null, null, null]);
  expect(judgeName({ kind: "not_known" }).warnings).toEqual(["NAME_NOT_KNOWN"]);
});
