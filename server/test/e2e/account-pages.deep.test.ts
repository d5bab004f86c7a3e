import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { totpCode } from "../../src/modules/log-in/totp.ts";
import { startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { createRecordingLog } from "../harness/log.ts";
import { mailsTo } from "../harness/mails.ts";
import { addPerson, type TestPerson } from "../harness/page.ts";
import { callAs } from "../harness/people.ts";

/** The pages of log-in and account, for a person who has a browser without JavaScript, through the real service. */
const { log, lines } = createRecordingLog();
let world: TestApp;
let awa: TestPerson;
let first: TestOperator;
beforeAll(async () => {
  world = await startTestApp({ log });
  awa = await addPerson(world);
  first = await world.operator();
});
afterAll(() => world?.stop());

interface Shown {
  readonly status: number;
  /** Where the last redirect led. */
  readonly path: string;
  readonly html: string;
}

/** Follows redirects and keeps cookies, as a browser does. */
function openBrowser() {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const go = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const answer = await fetch(new URL(path, world.origin), {
      ...init,
      headers: {
        cookie: cookieHeader(),
        "sec-fetch-site": "same-origin",
        "user-agent": "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Firefox/130.0",
      },
      redirect: "manual",
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0\b/.test(set)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get("location");
    if (location !== null) return go(location);
    return { status: answer.status, path: new URL(answer.url).pathname, html: await answer.text() };
  };
  return {
    open: (path: string) => go(path),
    send: (path: string, fields: Readonly<Record<string, string>> = {}) =>
      go(path, { method: "POST", body: new URLSearchParams(fields) }),
    cookieHeader,
    cookies: () => [...cookies.keys()],
  };
}
type Browser = ReturnType<typeof openBrowser>;

const logIn = async ({ email, password }: Pick<TestPerson, "email" | "password">, prefix = "") => {
  const browser = openBrowser();
  const account = `${prefix}/account`;
  const shown = await browser.send(`${prefix}/login`, { email, password, next: account });
  expect([shown.status, shown.path]).toEqual([200, account]);
  return browser;
};
const credentialsOf = ({ email, password }: TestPerson) => ({ email, password });
const alertOf = ({ html }: Shown) => /role="alert">([^<]+)</.exec(html)?.[1];
const linkTo = async (email: string, kind: string): Promise<string> => {
  await world.app.persons.logIn.settled();
  const mail = (await mailsTo(world, email)).findLast((each) => each.kind === kind);
  if (mail?.link == null) throw new Error(`no ${kind} to ${email}`);
  return mail.link;
};

/** Sets up an app for codes, and returns its secret with the recovery codes. */
async function addApp(browser: Browser, prefix = ""): Promise<{ secret: string; codes: readonly string[] }> {
  const { html } = await browser.send(`${prefix}/account/totp`);
  const secret = (/class="key">([^<]+)</.exec(html)?.[1] ?? "").replaceAll(" ", "");
  const shown = await browser.send(`${prefix}/account/totp/confirm`, { totp: codeOf(secret) });
  expect(shown.path).toBe(`${prefix}/account/codes`);
  return { secret, codes: [...shown.html.matchAll(/<li>([^<]+)<\/li>/g)].map(([, code = ""]) => code) };
}
const codeOf = (secret: string): string =>
  totpCode(fromBase32(secret), Math.floor(world.clock.nowMs() / 30_000));
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

describe("a person", () => {
  it("logs in, changes the profile, and logs out", async () => {
    const browser = await logIn(awa);
    expect(browser.cookies()).toEqual(["cauris-merchant"]);
    const saved = await browser.send("/account/profile", {
      name: "Awa <b>Koné",
      locale: "en",
      timeZone: "Africa/Lagos",
    });
    expect(saved.html).toContain('<html lang="en">');
    expect(saved.html).toContain('value="Awa &lt;b>Koné"');
    for (const [fields, text] of [
      [{ name: "x\u0007", timeZone: "UTC" }, "This value is not accepted."],
      [{ name: "Awa", timeZone: "Nowhere/Land" }, "There is no such time zone."],
    ] as const) {
      const refused = await browser.send("/account/profile", { ...fields, locale: "en" });
      expect([refused.status, alertOf(refused)]).toEqual([400, text]);
    }
    await browser.send("/account/profile", { name: "Awa", locale: "fr", timeZone: "Africa/Abidjan" });
    const out = await browser.send("/account/log-out");
    expect([out.path, browser.cookies()]).toEqual(["/login", []]);
    expect((await browser.open("/account")).path).toBe("/login");
  });

  it("is refused with a wrong password, in words that do not say what is wrong", async () => {
    for (const email of [awa.email, "nobody@example.com"]) {
      const shown = await openBrowser().send("/login", { email, password: "wrong" });
      expect([shown.status, alertOf(shown)]).toEqual([401, "L’adresse ou le mot de passe n’est pas juste."]);
    }
  });

  it("sees open log-ins with place and device, and ends them", async () => {
    const person = await addPerson(world);
    const [one, two, three] = [await logIn(person), await logIn(person), await logIn(person)];
    const { html } = await one.open("/account");
    expect(html.match(/Firefox, Android/g)?.length).toBeGreaterThanOrEqual(3);
    const [id = ""] = [...html.matchAll(/name="id" value="(uss_[^"]+)"/g)].map(([, each = ""]) => each);
    await one.send("/account/log-ins/end", { id });
    const open = [await two.open("/account"), await three.open("/account")].map(({ path }) => path);
    expect(open.toSorted()).toEqual(["/account", "/login"]);
    // Another person's log-in is not found, and nothing says that it exists.
    const stranger = await logIn(awa);
    expect((await stranger.send("/account/log-ins/end", { id })).status).toBe(200);
    await one.send("/account/log-ins/end-others");
    expect((await two.open("/account")).path + (await three.open("/account")).path).toBe("/login/login");
    expect((await one.open("/account")).path).toBe("/account");
  });

  it("changes the password, which ends the other log-ins", async () => {
    const person = await addPerson(world);
    const [here, elsewhere] = [await logIn(person), await logIn(person)];
    const newPassword = "cinq autres mots bien choisis";
    const weak = await here.send("/account/password", {
      currentPassword: person.password,
      newPassword: "kurz",
    });
    expect([weak.status, alertOf(weak)]).toEqual([400, "Il faut au moins 12 caractères."]);
    const wrong = await here.send("/account/password", { currentPassword: "wrong", newPassword });
    expect([wrong.status, alertOf(wrong)]).toEqual([401, "Ce mot de passe n’est pas juste."]);
    await here.send("/account/password", { currentPassword: person.password, newPassword });
    expect((await here.open("/account")).path).toBe("/account");
    expect((await elsewhere.open("/account")).path).toBe("/login");
    await logIn({ email: person.email, password: newPassword });
    const kinds = (await mailsTo(world, person.email)).map(({ kind }) => kind);
    expect(kinds).toContain("PASSWORD_CHANGED");
  });
});

describe("a second factor", () => {
  it("is added, asked for in a second step, and replaced by a recovery code", async () => {
    const person = await addPerson(world);
    const { secret, codes } = await addApp(await logIn(person));
    expect(codes).toHaveLength(10);
    world.clock.advance(60_000);
    const browser = openBrowser();
    const second = await browser.send("/login", person as never);
    expect([second.path, browser.cookies()]).toEqual(["/login/second", ["cauris-pending"]]);
    const wrong = await browser.send("/login/second", { totp: "000000" });
    expect([wrong.status, alertOf(wrong)]).toEqual([401, "Ce code est faux, périmé ou déjà utilisé."]);
    expect((await browser.send("/login/second", { totp: codeOf(secret) })).path).toBe("/account");
    expect(browser.cookies()).toEqual(["cauris-merchant"]);

    const lost = openBrowser();
    await lost.send("/login", person as never);
    const shown = await lost.send("/login/second", { recoveryCode: codes[0] ?? "" });
    expect(shown.html).toContain("Il reste 9 codes.");
  });

  it("needs a fresh proof of presence to be changed", async () => {
    const person = await addPerson(world);
    const browser = await logIn(person);
    const { secret } = await addApp(browser);
    world.clock.advance(5 * 60_000);
    expect((await browser.send("/account/totp/remove")).path).toBe("/account/presence");
    expect((await browser.send("/account/presence", { totp: codeOf(secret) })).path).toBe("/account");
    const removed = await browser.send("/account/totp/remove");
    expect(removed.html).toContain("Aucune application de codes.");
  });
});

describe("links of mails", () => {
  it("set a new password, once", async () => {
    const person = await addPerson(world);
    const asked = await openBrowser().send("/login/forgot", { email: person.email });
    expect(asked.html).toContain("Si un compte a cette adresse");
    const link = await linkTo(person.email, "PASSWORD_RESET");
    expect(link).toMatch(new RegExp(`^${world.origin}/reset/svc_inv_`));
    const browser = openBrowser();
    expect((await browser.open(link)).html).toContain(person.email);
    const password = "une phrase tout à fait nouvelle";
    const done = await browser.send(link, { password });
    expect(done.html).toContain("Votre mot de passe est enregistré.");
    await logIn({ email: person.email, password });
    expect((await browser.send(link, { password })).status).toBe(404);
  });

  it("open the account of an operator, in the console", async () => {
    const email = "yao@example.com";
    const made = await world.request("POST", "/tenant/operators", {
      apiKey: first.token,
      body: { email, name: "Yao", permissions: ["tenant.team.read"] },
    });
    expect(made.body.data.invitation.url).toBeNull();
    const url = await linkTo(email, "OPERATOR_INVITATION");
    expect(url).toMatch(new RegExp(`^${world.origin}/console/invite/svc_inv_`));
    const browser = openBrowser();
    // Opening it, as a mail scanner does, uses nothing up; a link of an earlier release leads here.
    await browser.open(url);
    expect((await browser.open(url.replace("/console/invite/", "/invitations/"))).html).toContain(email);
    // The pages of merchants do not know it.
    expect((await browser.open(url.replace("/console/", "/"))).status).toBe(404);
    const password = "trois mots de passe choisis";
    expect((await browser.send(url, { password })).path).toBe("/console/login");
    await logIn({ email, password }, "/console");
    expect((await browser.send(url, { password })).status).toBe(404);
  });
});

describe("an invitation to a merchant", () => {
  const invite = async (email: string) => {
    const path = `/merchant/merchants/${world.merchantId}/invitations`;
    const made = await world.request("POST", path, {
      apiKey: world.apiKey,
      body: { email, sandbox: { role: "VIEWER" } },
    });
    expect(made.status).toBe(201);
    const link = await linkTo(email, "MEMBER_INVITATION");
    expect(link).toMatch(new RegExp(`^${world.origin}/invite/svc_join_`));
    return { link, path: `${path}/${made.body.data.id}` };
  };
  /** Calls the API with the cookie, at the merchant, in the mode of the role. */
  const expectToWorkThere = async (browser: Browser): Promise<void> => {
    const call = callAs(world, browser.cookieHeader());
    expect((await call("GET", "/payments/wallets")).status).toBe(200);
    const live = callAs(world, browser.cookieHeader(), { mode: "LIVE" });
    const refused = await live("GET", "/payments/wallets");
    expect([refused.status, refused.body.error.code]).toEqual([403, "NO_ROLE_IN_MODE"]);
  };

  it("makes an account for somebody new, who is logged in and works there", async () => {
    const email = "invited@example.com";
    const { link } = await invite(email);
    const browser = openBrowser();
    // As a mail scanner does.
    await browser.open(link);
    const page = await browser.open(`${link}?lang=en`);
    expect([page.status, page.html.includes("Reads only"), page.html.includes(email)]).toEqual([
      200,
      true,
      true,
    ]);
    for (const [fields, text] of [
      [{ name: "Aya\u0007", password: "quatre mots de passe choisis" }, "This value is not accepted."],
      [{ name: "Aya", password: "kurz" }, "It needs at least 12 characters."],
    ] as const) {
      const refused = await browser.send(link, fields);
      expect([refused.status, alertOf(refused)]).toEqual([400, text]);
    }
    const joined = await browser.send(link, { name: "Aya", password: "quatre mots de passe choisis" });
    expect([joined.status, joined.path]).toEqual([200, "/account"]);
    expect(joined.html).toContain('<html lang="en">');
    expect(joined.html).toContain("You have joined the merchant.");
    await expectToWorkThere(browser);
    expect((await openBrowser().open(link)).status).toBe(404);
  });

  it("is accepted by the account of its address, and by no other", async () => {
    const person = await addPerson(world);
    const { link } = await invite(person.email);
    const token = new URL(link).pathname;
    const stranger = await logIn(awa);
    expect((await stranger.send(link)).status).toBe(403);
    const back = await stranger.send("/account/log-out", { next: token });
    expect(back.html).toContain(`/login?next=${encodeURIComponent(token)}`);
    const browser = openBrowser();
    const shown = await browser.send("/login", { ...credentialsOf(person), next: token });
    expect([shown.status, shown.path]).toEqual([200, token]);
    expect((await browser.send(link)).path).toBe("/account");
    await expectToWorkThere(browser);
  });

  it("is gone when it was taken back or has expired", async () => {
    const { link, path } = await invite("late@example.com");
    await world.request("DELETE", path, { apiKey: world.apiKey });
    const gone = await openBrowser().open(link);
    expect([gone.status, gone.html.includes("Ce lien ne sert plus")]).toEqual([404, true]);
    const later = await invite("later@example.com");
    world.clock.advance(8 * 86_400_000);
    const expired = await openBrowser().send(later.link, {
      name: "Aya",
      password: "quatre mots de passe choisis",
    });
    expect(expired.status).toBe(404);
  });
});

test("the two audiences never mix: neither accounts nor cookies", async () => {
  const operator = await logIn(first, "/console");
  expect(operator.cookies()).toEqual(["cauris-console"]);
  expect((await operator.open("/account")).path).toBe("/login");
  const wrong = await openBrowser().send("/login", { email: first.email, password: first.password });
  expect(wrong.status).toBe(401);
  expect((await (await logIn(awa)).open("/console/account")).path).toBe("/console/login");
});

test("a passkey's answer of another shape is refused, not a fault", async () => {
  for (const response of [
    null,
    "x",
    {},
    { id: 1, response: {} },
    { id: "a", response: { clientDataJSON: "!" } },
  ]) {
    const answer = await fetch(`${world.origin}/login/passkey`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ response }),
    });
    expect([answer.status, Object.keys(await answer.json())]).toEqual([401, ["problem"]]);
  }
});

test("the log has no word of a password, a link or a code", () => {
  const text = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(0);
  expect(text).not.toMatch(/svc_inv_|svc_join_|mots bien choisis|phrase tout|@example\.com/);
});
