import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { totpCode, totpStep } from "../../src/modules/log-in/totp.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { type Authenticator, createAuthenticator, type Quirks } from "../harness/authenticator.ts";
import { mailsTo } from "../harness/mails.ts";
import { base32Bytes } from "../harness/operators.ts";
import { addPerson, openPage, type Page, type TestPerson } from "../harness/page.ts";

/** Second factors of pages: authenticator apps, recovery codes, passkeys, and the proof of presence by each. */
const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
let world: TestApp;
let origin: string;

beforeAll(async () => {
  world = await startTestApp({ publicHost: "localhost" });
  origin = world.origin.replace("127.0.0.1", "localhost");
});
afterAll(() => world?.stop());

const codeOf = ({ status, body }: Answer): string => (status < 400 ? `${status}` : body.error.code);
const totpOf = (secret: string): string => totpCode(base32Bytes(secret), totpStep(world.clock.nowMs()));
const logIn = (page: Page, { email, password }: TestPerson, codes = {}) =>
  page.call("POST", "log-in", { email, password, ...codes });
async function loggedIn(person: TestPerson, codes = {}): Promise<Page> {
  const page = openPage(world, "merchant");
  expect(codeOf(await logIn(page, person, codes))).toBe("200");
  return page;
}
const stepUpOf = async (page: Page) => (await page.call("GET", "me")).body.data.stepUp;
const kindsTo = async ({ email }: TestPerson) => (await mailsTo(world, email)).map(({ kind }) => kind);

describe("an authenticator app", () => {
  let person: TestPerson;
  let page: Page;
  let secret: string;
  let codes: readonly string[];
  beforeAll(async () => {
    person = await addPerson(world);
    page = await loggedIn(person);
  });

  it("is set up by a code of it, brings ten recovery codes, and ends the other log-ins", async () => {
    const phone = await loggedIn(person);
    expect(codeOf(await page.call("POST", "second-factor/confirm", { totp: "000000" }))).toBe(
      "SECOND_FACTOR_NOT_BEGUN",
    );
    const begun = await page.call("POST", "second-factor", {});
    expect(begun.status).toBe(201);
    ({ secret } = begun.body.data);
    expect(begun.body.data.otpauthUrl).toContain(encodeURIComponent(person.email));
    expect(codeOf(await page.call("POST", "second-factor/confirm", { totp: "000000" }))).toBe(
      "SECOND_FACTOR_INVALID",
    );
    const confirmed = await page.call("POST", "second-factor/confirm", { totp: totpOf(secret) });
    codes = confirmed.body.data.recoveryCodes;
    expect(new Set(codes).size).toBe(10);
    expect(codeOf(await phone.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    expect((await page.call("GET", "second-factor")).body.data).toMatchObject({
      enrolled: true,
      totp: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
    });
    expect(await kindsTo(person)).toEqual(["SECOND_FACTOR_CHANGED"]);
  });

  it("is asked for beside the password, and each code counts once, however often it is sent at once", async () => {
    world.clock.advance(STEP_MS);
    const missing = await logIn(openPage(world, "merchant"), person);
    expect([missing.status, codeOf(missing)]).toEqual([401, "SECOND_FACTOR_REQUIRED"]);
    expect(missing.body.error.details.methods).toEqual(["totp", "recoveryCode"]);
    const totp = totpOf(secret);
    const answers = await Promise.all(
      [1, 2, 3].map(() => logIn(openPage(world, "merchant"), person, { totp })),
    );
    expect(answers.map(codeOf).sort()).toEqual(["200", "SECOND_FACTOR_INVALID", "SECOND_FACTOR_INVALID"]);
    const [recoveryCode] = codes;
    const both = await Promise.all(
      [1, 2].map(() => logIn(openPage(world, "merchant"), person, { recoveryCode })),
    );
    expect(both.map(codeOf).sort()).toEqual(["200", "SECOND_FACTOR_INVALID"]);
  });

  it("proves presence for five minutes to the instant, under a new cookie of the same log-in", async () => {
    world.clock.advance(5 * MINUTE_MS);
    expect(await stepUpOf(page)).toEqual({ fresh: false, until: null, methods: ["totp"] });
    expect(codeOf(await page.call("POST", "second-factor/recovery-codes", {}))).toBe("STEP_UP_REQUIRED");
    const before = page.copy();
    const { id } = (await page.call("GET", "me")).body.data.logIn;
    const refused = await page.call("POST", "step-up", { password: person.password });
    expect([codeOf(refused), refused.body.error.details.methods]).toEqual([
      "STEP_UP_METHOD_REFUSED",
      ["totp"],
    ]);
    expect(codeOf(await page.call("POST", "step-up", { totp: "000000" }))).toBe("SECOND_FACTOR_INVALID");
    expect(codeOf(await page.call("POST", "step-up", {}))).toBe("VALIDATION_ERROR");
    const proved = await page.call("POST", "step-up", { totp: totpOf(secret) });
    expect(proved.body.data.stepUp).toEqual({
      fresh: true,
      until: new Date(world.clock.nowMs() + 5 * MINUTE_MS).toISOString(),
      methods: ["totp"],
    });
    expect(proved.body.data.logIn.id).toBe(id);
    expect(page.cookie()).not.toBe(before.cookie());
    expect(codeOf(await before.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    world.clock.advance(5 * MINUTE_MS - 1);
    const renewed = await page.call("POST", "second-factor/recovery-codes", {});
    expect(codeOf(renewed)).toBe("201");
    expect(codeOf(await logIn(openPage(world, "merchant"), person, { recoveryCode: codes[1] }))).toBe(
      "SECOND_FACTOR_INVALID",
    );
    world.clock.advance(1);
    expect(codeOf(await page.call("POST", "second-factor/recovery-codes", {}))).toBe("STEP_UP_REQUIRED");
    codes = renewed.body.data.recoveryCodes;
  });

  it("is taken away with a proof in the request; its recovery codes end too", async () => {
    const remove = (body: object) => page.call("POST", "second-factor/remove", body);
    const { password } = person;
    expect(codeOf(await remove({ password }))).toBe("SECOND_FACTOR_REQUIRED");
    expect(codeOf(await remove({ password, totp: totpOf(secret) }))).toBe("200");
    expect((await page.call("GET", "second-factor")).body.data).toMatchObject({
      enrolled: false,
      recoveryCodesLeft: 0,
    });
    expect(codeOf(await logIn(openPage(world, "merchant"), person, { recoveryCode: codes[2] }))).toBe("200");
    const again = await remove({ password });
    expect([again.status, codeOf(again)]).toEqual([409, "SECOND_FACTOR_ABSENT"]);
  });

  it("stays when the password is reset by a link", async () => {
    const other = await addPerson(world);
    const own = await loggedIn(other);
    const { secret: kept } = (await own.call("POST", "second-factor", {})).body.data;
    await own.call("POST", "second-factor/confirm", { totp: totpOf(kept) });
    await openPage(world, "merchant").call("POST", "forgot", { email: other.email });
    await world.app.persons.logIn.settled();
    const token = (await mailsTo(world, other.email)).find(({ kind }) => kind === "PASSWORD_RESET")?.token;
    const password = "un mot de passe tout neuf et long";
    expect(codeOf(await openPage(world, "merchant").call("POST", "reset", { token, password }))).toBe("200");
    const changed = { ...other, password };
    expect(codeOf(await logIn(openPage(world, "merchant"), changed))).toBe("SECOND_FACTOR_REQUIRED");
    world.clock.advance(STEP_MS);
    await loggedIn(changed, { totp: totpOf(kept) });
  });
});

describe("a passkey", () => {
  let person: TestPerson;
  let page: Page;
  let key: Authenticator;
  let id: string;
  const begin = async (on: Page, path: string, body?: object) =>
    (await on.call("POST", path, body)).body.data.options;
  const logInWith = async (device: Authenticator, quirks: Quirks = {}, on = openPage(world, "merchant")) => {
    const options = await begin(on, "passkey-log-in/options");
    return on.call("POST", "passkey-log-in", { credential: device.get(options, quirks) });
  };
  beforeAll(async () => {
    person = await addPerson(world);
    page = await loggedIn(person);
    key = createAuthenticator(origin);
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another domain", { domain: "evil.example" }],
    ["an authenticator that did not verify its user", { verifiesUser: false }],
    ["a challenge that was never given", { challenge: "A".repeat(43) }],
    ["no challenge", { challenge: "" }],
  ] as const)("is not set up by %s", async (_name, quirks) => {
    const options = await begin(page, "passkeys/options", {});
    const answer = await page.call("POST", "passkeys", {
      name: "Phone",
      credential: key.create(options, quirks),
    });
    expect([answer.status, codeOf(answer)]).toEqual([401, "PASSKEY_INVALID"]);
    expect((await page.call("GET", "passkeys")).body.data).toEqual([]);
  });

  it("is set up once, asks for a resident key and a verified user, and brings recovery codes as the first factor", async () => {
    const options = await begin(page, "passkeys/options", {});
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: person.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const credential = key.create(options);
    const answer = await page.call("POST", "passkeys", { name: "Awa's phone", credential });
    expect(answer.status).toBe(201);
    expect(answer.body.data.recoveryCodes).toHaveLength(10);
    ({ id } = answer.body.data);
    expect((await page.call("GET", "passkeys")).body.data).toEqual([
      expect.objectContaining({
        object: "passkey",
        id,
        name: "Awa's phone",
        synced: false,
        lastUsedAt: null,
      }),
    ]);
    expect(codeOf(await page.call("POST", "passkeys", { name: "Again", credential }))).toBe(
      "PASSKEY_INVALID",
    );
    const second = await begin(page, "passkeys/options", {});
    expect(second.excludeCredentials).toHaveLength(1);
    const twice = await page.call("POST", "passkeys", { name: "Again", credential: key.create(second) });
    expect([twice.status, codeOf(twice)]).toEqual([409, "PASSKEY_EXISTS"]);
    expect(await kindsTo(person)).toEqual(["SECOND_FACTOR_CHANGED"]);
  });

  it("logs in by itself, and the password alone no more", async () => {
    const on = openPage(world, "merchant");
    const options = await begin(on, "passkey-log-in/options");
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options.allowCredentials).toBeUndefined();
    const credential = key.get(options);
    const answers = await Promise.all([
      on.call("POST", "passkey-log-in", { credential }),
      openPage(world, "merchant").call("POST", "passkey-log-in", { credential }),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(["200", "PASSKEY_INVALID"]);
    const missing = await logIn(openPage(world, "merchant"), person);
    expect([codeOf(missing), missing.body.error.details.methods]).toEqual([
      "SECOND_FACTOR_REQUIRED",
      ["passkey", "recoveryCode"],
    ]);
  });

  it.each([
    ["with a count that did not grow, as a copy has", { count: 1 }],
    ["at another origin", { origin: "http://127.0.0.1:1" }],
    ["for another domain", { domain: "evil.example" }],
    ["without a verified user", { verifiesUser: false }],
  ] as const)("does not log in %s", async (_name, quirks) => {
    const answer = await logInWith(key, quirks);
    expect([answer.status, codeOf(answer)]).toEqual([401, "PASSKEY_INVALID"]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(codeOf(await logInWith(key, { count: 1_000 + lastCount() }))).toBe("200");
  });

  it("opens nothing at the other audience, nor when nobody has set it up", async () => {
    expect(codeOf(await logInWith(key, { count: 1_000 + lastCount() }, openPage(world, "operator")))).toBe(
      "PASSKEY_INVALID",
    );
    expect(codeOf(await logInWith(createAuthenticator(origin)))).toBe("PASSKEY_INVALID");
  });

  it("proves presence, of its own holder only, after five minutes at most", async () => {
    world.clock.advance(5 * MINUTE_MS);
    const stranger = await loggedIn(await addPerson(world));
    const strange = await begin(stranger, "step-up/options");
    expect(strange.allowCredentials ?? []).toEqual([]);
    const borrowed = key.get(strange, { count: 1_000 + lastCount() });
    expect(codeOf(await stranger.call("POST", "step-up", { credential: borrowed }))).toBe("PASSKEY_INVALID");
    const late = await begin(page, "step-up/options");
    world.clock.advance(5 * MINUTE_MS);
    const tooLate = key.get(late, { count: 1_000 + lastCount() });
    expect(codeOf(await page.call("POST", "step-up", { credential: tooLate }))).toBe("PASSKEY_INVALID");
    const options = await begin(page, "step-up/options");
    expect(options.allowCredentials).toHaveLength(1);
    const credential = key.get(options, { count: 1_000 + lastCount() });
    const proved = await page.call("POST", "step-up", { credential });
    expect(proved.body.data.stepUp.fresh).toBe(true);
    const [entry] = await world.owner.query({
      text: "select action, after from audit_log where actor = $1 order by sequence desc limit 1",
      values: [proved.body.data.id],
    });
    expect(entry).toEqual({ action: "person.stepped_up", after: "PASSKEY" });
  });

  it("is taken away by its holder alone, and then logs in no more", async () => {
    const stranger = await loggedIn(await addPerson(world));
    expect(codeOf(await stranger.call("POST", `passkeys/${id}/remove`, {}))).toBe("RESOURCE_NOT_FOUND");
    expect(codeOf(await page.call("POST", `passkeys/${id}/remove`, {}))).toBe("200");
    expect(codeOf(await logInWith(key, { count: 1_000 + lastCount() }))).toBe("PASSKEY_INVALID");
    await loggedIn(person);
    expect((await page.call("GET", "second-factor")).body.data).toMatchObject({
      enrolled: false,
      recoveryCodesLeft: 0,
    });
  });
});

/** Counts that only grow, so that each test is free to break one. */
let counted = 0;
function lastCount(): number {
  counted += 1;
  return counted;
}
