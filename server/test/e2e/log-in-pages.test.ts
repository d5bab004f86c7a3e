import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { haveCommonOrigin } from "../../src/db/origins.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { mailsTo } from "../harness/mails.ts";
import { addPerson, openPage, type TestPerson } from "../harness/page.ts";

/** The pages of links in mails, for a person who has only a browser. */
let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
});
afterAll(() => world?.stop());

const codeOf = ({ status, body }: Answer): string => (status < 400 ? `${status}` : body.error.code);
const open = (url: string, language = "en") => fetch(url, { headers: { "accept-language": language } });
const send = (url: string, form: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { "sec-fetch-site": "same-origin" },
  });
const logIn = ({ email, password: given }: Pick<TestPerson, "email" | "password">) =>
  openPage(world, "merchant").call("POST", "log-in", { email, password: given });
const urlIn = async ({ email }: TestPerson, kind: string): Promise<string> => {
  const mail = (await mailsTo(world, email)).find((one) => one.kind === kind);
  return mail?.link ?? "";
};
const password = "un mot de passe tout neuf et long";

describe("the link to a new password", () => {
  it("shows a form that changes nothing until it is sent, and then works no more", async () => {
    const person = await addPerson(world);
    await openPage(world, "merchant").call("POST", "forgot", { email: person.email });
    await world.app.persons.logIn.settled();
    const url = await urlIn(person, "PASSWORD_RESET");
    expect(url).toContain("/reset/");
    for (const _scanner of [1, 2]) {
      const page = await open(url);
      expect([page.status, (await page.text()).includes(person.email)]).toEqual([200, true]);
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect((await open(url.replace("/reset/", "/console/reset/"))).status).toBe(404);
    expect((await send(url, { password: "short" })).status).toBe(400);
    expect(codeOf(await logIn(person))).toBe("200");
    expect((await send(url, { password })).status).toBe(200);
    expect(codeOf(await logIn({ ...person, password }))).toBe("200");
    expect([(await open(url)).status, (await send(url, { password })).status]).toEqual([404, 404]);
  });
});

describe("the link after wrong passwords", () => {
  it("lets its holder log in at once, by a button", async () => {
    const person = await addPerson(world);
    for (let guess = 0; guess < 6; guess += 1) await logIn({ ...person, password: "wrong" });
    expect(codeOf(await logIn(person))).toBe("RATE_LIMITED");
    await world.app.persons.logIn.settled();
    const url = await urlIn(person, "ACCOUNT_LOCKED");
    const page = await (await open(url)).text();
    expect(page).not.toContain('type="password"');
    expect(codeOf(await logIn(person))).toBe("RATE_LIMITED");
    expect((await send(url)).status).toBe(200);
    expect(codeOf(await logIn(person))).toBe("200");
    expect((await send(url)).status).toBe(404);
  });
});

describe("the link for a lost second factor", () => {
  it("sets a password, removes every second factor, and makes issuer and holder one person for a while", async () => {
    const [person, owner] = [await addPerson(world), await addPerson(world)];
    await world.owner.query({
      text: "insert into second_factors (audience, account_id, secret, confirmed_at) values ('merchant', $1, 'sealed', now())",
      values: [person.id],
    });
    expect(codeOf(await logIn(person))).toBe("SECOND_FACTOR_REQUIRED");
    const nowMs = world.clock.nowMs();
    const issuer = { kind: "person", id: owner.id } as const;
    const by = { ...issuer, name: "Awa" };
    const issue = (id: TestPerson["id"]) =>
      world.db.transaction((tx) => world.app.persons.sendRecovery(tx, id, by, nowMs));
    const link = await issue(person.id);
    expect((await send(link?.url ?? "", { password })).status).toBe(200);
    expect(codeOf(await logIn({ ...person, password }))).toBe("200");
    const holder = { kind: "person", id: person.id } as const;
    expect(await haveCommonOrigin(world.db, holder, issuer, nowMs)).toBe(true);
    await world.owner.query({
      text: "update persons set status = 'DISABLED' where id = $1",
      values: [person.id],
    });
    expect(await issue(person.id)).toBeNull();
  });
});
