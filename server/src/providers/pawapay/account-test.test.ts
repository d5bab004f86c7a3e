import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { createHttpOut, type Egress } from "../../http-out/index.ts";
import { createManualClock } from "../../kit/clock.ts";
import { HttpOutError, type OutgoingResponse } from "../../kit/http-out.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../stand-ins/open.ts";
import type { ProviderCall } from "../provider.ts";
import { readBalances, testAccount } from "./account-test.ts";
import { pawapayStandIn } from "./stand-in/index.ts";

const clock = createManualClock(Date.UTC(2026, 10, 21, 8));
let standIn: RunningStandIn;
let egress: Egress;
beforeAll(async () => {
  standIn = await openStandIn(pawapayStandIn, { clock, random: createSeededRandom(1) });
  egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
});
afterAll(async () => {
  await standIn?.close();
  await egress?.close();
});

const limits = { timeoutMs: 1_000, responseBytesMax: 2_000_000 };
const callOf = (
  settings: Readonly<Record<string, string>>,
  mode: "LIVE" | "SANDBOX" = "LIVE",
): ProviderCall => ({
  account: { id: "a", provider: "pawapay", mode, settings },
  nowMs: clock.nowMs(),
  http: (request) => egress.trusted({ ...limits, ...request }),
});
const first = () => pawapayStandIn.accountSettings(standIn.url, "first");
const second = () => pawapayStandIn.accountSettings(standIn.url, "second");
const answering = (status: number, json: unknown): ProviderCall => ({
  ...callOf({ apiToken: "token-of-a-test" }),
  http: async (): Promise<OutgoingResponse> => ({
    status,
    headers: {},
    body: Buffer.from(JSON.stringify(json)),
    cut: false,
  }),
});

describe("the test of an account", () => {
  it("passes for a right token, and for one that signs as it must", async () => {
    expect(await testAccount(callOf(first()))).toEqual({ kind: "passed" });
    expect(await testAccount(callOf(second()))).toEqual({ kind: "passed" });
  });

  it.each([
    ["LIVE", "live"],
    ["SANDBOX", "sandbox"],
  ] as const)("says that a token is refused, and which one is needed in %s", async (mode, word) => {
    const outcome = await testAccount(callOf({ ...first(), apiToken: "another-token" }, mode));
    expect(outcome).toMatchObject({ kind: "problem", problem: "KEY_REFUSED" });
    expect(outcome.kind === "problem" && outcome.sentence).toContain(word);
  });

  it("says that requests must be signed, and when they cannot be", async () => {
    const { signRequests: _on, ...unsigned } = second();
    expect(await testAccount(callOf(unsigned))).toMatchObject({ problem: "SETTING" });
    const { requestPrivateKey: _key, ...keyless } = second();
    expect(await testAccount(callOf(keyless))).toMatchObject({ problem: "SETTING" });
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    const requestPrivateKey = rsa.export({ type: "pkcs8", format: "pem" }).toString();
    expect(await testAccount(callOf({ ...second(), requestPrivateKey }))).toMatchObject({
      sentence: "settings.requestPrivateKey must be a key on the curve P-256.",
    });
  });

  it("says that no deposit is switched on, and that an answer is no configuration", async () => {
    expect(await testAccount(answering(200, { countries: [] }))).toMatchObject({ problem: "NOT_PERMITTED" });
    expect(await testAccount(answering(200, { hello: 1 }))).toMatchObject({ problem: "UNEXPECTED_ANSWER" });
    expect(await testAccount(answering(404, {}))).toMatchObject({ problem: "UNEXPECTED_ANSWER" });
  });

  it("leaves a network that fails to its caller", async () => {
    const call = callOf({ ...first(), baseUrl: "http://127.0.0.1:9" });
    await expect(testAccount(call)).rejects.toBeInstanceOf(HttpOutError);
  });
});

describe("the balances of an account", () => {
  it("are left out in a currency that the service does not know, and never guessed", async () => {
    const wallets = (balances: unknown) => readBalances(answering(200, { balances }));
    const zambia = { country: "ZMB", balance: "5.00", currency: "ZZZ", provider: "" };
    const ivory = { country: "CIV", balance: "5.00", currency: "XOF", provider: "MTN_MOMO_CIV" };
    expect(await wallets([zambia, ivory])).toEqual({
      kind: "balances",
      balances: [{ wallet: "CIV MTN_MOMO_CIV", available: { minor: 5n, currency: "XOF" } }],
    });
    expect(await wallets([{ ...ivory, balance: "about five" }])).toEqual({
      kind: "unavailable",
      reason: "unreadable",
    });
    expect(await wallets("none")).toEqual({ kind: "unavailable", reason: "unreadable" });
  });
});
