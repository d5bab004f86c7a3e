import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TOTP_STEP_MS, totpCode, totpStep } from "../../src/modules/log-in/totp.ts";
import { type Answer, startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { base32Bytes, joinOperator, sendRecovery } from "../harness/operators.ts";

/** Operators' second factor: how it is set up, required, lost and recovered; and where it is mandatory. */
const path = "/tenant/me/second-factor";
let world: TestApp;
let first: TestOperator;
let awa: TestOperator;
let joined = 0;

beforeAll(async () => {
  world = await startTestApp();
});
beforeEach(async () => {
  first = await world.operator();
  joined += 1;
  awa = await joinOperator(world, {
    email: `awa-${joined}@example.com`,
    permissions: ["tenant.team.read"],
    by: first.token,
  });
});
afterAll(() => world?.stop());

const as = (token: string, method: string, where: string, body?: unknown) =>
  world.request(method, where, { apiKey: token, ...(body === undefined ? {} : { body }) });
const logIn = ({ email, password }: TestOperator, code: object = {}) =>
  world.request("POST", "/tenant/sessions", { apiKey: null, body: { email, password, ...code } });
const codeOf = ({ status, body }: Answer): string => (status < 400 ? `${status}` : body.error.code);

/** The authenticator app into which the secret was typed. */
const appOf =
  (secret: string, { clock } = world) =>
  (stepsAway = 0): string =>
    totpCode(base32Bytes(secret), totpStep(clock.nowMs()) + stepsAway);
const nextStep = () => world.clock.advance(TOTP_STEP_MS);

/** Sets up a second factor; returns the app and the recovery codes. */
async function enrol(who: TestOperator, code: object = {}) {
  const begun = await as(who.token, "POST", path, { password: who.password, ...code });
  expect(codeOf(begun)).toBe("201");
  const app = appOf(begun.body.data.secret);
  const confirmed = await as(who.token, "POST", `${path}/confirm`, { totp: app() });
  expect(codeOf(confirmed)).toBe("200");
  nextStep();
  return { app, codes: confirmed.body.data.recoveryCodes as readonly string[] };
}

describe("setting it up", () => {
  it("takes the password and a code of the new secret; then every log-in needs one, and the other log-ins are over", async () => {
    const other = (await logIn(awa)).body.data.token;
    expect(codeOf(await as(awa.token, "POST", path, { password: "wrong" }))).toBe("INVALID_CREDENTIALS");
    const begun = await as(awa.token, "POST", path, { password: awa.password });
    const { secret, otpauthUrl } = begun.body.data;
    expect(new URL(otpauthUrl).searchParams.get("secret")).toBe(secret);
    const app = appOf(secret);
    expect(codeOf(await as(awa.token, "POST", `${path}/confirm`, { totp: app(5) }))).toBe(
      "SECOND_FACTOR_INVALID",
    );
    expect(codeOf(await logIn(awa))).toBe("201");
    const confirmed = await as(awa.token, "POST", `${path}/confirm`, { totp: app() });
    expect(new Set(confirmed.body.data.recoveryCodes).size).toBe(10);
    expect((await as(other, "GET", "/tenant/me")).status).toBe(401);
    expect((await as(awa.token, "GET", "/tenant/me")).body.data.secondFactor).toBe(true);
    expect(codeOf(await logIn(awa))).toBe("SECOND_FACTOR_REQUIRED");
    // The code that confirmed is used up.
    expect(codeOf(await logIn(awa, { totp: app() }))).toBe("SECOND_FACTOR_INVALID");
    nextStep();
    expect(codeOf(await logIn(awa, { totp: app() }))).toBe("201");
    const state = (await as(awa.token, "GET", path)).body.data;
    expect(state).toMatchObject({ enrolled: true, required: false, recoveryCodesLeft: 10 });
  });
  it("is over after an hour, or when nothing was begun", async () => {
    expect(codeOf(await as(awa.token, "POST", `${path}/confirm`, { totp: "123456" }))).toBe(
      "SECOND_FACTOR_NOT_BEGUN",
    );
    const begun = await as(awa.token, "POST", path, { password: awa.password });
    world.clock.advance(60 * 60_000);
    const again = (await logIn(awa)).body.data.token;
    const late = await as(again, "POST", `${path}/confirm`, { totp: appOf(begun.body.data.secret)() });
    expect(codeOf(late)).toBe("SECOND_FACTOR_NOT_BEGUN");
  });
  it("anew asks for a code of the old one, which works until the new one is confirmed", async () => {
    const { app: old } = await enrol(awa);
    expect(codeOf(await as(awa.token, "POST", path, { password: awa.password }))).toBe(
      "SECOND_FACTOR_REQUIRED",
    );
    const begun = await as(awa.token, "POST", path, { password: awa.password, totp: old() });
    nextStep();
    expect(codeOf(await logIn(awa, { totp: old() }))).toBe("201");
    nextStep();
    const app = appOf(begun.body.data.secret);
    expect(codeOf(await as(awa.token, "POST", `${path}/confirm`, { totp: app() }))).toBe("200");
    nextStep();
    expect(codeOf(await logIn(awa, { totp: old() }))).toBe("SECOND_FACTOR_INVALID");
    expect(codeOf(await logIn(awa, { totp: app() }))).toBe("201");
  });
  it("stores the secret sealed and the codes hashed", async () => {
    const begun = await as(awa.token, "POST", path, { password: awa.password });
    const app = appOf(begun.body.data.secret);
    const { body } = await as(awa.token, "POST", `${path}/confirm`, { totp: app() });
    const [row] = await world.owner.query<{ all: string }>({
      text: `select coalesce(string_agg(f::text, ''), '') || (select string_agg(c::text, '') from recovery_codes c) as all
               from second_factors f`,
    });
    for (const code of [begun.body.data.secret, ...body.data.recoveryCodes])
      for (const form of [code, Buffer.from(code).toString("hex")]) expect(row?.all).not.toContain(form);
  });
});

describe("a code", () => {
  it("of the phone whose clock is a step off counts, of two steps not", async () => {
    const { app } = await enrol(awa);
    for (let step = 0; step < 3; step += 1) nextStep();
    expect(codeOf(await logIn(awa, { totp: app(-2) }))).toBe("SECOND_FACTOR_INVALID");
    expect(codeOf(await logIn(awa, { totp: app(2) }))).toBe("SECOND_FACTOR_INVALID");
    expect(codeOf(await logIn(awa, { totp: app(-1) }))).toBe("201");
    expect(codeOf(await logIn(awa, { totp: app(1) }))).toBe("201");
  });
  it("counts once, also when it is sent five times at once", async () => {
    const { app } = await enrol(awa);
    const totp = app();
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(awa, { totp })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });
  it("that is wrong counts as a wrong password does", async () => {
    const { app } = await enrol(awa);
    for (let guess = 1; guess <= 5; guess += 1)
      expect(codeOf(await logIn(awa, { totp: app(10 + guess) }))).toBe("SECOND_FACTOR_INVALID");
    expect(codeOf(await logIn(awa, { totp: app() }))).toBe("RATE_LIMITED");
    await world.app.operators.settled();
    const [row] = await world.owner.query<{ count: bigint }>({
      text: "select count(*) from audit_log where subject = $1 and action = 'operator.login_failed' and after = 'SECOND_FACTOR'",
      values: [awa.operatorId],
    });
    expect(row?.count).toBe(5n);
  });
  it("says nothing about the password: with a wrong one its rightness is not told", async () => {
    const { app } = await enrol(awa);
    const wrong = { ...awa, password: "not the password" };
    expect(codeOf(await logIn(wrong, { totp: app() }))).toBe("INVALID_CREDENTIALS");
    expect(codeOf(await logIn(wrong))).toBe("INVALID_CREDENTIALS");
    expect(codeOf(await logIn(awa, { totp: app() }))).toBe("201");
  });
  it.each([{ totp: "12345" }, { totp: "abcdef" }, { totp: 123456 }, { recoveryCode: "short" }])(
    "like %o is no code: 400",
    async (code) => {
      expect(codeOf(await logIn(awa, code))).toBe("VALIDATION_ERROR");
    },
  );
});

describe("recovery codes", () => {
  it("each open one log-in, however they are written, and the audit log says so", async () => {
    const { codes } = await enrol(awa);
    const [one = "", two = ""] = codes;
    expect(one).toMatch(/^[0-9a-z]{4}(?:-[0-9a-z]{4}){3}$/);
    expect(codeOf(await logIn(awa, { recoveryCode: one }))).toBe("201");
    expect(codeOf(await logIn(awa, { recoveryCode: one }))).toBe("SECOND_FACTOR_INVALID");
    expect(codeOf(await logIn(awa, { recoveryCode: two.toUpperCase().replaceAll("-", " ") }))).toBe("201");
    expect((await as(awa.token, "GET", path)).body.data.recoveryCodesLeft).toBe(8);
    const rows = await world.owner.query({
      text: "select 1 from audit_log where subject = $1 and action = 'operator.logged_in' and after = 'RECOVERY_CODE'",
      values: [awa.operatorId],
    });
    expect(rows).toHaveLength(2);
  });
  it("opens one of five log-ins that use it at once", async () => {
    const { codes } = await enrol(awa);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => logIn(awa, { recoveryCode: codes[0] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });
  it("of another operator open nothing", async () => {
    const { codes } = await enrol(awa);
    const kofi = await joinOperator(world, {
      email: `kofi-${joined}@example.com`,
      permissions: ["tenant.team.read"],
      by: first.token,
    });
    await enrol(kofi);
    expect(codeOf(await logIn(kofi, { recoveryCode: codes[0] }))).toBe("SECOND_FACTOR_INVALID");
  });
  it("are made anew by a code: those of before work no more", async () => {
    const { app, codes } = await enrol(awa);
    const renew = (body: object) =>
      as(awa.token, "POST", `${path}/recovery-codes`, { password: awa.password, ...body });
    expect(codeOf(await renew({}))).toBe("SECOND_FACTOR_REQUIRED");
    const renewed = await renew({ totp: app() });
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect(codeOf(await logIn(awa, { recoveryCode: codes[0] }))).toBe("SECOND_FACTOR_INVALID");
    expect(codeOf(await logIn(awa, { recoveryCode: renewed.body.data.recoveryCodes[0] }))).toBe("201");
  });
});

describe("without the phone", () => {
  it("it is taken away by password and code, or by a link of two colleagues", async () => {
    const { codes } = await enrol(awa);
    const remove = (body: object) =>
      as(awa.token, "POST", `${path}/remove`, { password: awa.password, ...body });
    expect(codeOf(await remove({}))).toBe("SECOND_FACTOR_REQUIRED");
    const removed = await remove({ recoveryCode: codes[0] });
    expect([codeOf(removed), removed.body.data.secondFactor]).toEqual(["200", false]);
    expect(codeOf(await logIn(awa))).toBe("201");
    expect(codeOf(await remove({}))).toBe("SECOND_FACTOR_ABSENT");
    expect(codeOf(await as(awa.token, "POST", `${path}/recovery-codes`, { password: awa.password }))).toBe(
      "SECOND_FACTOR_ABSENT",
    );
    await enrol(awa);
    const token = await sendRecovery(world, awa, [first, await world.operator("second")]);
    expect(codeOf(await logIn(awa))).toBe("SECOND_FACTOR_REQUIRED");
    const password = "found again at last";
    await world.request("POST", "/tenant/invitations/accept", {
      apiKey: null,
      body: { token, password },
    });
    expect(codeOf(await logIn({ ...awa, password }))).toBe("201");
  });
});

describe("where every operator needs one", () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ requireSecondFactor: true });
  });
  afterAll(() => strict?.stop());

  it("an operator without can set one up, and nothing else; with one it works, and does not take it away", async () => {
    const { token, email, password } = await strict.operator();
    const ask = (method: string, where: string, body?: unknown) =>
      strict.request(method, where, { apiKey: token, ...(body === undefined ? {} : { body }) });
    expect(codeOf(await ask("GET", "/tenant/operators"))).toBe("SECOND_FACTOR_ENROLMENT_REQUIRED");
    expect(codeOf(await ask("GET", "/tenant/me"))).toBe("200");
    const begun = await ask("POST", path, { password });
    const app = appOf(begun.body.data.secret, strict);
    expect(codeOf(await ask("POST", `${path}/confirm`, { totp: app() }))).toBe("200");
    expect(codeOf(await ask("GET", "/tenant/operators"))).toBe("200");
    expect((await ask("GET", path)).body.data.required).toBe(true);
    expect(codeOf(await ask("POST", `${path}/remove`, { password, totp: app(1) }))).toBe(
      "SECOND_FACTOR_DEMANDED",
    );
    const bare = await strict.request("POST", "/tenant/sessions", {
      apiKey: null,
      body: { email, password },
    });
    expect(codeOf(bare)).toBe("SECOND_FACTOR_REQUIRED");
  });
});
