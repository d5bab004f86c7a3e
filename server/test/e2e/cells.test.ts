import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CellCode } from "../../src/kit/cell.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Two cells as a proxy would find them, each with its own database, and the default one. */
let ci: TestApp;
let sn: TestApp;
let plain: TestApp;
beforeAll(async () => {
  [ci, sn, plain] = await Promise.all([
    startTestApp({ cell: "ci" as CellCode }),
    startTestApp({ cell: "sn" as CellCode }),
    startTestApp(),
  ]);
});
afterAll(() => Promise.all([ci, sn, plain].map((cell) => cell?.stop())));
afterEach(() => expectInvariants(ci.owner));

async function newSession(cell: TestApp) {
  const body = { amount: "5000", currency: "XOF", title: "Commande 1" };
  const { status, body: answer } = await cell.request("POST", "/checkout/sessions", { body });
  expect(status).toBe(201);
  return answer.data;
}
const read = (cell: TestApp, path: string) => cell.request("GET", path, { apiKey: null });
async function newLink(cell: TestApp, slug: string) {
  const { status, body: answer } = await cell.request("POST", "/payments/links", {
    headers: { "idempotency-key": slug },
    body: { amount: "1000", currency: "XOF", title: "Kiosque", slug },
  });
  expect(status).toBe(201);
  return answer.data;
}
const callbackUrl = async (cell: TestApp): Promise<string> => {
  const { token } = await cell.operator();
  const accounts = await cell.request("GET", "/tenant/provider-accounts", { apiKey: token });
  return accounts.body.data[0].callbackUrl;
};

describe("in a cell with a code", () => {
  it("a payment goes from its session to money, and every id that leads here carries the code", async () => {
    expect(ci.apiKey).toMatch(/^svc_mk_sandbox_ci_[0-9A-Za-z]{38}$/);
    const session = await newSession(ci);
    expect(session.id).toMatch(/^cs_ci_[0-9a-z]{58}$/);
    expect(session.url).toBe(`${ci.origin}/checkout/${session.id}`);
    const completed = await ci.request("POST", `/checkout/pay/${session.id}/complete`, {
      apiKey: null,
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
      },
    });
    expect(completed.headers.get("request-id")).toMatch(/^req_ci_[0-9a-z]{26}$/);
    await ci.advance(3_000);
    expect((await read(ci, `/checkout/pay/${session.id}/status`)).body.data.status).toBe("SUCCEEDED");
    expect((await read(ci, session.url)).status).toBe(200);
    const found = await ci.request("GET", `/checkout/sessions/${session.id}`);
    expect(found.body.data).toMatchObject({ id: session.id, status: "SUCCEEDED" });
  });

  it("a link's address has the code before its slug; the page opens and makes a session with either", async () => {
    const link = await newLink(ci, "kiosque");
    expect([link.slug, link.url]).toEqual(["kiosque", `${ci.origin}/pay/ci_kiosque`]);
    const page = await read(ci, link.url);
    expect(page.status).toBe(200);
    expect(page.body).toContain("/pay/ci_kiosque");
    const clicked = await ci.request("POST", link.url, { apiKey: null, headers: { origin: ci.origin } });
    expect(clicked.headers.get("location")).toMatch(/^\/checkout\/cs_ci_[0-9a-z]{58}$/);
    for (const address of ["ci_kiosque", "kiosque"]) {
      expect((await read(ci, `/checkout/links/${address}`)).body.data.url).toBe(link.url);
    }
  });

  it("a provider's address has the code, and its callbacks arrive", async () => {
    const address = await callbackUrl(ci);
    expect(address).toMatch(/\/provider-callbacks\/acct_ci_[0-9a-z]{26}$/);
    expect((await ci.request("POST", address, { apiKey: null, body: {} })).status).not.toBe(421);
  });
});

describe("a cell that gets an id of another one", () => {
  const wrong = (cell: string | null, answeredBy: string | null) => ({
    status: 421,
    body: { error: { code: "WRONG_CELL", details: { cell, answeredBy } } },
  });

  it("says whose it is: a session, a link, a provider's account, a key", async () => {
    const session = await newSession(ci);
    const path = `/checkout/pay/${session.id}`;
    expect(await read(sn, path)).toMatchObject(wrong("ci", "sn"));
    expect(await read(plain, `${path}/status`)).toMatchObject(wrong("ci", null));
    expect(await read(sn, "/checkout/links/ci_kiosque")).toMatchObject(wrong("ci", "sn"));
    const callback = new URL(await callbackUrl(ci)).pathname;
    expect(await sn.request("POST", `${sn.origin}${callback}`, { apiKey: null, body: {} })).toMatchObject(
      wrong("ci", "sn"),
    );
    expect(await sn.request("GET", "/payments/wallets", { apiKey: ci.apiKey })).toMatchObject(
      wrong("ci", "sn"),
    );
  });

  it("an id without a code is the default cell's, where it is answered as ever", async () => {
    const session = await newSession(plain);
    expect(session.id).toMatch(/^cs_[0-9a-z]{58}$/);
    expect((await read(plain, `/checkout/pay/${session.id}`)).status).toBe(200);
    expect(await read(ci, `/checkout/pay/${session.id}`)).toMatchObject(wrong(null, "ci"));
    expect(await ci.request("GET", "/payments/wallets", { apiKey: plain.apiKey })).toMatchObject(
      wrong(null, "ci"),
    );
  });

  it("shows payers its page of what is not found, and answers what names no cell as ever", async () => {
    const session = await newSession(ci);
    expect((await read(sn, `${sn.origin}/checkout/${session.id}`)).status).toBe(404);
    expect((await read(sn, `${sn.origin}/pay/ci_kiosque`)).status).toBe(404);
    expect((await read(sn, "/checkout/pay/cs_nothing")).status).toBe(404);
    expect((await sn.request("GET", "/payments/wallets", { apiKey: "svc_mk_sandbox_x" })).status).toBe(401);
  });
});
