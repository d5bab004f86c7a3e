import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutgoingRequest } from "../../kit/http-out.ts";
import { createIdSource } from "../../kit/ids.ts";
import { money } from "../../kit/money.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { nobody } from "../testing/questions.ts";
import { parseJson } from "./protocol.ts";
import { payerWalletSeeds, seedSimulator } from "./seed.ts";
import { readBook } from "./store.ts";
import { mtn, openTestWorld, type TestWorld } from "./test-world.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(async () => {
  await world?.close();
});

const call = async (path: string, change: Partial<OutgoingRequest> = {}) => {
  const response = await world.http({
    method: "GET",
    url: `${world.publicUrl}/v1${path}`,
    headers: {
      authorization: `Bearer ${world.account.settings.apiKey ?? ""}`,
      "content-type": "application/json",
    },
    timeoutMs: 5_000,
    responseBytesMax: 100_000,
    ...change,
  });
  return { status: response.status, body: parseJson(response.body) };
};
const post = (text: string) => call("/payments", { method: "POST", body: text });

describe("the simulator's API", () => {
  it("401: without a key, with a wrong one, with another scheme", async () => {
    for (const authorization of [
      undefined,
      "",
      "Bearer ",
      "Bearer nope",
      `Basic ${world.account.settings.apiKey}`,
    ]) {
      const headers = authorization === undefined ? {} : { authorization };
      expect(await call("/payments/x", { headers })).toMatchObject({
        status: 401,
        body: { error: { code: "UNAUTHORIZED" } },
      });
    }
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["nothing", "null"],
    ["a number as amount", orderBody({ amount: 5000 })],
    ["zero", orderBody({ amount: "0" })],
    ["a decimal", orderBody({ amount: "50.00" })],
    ["an unknown currency", orderBody({ currency: "XXX" })],
    ["an unknown method", orderBody({ method: "CASH" })],
    ["a national phone", orderBody({ phone: "0504030789" })],
    ["a script as address", orderBody({ returnUrl: "javascript:alert(1)" })],
    ["half an address", orderBody({ returnUrl: "https://" })],
    ["a time that is none", orderBody({ expiresAt: "2026-13-41T25:00:00Z" })],
    ["an unknown field", orderBody({ colour: "red" })],
    ["a reference with a slash", orderBody({ reference: "../x" })],
    ["a prototype", '{"__proto__":{"reference":"x"}}'],
  ])("400: %s", async (_name, text) => {
    expect((await post(text)).status).toBe(400);
  });

  it("404, 409, 413, 415: unknown reference, reused reference, too much, another type", async () => {
    expect(await call("/payments/none")).toMatchObject({
      status: 404,
      body: { error: { code: "NOT_FOUND" } },
    });
    expect((await post(orderBody())).status).toBe(202);
    expect(await post(orderBody({ amount: "5001" }))).toMatchObject({
      status: 409,
      body: { error: { code: "REFERENCE_REUSED" } },
    });
    expect((await post(orderBody({ title: "x".repeat(70_000) }))).status).toBe(413);
    const headers = {
      authorization: `Bearer ${world.account.settings.apiKey ?? ""}`,
      "content-type": "text/xml",
    };
    expect((await call("/payments", { method: "POST", body: "<a/>", headers })).status).toBe(415);
  });
});

describe("what the simulator keeps", () => {
  it("no phone, PIN, key, secret or return address in clear, in any table", async () => {
    await world.start({ reference: world.newReference(), payer: mtn("789") });
    const dumps = await Promise.all(
      ["accounts", "wallets", "operations", "book", "bank_entries", "callbacks"].map((table) =>
        world.owner.query<{ row: string }>({ text: `select t::text as row from simulator.${table} t` }),
      ),
    );
    const dump = dumps
      .flat()
      .map(({ row }) => row)
      .join("\n");
    expect(dump).toContain("789");
    const { apiKey = "?", callbackSecret = "?" } = world.account.settings;
    const planted = [
      apiKey,
      callbackSecret,
      "cs_secret",
      "504030789",
      "50403078",
      ...payerWalletSeeds.map(({ phone }) => phone.slice(4)),
    ];
    for (const secret of planted) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(Buffer.from(secret).toString("hex"));
    }
  });

  it("a book that the service itself can neither change nor shorten", async () => {
    await world.start({ reference: world.newReference(), payer: mtn("279") });
    for (const text of ["update simulator.book set amount = 1", "delete from simulator.book"]) {
      await expect(world.db.query({ text })).rejects.toThrow(/permission denied/);
    }
    expect((await readBook(world.db, world.account.id)).length).toBeGreaterThan(0);
  });
});

describe("payer wallets", () => {
  it("are seeded once: a second seed keeps ids and balances and takes the new secret", async () => {
    const { id, settings } = world.account;
    const random = createSeededRandom(99);
    const deps = {
      clock: world.clock,
      random,
      ids: createIdSource(world.clock, random),
      keyring: world.keyring,
    };
    const again = await seedSimulator(
      world.db,
      { id, apiKey: settings.apiKey ?? "", callbackSecret: settings.callbackSecret ?? "" },
      deps,
    );
    expect(again.payerWallets).toEqual(world.payerWallets);
    expect(again.payerWallets.map(({ currency, balance }) => `${currency} ${balance}`)).toEqual([
      "XOF 1000000",
      "XOF 0",
      "XOF 1000000",
      "EUR 10000.00",
      "EUR 0.00",
      "EUR 10000.00",
    ]);
  });

  it.each([
    ["a frozen wallet", 2, "XOF", "RISK_BLOCKED"],
    ["a currency it does not hold", 0, "USD", "INVALID_CURRENCY"],
  ] as const)("refuse %s in the answer", async (_name, index, currency, failureCode) => {
    const phone = world.payerWallets[index]?.phone ?? null;
    const outcome = await world.start({
      reference: world.newReference(),
      method: "WALLET",
      amount: money(500n, currency),
      payer: { ...nobody, phone },
    });
    expect(outcome).toMatchObject({ kind: "failed", failureCode });
  });

  it("are not found by another account, nor under a made-up id", async () => {
    const walletId = world.payerWallets[0]?.walletId ?? null;
    const request = (payer: typeof nobody) => ({
      reference: world.newReference(),
      method: "WALLET" as const,
      payer,
    });
    for (const wrong of ["pw_", "pw_00000000000000000000000000000000", "' or 1=1", "wal_1"]) {
      const outcome = await world.start(request({ ...nobody, walletId: wrong }));
      expect(outcome).toMatchObject({ kind: "failed", failureCode: "PAYER_NOT_FOUND" });
    }
    expect((await world.start(request({ ...nobody, walletId }))).kind).toBe("pending");
    const other = await world.owner.query<{ id: string }>({
      text: "select id from simulator.wallets where account_id = $1 limit 1",
      values: [world.otherAccount.id],
    });
    const foreign = `pw_${(other[0]?.id ?? "").replaceAll("-", "")}`;
    expect(await world.start(request({ ...nobody, walletId: foreign }))).toMatchObject({
      failureCode: "PAYER_NOT_FOUND",
    });
  });
});

/** A start as it goes over the wire. */
function orderBody(change: object = {}): string {
  return JSON.stringify({
    reference: "ref-1",
    method: "MOBILE_MONEY",
    amount: "5000",
    currency: "XOF",
    phone: "+2250504030789",
    operator: "MTN",
    country: "CI",
    otp: null,
    walletId: null,
    cardToken: null,
    qrScheme: null,
    title: "Panier",
    locale: "fr",
    returnUrl: "https://merchant.example",
    callbackUrl: "http://127.0.0.1:9/callbacks",
    expiresAt: "2026-11-21T08:30:00Z",
    ...change,
  });
}
