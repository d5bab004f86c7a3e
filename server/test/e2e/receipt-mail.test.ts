import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultLimits } from "../../src/http/limits/index.ts";
import type { Json } from "../contract/document.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";

/** A receipt goes to the address that the payer typed, a few times, and the address stays nowhere. */
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ isPrivate: true, limits: defaultLimits });
});
afterAll(() => test?.stop());

const open = async (): Promise<Json> => {
  const body = { amount: "12500", currency: "XOF", title: "Commande n° 2041", reference: "CMD-2041" };
  return (await test.request("POST", "/checkout/sessions", { body })).body.data;
};
const paid = async (): Promise<Json> => {
  const session = await open();
  await test.request("POST", `/checkout/pay/${session.id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
  await test.advance(3_000);
  return session;
};
const mail = (url: string, email: string, query = "") =>
  fetch(`${url}/receipt-mail${query}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email }),
  });
const outbox = async (to: string): Promise<Json[]> => {
  const answer = await fetch(`${test.origin}/sandbox/outbox.json?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as Json).mails;
};

it("the mail says what was paid, and leads to what confirms it, never to the payer's page", async () => {
  const session = await paid();
  const answer = await mail(session.url, " awa@exemple.ci ", "?lang=en");
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    `/checkout/${session.id}?lang=en&mailed=1`,
  ]);
  await test.advance(5_000);
  const [sent, ...others] = await outbox("awa@exemple.ci");
  expect(others).toEqual([]);
  const text = JSON.stringify(sent);
  for (const said of [
    "Receipt of your payment",
    "MTN",
    "Maison Akwaba",
    "Commande n° 2041",
    "CMD-2041",
    "(Abidjan time)",
  ])
    expect(text).toContain(said);
  expect(text).not.toContain(session.id);
  const [address = ""] = /http[^\s"\\]+\/checkout\/receipts\/rc_[^\s"\\&<]+/.exec(text) ?? [];
  expect(await (await fetch(address)).text()).toContain("Genuine receipt");
});

it("what is no address is said beside the field, and nothing is sent", async () => {
  const session = await paid();
  const answer = await mail(session.url, "awa@");
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("Vérifiez l’adresse e-mail.");
  const form = await mail(session.url, "");
  expect(form.status).toBe(422);
});

it("three mails of a session, then no more; the refusal says when", async () => {
  const session = await paid();
  for (const expected of [303, 303, 303, 429])
    expect((await mail(session.url, "yao@exemple.ci")).status).toBe(expected);
  await test.advance(5_000);
  expect(await outbox("yao@exemple.ci")).toHaveLength(3);
  const other = await paid();
  expect((await mail(other.url, "yao@exemple.ci")).status).toBe(303);
});

it("nothing is mailed of what is not paid", async () => {
  const session = await open();
  expect((await mail(session.url, "koffi@exemple.ci")).status).toBe(404);
  expect(await outbox("koffi@exemple.ci")).toEqual([]);
});

it("no column holds the address in clear", async () => {
  const tables = await test.owner.query<{ name: string }>({
    text: "select tablename as name from pg_tables where schemaname = 'public'",
  });
  expect(tables.length).toBeGreaterThan(50);
  for (const { name } of tables) {
    const found = await test.owner.query({
      text: `select 1 from "${name}" t where to_jsonb(t)::text like '%awa@exemple.ci%' limit 1`,
    });
    expect(found, name).toEqual([]);
  }
});
