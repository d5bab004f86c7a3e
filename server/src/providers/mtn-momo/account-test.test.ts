import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { createHttpOut } from "../../http-out/index.ts";
import { createManualClock } from "../../kit/clock.ts";
import { HttpOutError } from "../../kit/http-out.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../stand-ins/open.ts";
import { callTerms, watchCall } from "../exchanges.ts";
import type { AccountTest } from "../provider.ts";
import { createMtnMomoConnector, MTN_MOMO } from "./connector.ts";
import { mtnMomoStandIn } from "./stand-in.ts";

const clock = createManualClock(Date.UTC(2026, 10, 21));
const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
let standIn: RunningStandIn;
beforeAll(async () => {
  standIn = await openStandIn(mtnMomoStandIn, { clock, random: createSeededRandom(3) });
});
afterAll(async () => {
  await standIn?.close();
  await egress.close();
});

/** Tests an account whose settings differ in `change` from those that the stand-in knows; null removes one. */
async function test(
  change: Readonly<Record<string, string | null>> = {},
  mode: Mode = "LIVE",
): Promise<AccountTest> {
  const settings = { ...mtnMomoStandIn.accountSettings(standIn.url, "first"), ...change };
  const kept = Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  const connector = createMtnMomoConnector();
  const account = { id: "a", provider: MTN_MOMO, mode, settings: Object.fromEntries(kept) };
  const { call } = watchCall({ httpOut: egress.trusted, clock }, callTerms(connector, account));
  return connector.test?.(call) ?? expect.fail("it can be tested");
}
const noDisbursement = {
  disbursementSubscriptionKey: null,
  disbursementApiUser: null,
  disbursementApiKey: null,
};

describe("the test of an account", () => {
  it("passes with the keys of both products, and with those of Collection alone", async () => {
    expect(await test()).toEqual({ kind: "passed" });
    expect(await test(noDisbursement)).toEqual({ kind: "passed" });
    expect(await test({ targetEnvironment: "sandbox" }, "SANDBOX")).toEqual({ kind: "passed" });
  });

  it.each([
    [{ collectionApiKey: "wrong" }, "KEY_REFUSED", "keys of Collection"],
    [{ collectionSubscriptionKey: "wrong" }, "KEY_REFUSED", "keys of Collection"],
    [{ disbursementApiUser: "wrong" }, "KEY_REFUSED", "keys of Disbursement"],
    [{ disbursementApiUser: null }, "SETTING", "set disbursementApiUser too"],
    [
      { ...noDisbursement, disbursementApiKey: "k" },
      "SETTING",
      "disbursementSubscriptionKey and disbursementApiUser",
    ],
    [{ targetEnvironment: "sandbox" }, "WRONG_ENVIRONMENT", "live account cannot use"],
    [{ targetEnvironment: "mtnatlantis" }, "WRONG_ENVIRONMENT", "one of sandbox, mtnivorycoast"],
  ])("with %j finds %s", async (change, problem, words) => {
    const found = await test(change);
    expect(found).toMatchObject({ kind: "problem", problem });
    expect(found.kind === "problem" && found.sentence).toContain(words);
  });

  it.each([
    ["ERROR_BEFORE", "UNEXPECTED_ANSWER", "answered 503"],
    ["HTML", "UNEXPECTED_ANSWER", "answered 200"],
  ] as const)("whose balance meets %s finds %s", async (fault, problem, words) => {
    standIn.faults.next(fault, { path: /balance$/ });
    const found = await test();
    expect(found).toMatchObject({ kind: "problem", problem });
    expect(found.kind === "problem" && found.sentence).toContain(words);
  });

  it("says nothing about a network that fails: that is the caller's to explain", async () => {
    await expect(test({ baseUrl: "http://127.0.0.1:9" })).rejects.toThrow(HttpOutError);
  });

  it("moves no money and prints no key", async () => {
    const found = JSON.stringify([await test({ collectionApiKey: "planted-secret" }), await test()]);
    expect(found).not.toMatch(/planted-secret|demo-/);
    expect(standIn.book.list()).toEqual([]);
  });
});
