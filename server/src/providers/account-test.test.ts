import { describe, expect, it } from "vitest";
import { HttpOutError, type OutgoingResponse } from "../kit/http-out.ts";
import { diagnose, testThrough } from "./account-test.ts";
import type { PaymentQuestion, Provider, ProviderCall } from "./provider.ts";
import { paymentQuestion } from "./testing/questions.ts";

const NOW_MS = Date.UTC(2026, 10, 21);
const nothing: PaymentQuestion = paymentQuestion("none" as PaymentQuestion["reference"]);

function callWith(mode: "LIVE" | "SANDBOX", answer: () => OutgoingResponse): ProviderCall {
  const account = { id: "a", provider: "p", mode, settings: {} };
  return { account, nowMs: NOW_MS, http: async () => answer() };
}
const answerAt = (theirMs: number): OutgoingResponse => ({
  status: 200,
  headers: { date: new Date(theirMs).toUTCString() },
  body: Buffer.alloc(0),
  cut: false,
});
/** A connector of which only these functions are called. */
const connector = (functions: Partial<Provider>) => functions as Provider;
const asking = connector({
  test: async ({ http }) => {
    await http({ method: "GET", url: "https://provider.example", headers: {} });
    return { kind: "passed" };
  },
});

describe("what operators are told", () => {
  it.each([
    ["dns", "UNREACHABLE", /host name has no address/],
    ["refused", "UNREACHABLE", /Nothing answers/],
    ["timeout", "UNREACHABLE", /not answer in time/],
    ["reset", "UNREACHABLE", /broke the connection off/],
    ["tls", "CERTIFICATE", /certificate/],
    ["blocked", "SETTING", /not https/],
    ["http_401", "KEY_REFUSED", /credentials \(401\)/],
    ["token_http_401", "KEY_REFUSED", /credentials \(401\)/],
    ["http_403", "NOT_PERMITTED", /\(403\)/],
    ["http_429", "UNREACHABLE", /too often/],
    ["http_503", "UNREACHABLE", /error of its own \(503\)/],
    ["http_404", "UNEXPECTED_ANSWER", /http_404/],
    ["unreadable", "UNEXPECTED_ANSWER", /unreadable/],
  ])("of %s: %s", (reason, problem, sentence) => {
    expect(diagnose(reason).problem).toBe(problem);
    expect(diagnose(reason).sentence).toMatch(sentence);
  });
});

describe("the test of an account", () => {
  it.each([
    ["LIVE", 60_000, "passed"],
    ["LIVE", 121_000, "problem"],
    ["LIVE", -600_000, "problem"],
    ["SANDBOX", 600_000, "passed"],
  ] as const)("%s, with the provider's clock %d ms from ours: %s", async (mode, skewMs, kind) => {
    const result = await testThrough(
      asking,
      callWith(mode, () => answerAt(NOW_MS + skewMs)),
      nothing,
    );
    expect(result.kind).toBe(kind);
    if (result.kind === "problem") {
      expect(result.problem).toBe("CLOCK");
      expect(result.sentence).toContain(skewMs > 0 ? "121 s behind" : "600 s ahead of");
    }
  });

  it.each([
    [{ kind: "not_found" }, "passed"],
    [{ kind: "unknown", reason: "http_401" }, "problem"],
  ] as const)(
    "without a test of the connector, %j to a question about nothing is %s",
    async (outcome, kind) => {
      const asked = connector({ query: async () => outcome });
      const result = await testThrough(
        asked,
        callWith("LIVE", () => answerAt(NOW_MS)),
        nothing,
      );
      expect(result.kind).toBe(kind);
    },
  );

  it("rejects when there is no answer: the caller puts the reason in words", async () => {
    const call = callWith("LIVE", () => {
      throw new HttpOutError("dns", "no address");
    });
    await expect(testThrough(asking, call, nothing)).rejects.toMatchObject({ reason: "dns" });
  });
});
