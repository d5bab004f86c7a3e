import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { createRecordingLog } from "../harness/log.ts";
import { invitationTokenOf } from "../harness/operators.ts";

/** The page of an operator's link, for a person who has only a browser. */
const { log, lines } = createRecordingLog();
let world: TestApp;
let first: TestOperator;
let number = 0;
beforeAll(async () => {
  world = await startTestApp({ log });
  first = await world.operator();
});
afterAll(() => world?.stop());

async function invited() {
  number += 1;
  const email = `awa-${number}@example.com`;
  const answer = await world.request("POST", "/tenant/operators", {
    apiKey: first.token,
    body: { email, name: "Awa Diop", permissions: ["tenant.team.read"] },
  });
  return { email, url: answer.body.data.invitation.url as string, token: invitationTokenOf(answer) };
}
const open = (url: string, headers = {}) => fetch(url, { headers, redirect: "manual" });
const send = (url: string, form: Readonly<Record<string, string>>, headers = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" });
const alertOf = (html: string) => /<p role="alert">([^<]+)<\/p>/.exec(html)?.[1];

describe("the link", () => {
  it("leads to a form for its own account, which nothing may frame, keep or read along", async () => {
    const { url, email } = await invited();
    const page = await open(url);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(email);
    expect(html.match(/type="password"/g)).toHaveLength(2);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    // Opening it, as a mail scanner does, uses nothing up.
    expect((await open(url)).status).toBe(200);
  });
  it("is in French for a browser that asks for it", async () => {
    const { url } = await invited();
    const html = await (await open(url, { "accept-language": "fr-CI,fr;q=0.9,en;q=0.5" })).text();
    expect(html).toContain('lang="fr"');
    expect(html).toContain("Choisissez votre mot de passe");
  });
  it("opens the account once, and the log has no word of token or password", async () => {
    const { url, email, token } = await invited();
    const password = "trois mots de passe";
    const differ = await send(url, { password, repeated: "quatre mots de passe" });
    expect([differ.status, alertOf(await differ.text())]).toEqual([400, "The two are not the same."]);
    const weak = await send(url, { password: "password1234", repeated: "password1234" });
    expect([weak.status, alertOf(await weak.text())]).toEqual([
      400,
      "This is one of the passwords that are tried first.",
    ]);
    const done = await send(url, { password, repeated: password });
    expect([done.status, (await done.text()).includes("is saved")]).toEqual([200, true]);
    const login = await world.request("POST", "/tenant/sessions", {
      apiKey: null,
      body: { email, password },
    });
    expect(login.status).toBe(201);
    const again = await send(url, { password: "a second password", repeated: "a second password" });
    expect(again.status).toBe(404);
    expect((await open(url)).status).toBe(404);
    const told = JSON.stringify(lines);
    for (const secret of [token, password, "password1234"]) expect(told).not.toContain(secret);
  });
  it.each(["garbage", `svc_inv_${"a".repeat(43)}`, "%E0%A4%A"])("%s opens nothing", async (token) => {
    const page = await open(`${world.origin}/invitations/${token}`);
    expect([page.status, /svc_inv|garbage/.test(await page.text())]).toEqual([
      token.startsWith("%") ? 400 : 404,
      false,
    ]);
  });
  it("accepts forms only", async () => {
    const { url } = await invited();
    const json = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ password: "trois mots de passe", repeated: "trois mots de passe" }),
    });
    expect(json.status).toBeGreaterThanOrEqual(400);
    expect((await open(url)).status).toBe(200);
    const empty = await send(url, {});
    expect(empty.status).toBe(400);
  });
});
