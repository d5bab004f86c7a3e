import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { merchantAudience, operatorAudience } from "../../src/modules/log-in/index.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { createRecordingLog } from "../harness/log.ts";
import { mailsTo } from "../harness/mails.ts";
import { addPerson, openPage, type Page, type TestPerson } from "../harness/page.ts";

/**
 * Log-in by cookie: the same operations for merchants' persons and for operators, on accounts that never mix. Hashing a
 * password takes time, so that groups share their log-ins.
 */
const { log, lines } = createRecordingLog();
const MINUTE_MS = 60_000;
let world: TestApp;
let awa: TestPerson;
/** Addresses of their own, so that no test is slowed down by another one's wrong passwords. */
let lastAddress = 0;
const address = () => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};

beforeAll(async () => {
  world = await startTestApp({ log, trustedProxies: ["127.0.0.1"] });
  awa = await addPerson(world);
});
afterAll(() => world?.stop());

const codeOf = ({ status, body }: Answer): string => (status < 400 ? `${status}` : body.error.code);
const pageOf = (options: Parameters<typeof openPage>[2] = {}) => openPage(world, "merchant", options);
async function loggedIn({ email, password }: TestPerson, options = {}): Promise<Page> {
  const page = pageOf({ from: address(), ...options });
  expect(codeOf(await page.call("POST", "log-in", { email, password }))).toBe("200");
  return page;
}
const linksTo = async ({ email }: TestPerson, kind: string) =>
  (await mailsTo(world, email)).filter((mail) => mail.kind === kind).map(({ token }) => token ?? "");
async function auditOf(person: TestPerson): Promise<readonly string[]> {
  await world.app.persons.logIn.settled();
  const rows = await world.owner.query<{ action: string }>({
    text: "select action from audit_log where subject = $1 order by sequence",
    values: [(await loggedIn(person).then((page) => page.call("GET", "me"))).body.data.id],
  });
  return rows.map(({ action }) => action);
}

describe("a log-in", () => {
  let page: Page;
  let answer: Answer;
  beforeAll(async () => {
    page = pageOf({
      from: "203.0.113.9",
      userAgent: "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Firefox/130.0",
    });
    answer = await page.call("POST", "log-in", { email: awa.email.toUpperCase(), password: awa.password });
  });

  it("answers the account without a secret, and sets a cookie that scripts cannot read", async () => {
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      object: "account",
      audience: "merchant",
      id: expect.stringMatching(/^usr_/),
      email: awa.email,
      hasPassword: true,
      secondFactor: { enrolled: false, required: false, recoveryCodesLeft: 0 },
      stepUp: { fresh: true, methods: ["password"] },
      logIn: { current: true, place: "203.0.113.9", countryCode: null, device: "Firefox, Android" },
    });
    const set = answer.headers.get("set-cookie") ?? "";
    expect(set).toMatch(
      /^cauris-merchant=svc_wus_[A-Za-z0-9_-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(JSON.stringify(answer.body)).not.toContain("svc_");
    expect((await page.call("GET", "me")).body.data).toEqual(answer.body.data);
  });

  it("stands in the database as a hash alone", async () => {
    const token = (page.cookie() ?? "").split("=")[1] ?? "";
    const rows = await world.owner.query<{ row: string; fits: boolean }>({
      text: "select s::text as row, hash = sha256(convert_to($1, 'UTF8')) as fits from log_in_sessions s",
      values: [token],
    });
    expect(rows.map(({ fits }) => fits)).toContain(true);
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
  });

  it.each([
    ["no cookie", () => null],
    ["a made-up token", () => `cauris-merchant=svc_wus_${"A".repeat(43)}`],
    ["the cookie twice", () => `${page.cookie()}; ${page.cookie()}`],
    ["the token under the other audience's name", () => (page.cookie() ?? "").replace("merchant", "console")],
    ["the token of a program", () => "cauris-merchant=svc_op_AAAA"],
  ])("is not opened by %s", async (_name, cookie) => {
    const other = pageOf({ cookie: cookie() });
    expect(codeOf(await other.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
  });

  it("opens nothing of the other audience, nor as a bearer token", async () => {
    const cookie = (page.cookie() ?? "").replace("cauris-merchant", "cauris-console");
    const console = openPage(world, "operator", { cookie: `${page.cookie()}; ${cookie}` });
    expect(codeOf(await console.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    const token = (page.cookie() ?? "").split("=")[1] ?? "";
    expect(codeOf(await world.request("GET", "/tenant/me", { apiKey: token }))).toBe(
      "INVALID_OPERATOR_TOKEN",
    );
    expect(codeOf(await world.request("GET", "/payments/wallets", { apiKey: token }))).toBe(
      "Invalid API key",
    );
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a page without our header", { "cauris-request": "" }],
    ["a browser that does not say where it is", { "sec-fetch-site": "" }],
  ])("changes nothing for %s", async (_name, headers) => {
    const refused = await page.call("PATCH", "me", { name: "Somebody else" }, headers);
    expect([refused.status, codeOf(refused)]).toEqual([403, "FOREIGN_REQUEST"]);
    expect(codeOf(await page.call("POST", "log-out", undefined, headers))).toBe("FOREIGN_REQUEST");
    expect((await page.call("GET", "me")).body.data.name).toBe("Awa Diop");
  });

  it("may not be started by another site either", async () => {
    const { email, password } = awa;
    const given = await pageOf().call(
      "POST",
      "log-in",
      { email, password },
      { "sec-fetch-site": "cross-site" },
    );
    expect(codeOf(given)).toBe("FOREIGN_REQUEST");
    expect(given.headers.get("set-cookie")).toBeNull();
    expect(given.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("is not there at an audience that does not exist", async () => {
    const nobody = await world.request("GET", "/auth/nobody/me", { apiKey: null });
    expect(codeOf(nobody)).toBe("RESOURCE_NOT_FOUND");
  });

  it("changes one's own name, language and time zone, and refuses a time zone that does not exist", async () => {
    const changed = await page.call("PATCH", "me", { locale: "pt", timeZone: "Europe/Lisbon" });
    expect(changed.body.data).toMatchObject({ name: "Awa Diop", locale: "pt", timeZone: "Europe/Lisbon" });
    const refused = await page.call("PATCH", "me", { timeZone: "Africa/Nowhere" });
    expect([refused.status, refused.body.error.details.fields]).toEqual([
      400,
      [expect.objectContaining({ path: "timeZone" })],
    ]);
    expect(codeOf(await page.call("PATCH", "me", {}))).toBe("VALIDATION_ERROR");
  });

  it("ends with log-out, which removes the cookie", async () => {
    const copy = page.copy();
    const out = await page.call("POST", "log-out");
    expect(out.headers.get("set-cookie")).toMatch(
      /^cauris-merchant=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(codeOf(await copy.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
  });
});

describe("the end of log-ins", () => {
  it.each([
    ["merchant", merchantAudience],
    ["operator", operatorAudience],
  ] as const)(
    "comes to the instant when they are idle, and however busy they are: %s",
    async (name, audience) => {
      const who = name === "merchant" ? awa : await world.operator();
      const page = openPage(world, name, { from: address() });
      const { email, password } = who;
      const begin = async () =>
        expect(codeOf(await page.call("POST", "log-in", { email, password }))).toBe("200");
      await begin();
      world.clock.advance(audience.idleMs - 1);
      expect(codeOf(await page.call("GET", "me"))).toBe("200");
      world.clock.advance(audience.idleMs);
      expect(codeOf(await page.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
      await begin();
      const stepMs = audience.idleMs - MINUTE_MS;
      let leftMs = audience.lifeMs - 1;
      for (; leftMs > stepMs; leftMs -= stepMs) {
        world.clock.advance(stepMs);
        expect(codeOf(await page.call("GET", "me"))).toBe("200");
      }
      world.clock.advance(leftMs);
      expect(codeOf(await page.call("GET", "me"))).toBe("200");
      world.clock.advance(1);
      expect(codeOf(await page.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
      const { forgetOld } = name === "merchant" ? world.app.persons.logIn : world.app.operators.logIn;
      expect(await forgetOld(world.clock.nowMs())).toBeGreaterThan(0);
    },
  );

  it("is each holder's own to bring about: one, or all but this one, and nobody else's", async () => {
    const other = await addPerson(world);
    const [page, phone, stranger] = [await loggedIn(awa), await loggedIn(awa), await loggedIn(other)];
    const list = (await page.call("GET", "sessions")).body.data;
    expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const theirs = (await phone.call("GET", "me")).body.data.logIn.id;
    expect(codeOf(await stranger.call("DELETE", `sessions/${theirs}`))).toBe("RESOURCE_NOT_FOUND");
    expect(codeOf(await page.call("DELETE", `sessions/${theirs}`))).toBe("200");
    expect(codeOf(await phone.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    const another = await loggedIn(awa);
    expect((await page.call("DELETE", "sessions")).body.data.ended).toBeGreaterThanOrEqual(1);
    expect(codeOf(await another.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    expect([codeOf(await page.call("GET", "me")), codeOf(await stranger.call("GET", "me"))]).toEqual([
      "200",
      "200",
    ]);
  });

  it("comes at once with a disabled account, which no password opens", async () => {
    const person = await addPerson(world);
    const page = await loggedIn(person);
    await world.owner.query({
      text: "update persons set status = 'DISABLED' where id = $1",
      values: [person.id],
    });
    expect(codeOf(await page.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    const { email, password } = person;
    expect(codeOf(await pageOf({ from: address() }).call("POST", "log-in", { email, password }))).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  it("comes with a new password, but for the log-in that set it; a weak one or a wrong current one changes nothing", async () => {
    const person = await addPerson(world);
    const [page, phone] = [await loggedIn(person), await loggedIn(person)];
    const change = (currentPassword: string, newPassword: string) =>
      page.call("POST", "password", { currentPassword, newPassword });
    const weak = await change(person.password, "password1234");
    expect([weak.status, weak.body.error.details.fields[0].rule]).toEqual([400, "common"]);
    expect(codeOf(await change("wrong", "neuf mots que personne ne devine"))).toBe("INVALID_CREDENTIALS");
    expect(codeOf(await phone.call("GET", "me"))).toBe("200");
    expect(codeOf(await change(person.password, "neuf mots que personne ne devine"))).toBe("200");
    expect(codeOf(await phone.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    expect(codeOf(await page.call("GET", "me"))).toBe("200");
    const { email } = person;
    const again = pageOf({ from: address() });
    expect(codeOf(await again.call("POST", "log-in", { email, password: person.password }))).toBe(
      "INVALID_CREDENTIALS",
    );
  });
});

describe("wrong passwords", () => {
  it("are answered alike whether there is an account, at the merchants' and at the operators'", async () => {
    const operator = await world.operator();
    const answers = [];
    for (const [audience, email] of [
      ["merchant", awa.email],
      ["merchant", "ghost@example.com"],
      ["merchant", operator.email],
      ["operator", awa.email],
      ["operator", operator.email],
    ] as const) {
      const { status, body } = await openPage(world, audience, { from: address() }).call("POST", "log-in", {
        email,
        password: "wrong",
      });
      answers.push({ status, body: { ...body, error: { ...body.error, details: null } } });
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { error: { code: "INVALID_CREDENTIALS" } } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it("lock an account at one address, tell its holder by one mail, and the link ends it", async () => {
    const person = await addPerson(world);
    const from = address();
    const tryIt = (password: string) =>
      pageOf({ from }).call("POST", "log-in", { email: person.email, password });
    for (let guess = 0; guess < 5; guess += 1)
      expect(codeOf(await tryIt("wrong"))).toBe("INVALID_CREDENTIALS");
    expect(codeOf(await tryIt(person.password))).toBe("RATE_LIMITED");
    expect(codeOf(await tryIt(person.password))).toBe("RATE_LIMITED");
    await world.app.persons.logIn.settled();
    const [unlock, ...more] = await linksTo(person, "ACCOUNT_LOCKED");
    expect(more).toEqual([]);
    const page = pageOf({ from });
    expect(codeOf(await page.call("POST", "unlock", { token: `${unlock}A` }))).toBe("LOG_IN_LINK_INVALID");
    expect(codeOf(await openPage(world, "operator", {}).call("POST", "unlock", { token: unlock }))).toBe(
      "LOG_IN_LINK_INVALID",
    );
    expect(codeOf(await page.call("POST", "unlock", { token: unlock }))).toBe("200");
    expect(codeOf(await page.call("POST", "unlock", { token: unlock }))).toBe("LOG_IN_LINK_INVALID");
    expect(codeOf(await tryIt(person.password))).toBe("200");
    expect(await auditOf(person)).toEqual([
      "person.opened",
      ...Array.from({ length: 5 }, () => "person.login_failed"),
      "person.login_blocked",
      "person.unlocked",
      "person.logged_in",
      "person.logged_in",
    ]);
    const logged = JSON.stringify(lines);
    expect(logged).toContain("person.login_failed");
    expect(logged).not.toContain(person.email);
  });
});

describe("a forgotten password", () => {
  const forgot = async (email: string, audience: "merchant" | "operator" = "merchant") => {
    const answer = await openPage(world, audience, { from: address() }).call("POST", "forgot", { email });
    await Promise.all([world.app.persons.logIn.settled(), world.app.operators.logIn.settled()]);
    return answer;
  };
  const password = "un mot de passe tout neuf et long";

  it("is answered alike whether there is an account, and mails only its holder", async () => {
    const person = await addPerson(world);
    const known = await forgot(person.email);
    const mailed = await mailsTo(world, person.email);
    const unknown = await forgot("ghost@example.com");
    const elsewhere = await forgot(person.email, "operator");
    expect([known.status, known.body.data]).toEqual([200, { object: "done" }]);
    for (const answer of [unknown, elsewhere])
      expect([answer.status, answer.body.data]).toEqual([200, known.body.data]);
    expect(mailed.map(({ kind }) => kind)).toEqual(["PASSWORD_RESET"]);
    expect(await mailsTo(world, person.email)).toEqual(mailed);
    expect(await mailsTo(world, "ghost@example.com")).toEqual([]);
  });

  it("is replaced by a link that works once: of eight at the same time one; every log-in ends", async () => {
    const person = await addPerson(world);
    const page = await loggedIn(person);
    await forgot(person.email);
    const [token = ""] = await linksTo(person, "PASSWORD_RESET");
    const reset = () => pageOf({ from: address() }).call("POST", "reset", { token, password });
    const answers = await Promise.all(Array.from({ length: 8 }, reset));
    expect(answers.map(codeOf).sort()).toEqual([
      "200",
      ...Array.from({ length: 7 }, () => "LOG_IN_LINK_INVALID"),
    ]);
    expect(codeOf(await page.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    await loggedIn({ ...person, password });
    const kinds = (await mailsTo(world, person.email)).map(({ kind }) => kind);
    // The log-ins of before have ended, and with them what was known of its devices.
    expect(kinds).toEqual(["PASSWORD_RESET", "PASSWORD_CHANGED", "NEW_DEVICE"]);
  });

  it("is refused after 30 minutes to the instant, when a newer link was sent, when the password was changed, and when weak", async () => {
    const person = await addPerson(world);
    const page = await loggedIn(person);
    const reset = (token: string, chosen = password) =>
      pageOf({ from: address() }).call("POST", "reset", { token, password: chosen });
    await forgot(person.email);
    const [first = ""] = await linksTo(person, "PASSWORD_RESET");
    await forgot(person.email);
    expect(await linksTo(person, "PASSWORD_RESET")).toEqual([first]);
    world.clock.advance(MINUTE_MS);
    await forgot(person.email);
    const [, second = ""] = await linksTo(person, "PASSWORD_RESET");
    expect(codeOf(await reset(first))).toBe("LOG_IN_LINK_INVALID");
    const weak = await reset(second, person.email);
    expect([weak.status, weak.body.error.details.fields[0].rule]).toEqual([400, "personal"]);
    world.clock.advance(30 * MINUTE_MS);
    expect(codeOf(await reset(second))).toBe("LOG_IN_LINK_INVALID");
    await forgot(person.email);
    const [, , third = ""] = await linksTo(person, "PASSWORD_RESET");
    const change = { currentPassword: person.password, newPassword: "encore un autre, plus long" };
    expect(codeOf(await page.call("POST", "password", change))).toBe("200");
    expect(codeOf(await reset(third))).toBe("LOG_IN_LINK_INVALID");
  });
});
