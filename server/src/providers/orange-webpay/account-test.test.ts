import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { createHttpOut } from "../../http-out/index.ts";
import { createManualClock } from "../../kit/clock.ts";
import { HttpOutError } from "../../kit/http-out.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../stand-ins/open.ts";
import { callTerms, watchCall } from "../exchanges.ts";
import type { AccountTest, ProviderAccount } from "../provider.ts";
import { settingsProblems } from "../settings.ts";
import { createOrangeWebpayConnector, ORANGE_WEBPAY } from "./connector.ts";
import { orangeAccountTerms, orangeSettings } from "./settings.ts";
import { orangeWebpayStandIn } from "./stand-in.ts";

const clock = createManualClock(Date.UTC(2026, 10, 21));
const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
let standIn: RunningStandIn;
beforeAll(async () => {
  standIn = await openStandIn(orangeWebpayStandIn, { clock, random: createSeededRandom(3) });
});
afterAll(async () => {
  await standIn?.close();
  await egress.close();
});

async function test(
  change: Readonly<Record<string, string>> = {},
  mode: ProviderAccount["mode"] = "LIVE",
): Promise<AccountTest> {
  const settings = { ...orangeWebpayStandIn.accountSettings(standIn.url, "first"), ...change };
  const connector = createOrangeWebpayConnector();
  const account = { id: "a", provider: ORANGE_WEBPAY, mode, settings };
  const { call } = watchCall({ httpOut: egress.trusted, clock }, callTerms(connector, account));
  return connector.test?.(call) ?? expect.fail("it can be tested");
}

describe("the test of an account", () => {
  it("passes with the application's keys, in a live country and in the sandbox", async () => {
    expect(await test()).toEqual({ kind: "passed" });
    expect(await test({ country: "dev" }, "SANDBOX")).toEqual({ kind: "passed" });
  });

  it.each([
    [{ clientSecret: "wrong" }, "LIVE", "KEY_REFUSED", "clientId and clientSecret"],
    [{ country: "dev" }, "LIVE", "WRONG_ENVIRONMENT", "country must be dev"],
    [{ country: "sn" }, "SANDBOX", "WRONG_ENVIRONMENT", "country must be dev"],
  ] as const)("with %j in an account that is %s finds %s", async (change, mode, problem, words) => {
    const found = await test(change, mode);
    expect(found).toMatchObject({ kind: "problem", problem });
    expect(found.kind === "problem" && found.sentence).toContain(words);
  });

  it("says that Orange has trouble, and nothing about a network that fails", async () => {
    standIn.faults.next("ERROR_BEFORE", { path: /transactionstatus$/ });
    expect(await test()).toMatchObject({ problem: "UNEXPECTED_ANSWER" });
    await expect(test({ baseUrl: "http://127.0.0.1:9" })).rejects.toThrow(HttpOutError);
  });

  it("finds an application that may not use the product", async () => {
    standIn.faults.next("EXPIRED_TOKEN", { path: /transactionstatus$/, times: 2 });
    expect(await test()).toMatchObject({ problem: "NOT_PERMITTED" });
  });
});

describe("the settings of an account", () => {
  const settings = { country: "cm", clientId: "client", clientSecret: "secret", merchantKey: "merchant" };

  it("are all required but the address, and the country is one that Orange serves", () => {
    expect(settingsProblems(orangeSettings, settings)).toEqual([]);
    expect(settingsProblems(orangeSettings, {}).map(({ path }) => path)).toEqual([
      "settings.country",
      "settings.clientId",
      "settings.clientSecret",
      "settings.merchantKey",
    ]);
    const wrong = settingsProblems(orangeSettings, { ...settings, country: "fr" });
    expect(wrong[0]?.message).toContain("must be one of dev, ci, ");
  });

  it.each([
    ["LIVE", "cm", ["CM"], ["XAF"]],
    ["LIVE", "cd", ["CD"], ["CDF", "USD"]],
    ["LIVE", "dev", [], []],
    ["SANDBOX", "cm", [], []],
    ["SANDBOX", "dev", ["CI", "SN", "ML", "BF", "CM", "GN", "GW", "CD"], ["XOF", "XAF", "GNF", "CDF", "USD"]],
  ] as const)("%s in %s serves Orange in %j", (mode, country, countries, currencies) => {
    const terms = orangeAccountTerms({ mode, settings: { ...settings, country } });
    const methods = countries.length === 0 ? [] : ["MOBILE_MONEY"];
    expect(terms).toMatchObject({ methods, countries, currencies });
    expect(terms.operators).toEqual(
      countries.map((countryCode) => ({
        method: "MOBILE_MONEY",
        operator: "ORANGE",
        countryCode,
        authFlow: "REDIRECT",
        prompt: null,
      })),
    );
  });
});
