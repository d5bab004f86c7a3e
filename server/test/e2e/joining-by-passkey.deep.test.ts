import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Answer, startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { type Authenticator, createAuthenticator, type Quirks } from "../harness/authenticator.ts";
import { mailsTo } from "../harness/mails.ts";
import { sendRecovery } from "../harness/operators.ts";
import { addPerson, openPage, type Page } from "../harness/page.ts";
import { callAs } from "../harness/people.ts";

/** Accounts that are opened with a passkey and have no password, through the API and real signatures. */
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36";
let world: TestApp;
let origin: string;
let first: TestOperator;

beforeAll(async () => {
  world = await startTestApp({ publicHost: "localhost" });
  origin = world.origin.replace("127.0.0.1", "localhost");
  first = await world.operator();
});
afterAll(() => world?.stop());

const codeOf = ({ status, body }: Answer): string => (status < 400 ? `${status}` : body.error.code);
const visitor = (audience: "merchant" | "operator" = "merchant"): Page =>
  openPage(world, audience, { userAgent: phone });
const tokenTo = async (email: string, kind: string): Promise<string> => {
  await world.app.persons.logIn.settled();
  const mail = (await mailsTo(world, email)).findLast((each) => each.kind === kind);
  if (mail?.token == null) throw new Error(`no ${kind} to ${email}`);
  return mail.token;
};

let invited = 0;
async function invite(): Promise<{ readonly email: string; readonly token: string }> {
  invited += 1;
  const email = `invited-${invited}@example.com`;
  const made = await world.request("POST", `/merchant/merchants/${world.merchantId}/invitations`, {
    apiKey: world.apiKey,
    body: { email, sandbox: { role: "VIEWER" } },
  });
  expect(made.status).toBe(201);
  return { email, token: await tokenTo(email, "MEMBER_INVITATION") };
}

const begin = (token: string, page = visitor(), name = "Awa Diop") =>
  page.call("POST", "invitations/passkey/options", { token, name });
const finish = (token: string, credential: object, page: Page) =>
  page.call("POST", "invitations/passkey", { token, name: "Awa Diop", credential });

interface Joined {
  readonly email: string;
  readonly page: Page;
  readonly key: Authenticator;
  readonly answer: Answer;
  readonly codes: readonly string[];
}
async function join(): Promise<Joined> {
  const { email, token } = await invite();
  const page = visitor();
  const key = createAuthenticator(origin);
  const { options } = (await begin(token, page)).body.data;
  const answer = await finish(token, key.create(options), page);
  expect(codeOf(answer)).toBe("200");
  return { email, page, key, answer, codes: answer.body.data.recoveryCodes };
}
async function logInWith(key: Authenticator, audience: "merchant" | "operator" = "merchant") {
  const page = visitor(audience);
  const { options } = (await page.call("POST", "passkey-log-in/options")).body.data;
  return { page, answer: await page.call("POST", "passkey-log-in", { credential: key.get(options) }) };
}
async function stepUp(page: Page, key: Authenticator): Promise<void> {
  const { options } = (await page.call("POST", "step-up/options")).body.data;
  expect(codeOf(await page.call("POST", "step-up", { credential: key.get(options) }))).toBe("200");
}

describe("an invited person", () => {
  it("joins with a passkey, is logged in with both factors, and has recovery codes", async () => {
    const { email, token } = await invite();
    const page = visitor();
    const key = createAuthenticator(origin);
    const begun = await begin(token, page);
    expect(begun.body.data.options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: email, displayName: "Awa Diop" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const answer = await finish(token, key.create(begun.body.data.options), page);
    expect(answer.body.data).toMatchObject({
      email,
      name: "Awa Diop",
      hasPassword: false,
      secondFactor: { enrolled: true, totp: false, passkeys: 1, recoveryCodesLeft: 10 },
      stepUp: { fresh: true, methods: ["passkey"] },
    });
    expect(new Set(answer.body.data.recoveryCodes).size).toBe(10);
    const [passkey] = (await page.call("GET", "passkeys")).body.data;
    expect(passkey.name).toBe("Chrome, Android");
    const cookie = page.cookie() ?? "";
    expect((await callAs(world, cookie)("GET", "/payments/wallets")).status).toBe(200);
    const audited = await world.owner.query<{ readonly action: string }>({
      text: "select action from audit_log where actor = $1 order by sequence",
      values: [answer.body.data.id],
    });
    expect(audited.map(({ action }) => action)).toEqual([
      "person.opened",
      "member.joined",
      "person.passkey_added",
      "person.logged_in",
    ]);
    // Nothing has changed for somebody who was never here before.
    expect((await mailsTo(world, email)).map(({ kind }) => kind)).toEqual(["MEMBER_INVITATION"]);
  });

  it("logs in with the passkey alone afterwards, and never with a password", async () => {
    const { email, key, codes } = await join();
    expect(codeOf((await logInWith(key)).answer)).toBe("200");
    for (const given of [{}, { recoveryCode: codes[0] }, { totp: "000000" }]) {
      const refused = await visitor().call("POST", "log-in", {
        email,
        password: "anything at all",
        ...given,
      });
      expect([refused.status, codeOf(refused)]).toEqual([401, "INVALID_CREDENTIALS"]);
    }
    expect(codeOf((await logInWith(key, "operator")).answer)).toBe("PASSKEY_INVALID");
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another domain", { domain: "evil.example" }],
    ["an authenticator that did not verify its user", { verifiesUser: false }],
    ["a challenge that was never given", { challenge: "A".repeat(43) }],
  ] as const)("does not join by %s, and the link stays good", async (_name, quirks: Quirks) => {
    const { email, token } = await invite();
    const page = visitor();
    const { options } = (await begin(token, page)).body.data;
    const answer = await finish(token, createAuthenticator(origin).create(options, quirks), page);
    expect([answer.status, codeOf(answer), page.cookie()]).toEqual([401, "PASSKEY_INVALID", null]);
    const rows = await world.owner.query({ text: "select 1 from persons where email = $1", values: [email] });
    expect(rows).toEqual([]);
    const again = (await begin(token, page)).body.data.options;
    expect(codeOf(await finish(token, createAuthenticator(origin).create(again), page))).toBe("200");
  });

  it("uses a question once, with its own link, within five minutes", async () => {
    const [mine, other] = [await invite(), await invite()];
    const page = visitor();
    const { options } = (await begin(mine.token, page)).body.data;
    const credential = createAuthenticator(origin).create(options);
    expect(codeOf(await finish(other.token, credential, page))).toBe("PASSKEY_INVALID");
    const answers = await Promise.all([1, 2].map(() => finish(mine.token, credential, visitor())));
    expect(answers.map(codeOf).sort()).toEqual([
      "200",
      expect.stringMatching(/^PASSKEY_INVALID|INVITATION_INVALID$/),
    ]);
    const late = (await begin(other.token, page)).body.data.options;
    world.clock.advance(5 * MINUTE_MS);
    const answer = await finish(other.token, createAuthenticator(origin).create(late), page);
    expect(codeOf(answer)).toBe("PASSKEY_INVALID");
  });

  it("is told to log in where the address has an account, and that a link is gone", async () => {
    const { email, token } = await invite();
    const page = visitor();
    const { options } = (await begin(token, page)).body.data;
    const password = "quatre mots de passe choisis";
    expect(codeOf(await visitor().call("POST", "invitations/accept", { token, name: "Awa", password }))).toBe(
      "200",
    );
    expect(codeOf(await finish(token, createAuthenticator(origin).create(options), page))).toBe(
      "INVITATION_INVALID",
    );
    expect(codeOf(await begin(token))).toBe("INVITATION_INVALID");
    const known = await addPerson(world);
    const path = `/merchant/merchants/${world.merchantId}/invitations`;
    await world.request("POST", path, {
      apiKey: world.apiKey,
      body: { email: known.email, sandbox: { role: "VIEWER" } },
    });
    const second = await tokenTo(known.email, "MEMBER_INVITATION");
    expect(codeOf(await begin(second))).toBe("PERSON_EMAIL_TAKEN");
    expect(email).not.toBe(known.email);
  });

  it("is refused a name of another form, and an answer of another shape", async () => {
    const { token } = await invite();
    expect(codeOf(await begin(token, visitor(), ""))).toBe("VALIDATION_ERROR");
    const page = visitor();
    const bad = await page.call("POST", "invitations/passkey", {
      token,
      name: "Awa",
      credential: { id: "x" },
    });
    expect([bad.status, codeOf(bad)]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("an account without a password", () => {
  let awa: Joined;
  beforeAll(async () => {
    awa = await join();
  });

  it("proves to be present by its passkey, and is asked for nothing that it does not have", async () => {
    const { page, key } = awa;
    world.clock.advance(5 * MINUTE_MS);
    const refused = await page.call("POST", "step-up", { password: "anything at all" });
    expect([codeOf(refused), refused.body.error.details.methods]).toEqual([
      "STEP_UP_METHOD_REFUSED",
      ["passkey"],
    ]);
    const newPassword = "quatre mots bien choisis ici";
    expect(codeOf(await page.call("POST", "password", { newPassword }))).toBe("STEP_UP_REQUIRED");
    const wrong = await page.call("POST", "password", { currentPassword: "x", newPassword });
    expect([wrong.status, codeOf(wrong)]).toEqual([409, "PASSWORD_ABSENT"]);
    await stepUp(page, key);
  });

  it("keeps its last passkey while there is no other way in", async () => {
    const { page } = awa;
    const [passkey] = (await page.call("GET", "passkeys")).body.data;
    const refused = await page.call("POST", `passkeys/${passkey.id}/remove`, {});
    expect([refused.status, codeOf(refused)]).toEqual([409, "PASSKEY_DEMANDED"]);
    expect((await page.call("GET", "passkeys")).body.data).toHaveLength(1);
  });

  it("gets its first password without a former one; its holder is told, and the other log-ins end", async () => {
    const { page, key, email } = awa;
    const other = (await logInWith(key)).page;
    const weak = await page.call("POST", "password", { newPassword: "azertyuiopqs" });
    expect(codeOf(weak)).toBe("VALIDATION_ERROR");
    const newPassword = "quatre mots bien choisis ici";
    const changed = await page.call("POST", "password", { newPassword });
    expect([codeOf(changed), changed.body.data.hasPassword]).toEqual(["200", true]);
    expect(codeOf(await other.call("GET", "me"))).toBe("LOG_IN_REQUIRED");
    expect((await mailsTo(world, email)).map(({ kind }) => kind)).toContain("PASSWORD_CHANGED");
    const missing = await page.call("POST", "password", { newPassword: "encore quatre mots choisis" });
    expect([missing.status, missing.body.error.details.fields]).toEqual([
      400,
      [expect.objectContaining({ path: "currentPassword", rule: "required" })],
    ]);
    const [passkey] = (await page.call("GET", "passkeys")).body.data;
    expect(codeOf(await page.call("POST", `passkeys/${passkey.id}/remove`, {}))).toBe("200");
    expect(codeOf(await visitor().call("POST", "log-in", { email, password: newPassword }))).toBe("200");
  });

  test("with the passkey lost, a link by mail and a recovery code open it, and neither does alone", async () => {
    const { email, codes } = await join();
    await visitor().call("POST", "forgot", { email });
    const token = await tokenTo(email, "PASSWORD_RESET");
    const password = "une phrase tout à fait nouvelle";
    expect(codeOf(await visitor().call("POST", "reset", { token, password }))).toBe("200");
    const alone = await visitor().call("POST", "log-in", { email, password });
    expect([codeOf(alone), alone.body.error.details.methods]).toEqual([
      "SECOND_FACTOR_REQUIRED",
      ["passkey", "recoveryCode"],
    ]);
    const page = visitor();
    const opened = await page.call("POST", "log-in", { email, password, recoveryCode: codes[3] });
    expect([codeOf(opened), opened.body.data.secondFactor.recoveryCodesLeft]).toEqual(["200", 9]);
    const key = createAuthenticator(origin);
    const { options } = (await page.call("POST", "passkeys/options", {})).body.data;
    expect(
      codeOf(await page.call("POST", "passkeys", { name: "New", credential: key.create(options) })),
    ).toBe("201");
  });
});

describe("an operator", () => {
  const add = async (email: string): Promise<string> => {
    const made = await world.request("POST", "/tenant/operators", {
      apiKey: first.token,
      body: { email, name: "Yao", permissions: ["tenant.team.read"] },
    });
    expect(made.status).toBe(201);
    return made.body.data.id;
  };
  const open = async (token: string, key: Authenticator) => {
    const page = visitor("operator");
    const { options } = (await page.call("POST", "links/passkey/options", { token })).body.data;
    const answer = await page.call("POST", "links/passkey", { token, credential: key.create(options) });
    return { page, answer };
  };

  it("opens the account with a passkey, and is ACTIVE again when a colleague disables it and two enable it", async () => {
    const email = "yao@example.com";
    const id = await add(email);
    const token = await tokenTo(email, "OPERATOR_INVITATION");
    const key = createAuthenticator(origin);
    const { page, answer } = await open(token, key);
    expect(codeOf(answer)).toBe("200");
    expect(answer.body.data).toMatchObject({ audience: "operator", hasPassword: false });
    expect(answer.body.data.recoveryCodes).toHaveLength(10);
    expect(codeOf(await page.call("GET", "me"))).toBe("200");
    expect(codeOf(await visitor("operator").call("POST", "links/passkey/options", { token }))).toBe(
      "LOG_IN_LINK_INVALID",
    );
    const change = (status: string) =>
      world.request("PATCH", `/tenant/operators/${id}`, { apiKey: first.token, body: { status } });
    const disabled = await change("DISABLED");
    expect([disabled.status, disabled.body.data.status]).toEqual([200, "DISABLED"]);
    const proposed = await change("ACTIVE");
    expect([proposed.status, proposed.body.data.object]).toEqual([202, "change_request"]);
    const { token: secondToken } = await world.operator("second");
    const confirmed = await world.request(
      "POST",
      `/tenant/change-requests/${proposed.body.data.id}/confirm`,
      { apiKey: secondToken, body: {} },
    );
    expect(codeOf(confirmed)).toBe("200");
    expect(codeOf((await logInWith(key, "operator")).answer)).toBe("200");
    expect(codeOf(await visitor("merchant").call("POST", "links/passkey/options", { token }))).toBe(
      "LOG_IN_LINK_INVALID",
    );
  });

  it("comes back by a link of two colleagues with a passkey; the password and the former factors open nothing", async () => {
    const email = "ama@example.com";
    const id = await add(email);
    const password = "trois mots de passe choisis";
    const token = await tokenTo(email, "OPERATOR_INVITATION");
    await world.request("POST", "/tenant/invitations/accept", { apiKey: null, body: { token, password } });
    expect(codeOf(await visitor("operator").call("POST", "log-in", { email, password }))).toBe("200");
    const two = [first, await world.operator("second")] as const;
    const recovery = await sendRecovery(world, { operatorId: id, email }, two);
    const key = createAuthenticator(origin);
    const { answer } = await open(recovery, key);
    expect([codeOf(answer), answer.body.data.hasPassword]).toEqual(["200", false]);
    expect(codeOf(await visitor("operator").call("POST", "log-in", { email, password }))).toBe(
      "INVALID_CREDENTIALS",
    );
    expect((await mailsTo(world, email)).map(({ kind }) => kind)).toContain("SECOND_FACTOR_CHANGED");
    expect(codeOf((await logInWith(key, "operator")).answer)).toBe("200");
  });

  it("is refused when the invitation has expired", async () => {
    await add("kofi@example.com");
    const token = await tokenTo("kofi@example.com", "OPERATOR_INVITATION");
    world.clock.advance(3 * DAY_MS);
    const answer = await visitor("operator").call("POST", "links/passkey/options", { token });
    expect([answer.status, codeOf(answer)]).toEqual([404, "LOG_IN_LINK_INVALID"]);
  });
});
