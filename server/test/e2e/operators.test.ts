import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorAudience } from "../../src/modules/log-in/index.ts";
import { INVITATION_LIFE_MS } from "../../src/modules/operators/index.ts";
import { startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { mailsTo } from "../harness/mails.ts";
import { invitationTokenOf, joinOperator } from "../harness/operators.ts";

let world: TestApp;
let first: TestOperator;

beforeAll(async () => {
  world = await startTestApp();
  first = await world.operator();
});
afterAll(() => world.stop());

const as = (token: string | null, method: string, path: string, body?: unknown) =>
  world.request(method, path, { apiKey: token, ...(body === undefined ? {} : { body }) });
const logIn = (email: string, password: string) => as(null, "POST", "/tenant/sessions", { email, password });

const accept = (token: string, password: string) =>
  as(null, "POST", "/tenant/invitations/accept", { token, password });
const invite = (email: string, permissions: readonly string[] = ["tenant.team.read"], by = first.token) =>
  as(by, "POST", "/tenant/operators", { email, name: "Kofi Mensah", permissions });
const join = (email: string, permissions: readonly string[]): Promise<TestOperator> =>
  joinOperator(world, { email, permissions, by: first.token });
const auditOf = async (subject: string): Promise<readonly string[]> => {
  await world.app.operators.settled();
  const { body } = await as(first.token, "GET", `/tenant/audit?subject=${subject}`);
  return body.data.map(({ action }: { action: string }) => action).toReversed();
};

const confirm = (token: string, id: string) => as(token, "POST", `/tenant/change-requests/${id}/confirm`);
/** One colleague proposes to enable an account, another confirms it. */
const enable = async (id: string) => {
  const { body } = await as(first.token, "PATCH", `/tenant/operators/${id}`, { status: "ACTIVE" });
  return confirm((await world.operator("second")).token, body.data.id);
};

describe("logging in", () => {
  it("answers a token that opens the tenant's paths, in any case of the address", async () => {
    const { status, body } = await logIn(first.email.toUpperCase(), first.password);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ object: "operator_session", operator: { email: first.email } });
    expect(body.data.token).toMatch(/^svc_op_[\w-]{43}$/);
    const me = await as(body.data.token, "GET", "/tenant/me");
    expect(me.body.data).toMatchObject({ object: "operator", email: first.email, status: "ACTIVE" });
    const stored = await world.owner.query<{ hash: Buffer }>({ text: "select hash from log_in_sessions" });
    expect(stored.some(({ hash }) => hash.includes(body.data.token))).toBe(false);
  });

  it("answers a wrong password and an unknown account alike", async () => {
    const answers = [
      await logIn(first.email, "not the password"),
      await logIn("nobody@example.com", "not the password"),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code, body.error.message]).toEqual([
        401,
        "INVALID_CREDENTIALS",
        "E-mail address or password is wrong.",
      ]);
    }
  });

  it.each(["second.operator@cauris.example", "ghost@example.com"])(
    "lets %s rest after five wrong passwords, even against the right one, and not for ever",
    async (email) => {
      const { password } = email === "ghost@example.com" ? { password: "x" } : await world.operator("second");
      // All at once: none escapes between the check and the count.
      const tries = await Promise.all(Array.from({ length: 8 }, () => logIn(email, "wrong")));
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
      const refused = await logIn(email, password);
      expect([refused.status, refused.body.error.code]).toEqual([429, "RATE_LIMITED"]);
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(900);
      world.clock.advance(15 * 60_000 + 1);
      expect((await logIn(email, password)).status).toBe(email === "ghost@example.com" ? 401 : 201);
    },
  );
});

describe("a role", () => {
  beforeAll(async () => {
    first = await world.operator();
  });
  const ask = (body: object, method = "POST", path = "/tenant/operators", by = first.token) =>
    as(by, method, path, body);
  const person = (email: string) => ({ email, name: "Awa Diop" });

  it("is a bundle of permissions, adds up with single ones, and is named where it is exactly what is held", async () => {
    const support = await ask({ ...person("support@roles.example"), role: "SUPPORT" });
    expect([support.status, support.body.data.role, support.body.data.permissions]).toEqual([
      201,
      "SUPPORT",
      ["tenant.merchants.read", "tenant.payments.read"],
    ]);
    const path = `/tenant/operators/${support.body.data.id}`;
    const permissions = ["tenant.audit.read", "tenant.payments.read"];
    const more = await ask({ role: "SUPPORT", permissions }, "PATCH", path);
    expect([more.status, more.body.data.role, more.body.data.permissions]).toEqual([
      200,
      null,
      ["tenant.merchants.read", "tenant.payments.read", "tenant.audit.read"],
    ]);
    const other = await ask({ role: "AUDITOR" }, "PATCH", path);
    expect([other.body.data.role, other.body.data.permissions.length]).toEqual(["AUDITOR", 10]);
    expect((await as(first.token, "GET", "/tenant/me")).body.data.role).toBe("ADMINISTRATOR");
  });

  it("is no way to give more than one has", async () => {
    const { token } = await join("team@roles.example", ["tenant.team.manage", "tenant.payments.read"]);
    const refused = await ask(
      { ...person("x@roles.example"), role: "SUPPORT" },
      "POST",
      "/tenant/operators",
      token,
    );
    expect([refused.status, refused.body.error.code, refused.body.error.details.exceeds]).toEqual([
      403,
      "OPERATOR_EXCEEDS_CREATOR",
      ["tenant.merchants.read"],
    ]);
  });

  it.each([
    [{}, "permissions"],
    [{ role: "BOSS" }, "role"],
    [{ permissions: [] }, "permissions"],
  ])("%j: refused with the field that is wrong", async (given, field) => {
    const { status, body } = await ask({ ...person("y@roles.example"), ...given });
    expect([status, body.error.code, body.error.details.fields[0].path]).toEqual([
      400,
      "VALIDATION_ERROR",
      field,
    ]);
  });
});

describe("a token", () => {
  it.each([null, "garbage", `svc_op_${"a".repeat(43)}`])("that is %s opens nothing", async (token) => {
    const { status, body } = await as(token, "GET", "/tenant/me");
    expect([status, body.error.code]).toEqual([401, "INVALID_OPERATOR_TOKEN"]);
  });
  it("of an operator is no API key, and an API key is no token", async () => {
    expect((await as(first.token, "GET", "/payments/wallets")).status).toBe(401);
    expect((await as(world.apiKey, "GET", "/tenant/me")).status).toBe(401);
  });
  it("ends with its own log-out, and the operator's other tokens stay", async () => {
    const { token } = await world.operator();
    first = await world.operator();
    expect((await as(token, "DELETE", "/tenant/sessions/current")).status).toBe(200);
    expect((await as(token, "GET", "/tenant/me")).status).toBe(401);
    expect((await as(first.token, "GET", "/tenant/me")).status).toBe(200);
  });
  it("ends after ten hours, to the instant, however busy it is, and is then forgotten", async () => {
    const { token } = await world.operator();
    const stepMs = operatorAudience.idleMs / 2;
    for (let leftMs = operatorAudience.lifeMs - 1; leftMs > 0; leftMs -= stepMs) {
      world.clock.advance(Math.min(leftMs, stepMs));
      expect((await as(token, "GET", "/tenant/me")).status).toBe(200);
    }
    world.clock.advance(1);
    expect((await as(token, "GET", "/tenant/me")).status).toBe(401);
    await world.drain();
    const old = await world.owner.query({
      text: "select 1 from log_in_sessions where expires_at <= $1",
      values: [new Date(world.clock.nowMs())],
    });
    expect(old).toEqual([]);
    first = await world.operator();
  });
});

describe("a new operator", () => {
  it("is nobody until it has opened its link and chosen a password", async () => {
    const made = await invite("kofi@example.com");
    expect([made.status, made.body.data.status]).toEqual([201, "INVITED"]);
    const { id, createdBy, invitedUntil, invitation } = made.body.data;
    expect(createdBy).toBe(first.operatorId);
    // The link goes to the new operator alone.
    expect(invitation.url).toBeNull();
    const [mail] = await mailsTo(world, "kofi@example.com");
    expect(mail?.kind).toBe("OPERATOR_INVITATION");
    expect(mail?.link).toMatch(new RegExp(`^${world.origin}/console/invite/svc_inv_[\\w-]{43}$`));
    expect(Date.parse(invitation.expiresAt) - world.clock.nowMs()).toBe(INVITATION_LIFE_MS);
    expect(invitedUntil).toBe(invitation.expiresAt);
    expect(JSON.stringify(made.body)).not.toMatch(/password/i);
    expect((await logIn("kofi@example.com", "anything at all")).status).toBe(401);
    const token = await invitationTokenOf(world, made);
    const short = await accept(token, "short");
    expect([short.status, short.body.error.details.fields[0].path]).toEqual([400, "password"]);
    const accepted = await accept(token, "long enough it is");
    expect([accepted.status, accepted.body.data.status, accepted.body.data.invitedUntil]).toEqual([
      200,
      "ACTIVE",
      null,
    ]);
    const begun = await logIn("kofi@example.com", "long enough it is");
    expect((await as(begun.body.data.token, "GET", "/tenant/operators")).status).toBe(200);
    expect(await auditOf(id)).toEqual([
      "operator.invited",
      "operator.login_failed",
      "operator.invitation_accepted",
      "operator.logged_in",
    ]);
    const stored = await world.owner.query<{ hash: Buffer }>({
      text: "select hash from log_in_links",
    });
    expect(stored.some(({ hash }) => hash.includes(token))).toBe(false);
  });

  it("opens a link once: of eight at the same time one", async () => {
    const token = await invitationTokenOf(world, await invite("eight@example.com"));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => accept(token, `long enough it is ${index}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(404)]);
    const late = await accept(token, "long enough it is");
    expect([late.status, late.body.error.code]).toEqual([404, "OPERATOR_INVITATION_INVALID"]);
  });

  it("finds the link closed after 72 hours, to the instant, when it was taken back, replaced, or never there", async () => {
    const made = await invite("late@example.com");
    const firstToken = await invitationTokenOf(world, made);
    const path = `/tenant/operators/${made.body.data.id}/invitation`;
    const refused = async (token: string) => {
      const { status, body } = await accept(token, "long enough it is");
      return [status, body.error?.code];
    };
    const gone = [404, "OPERATOR_INVITATION_INVALID"];
    const again = await as(first.token, "POST", path);
    expect(again.status).toBe(201);
    expect(await refused(firstToken)).toEqual(gone);
    const back = await as(first.token, "DELETE", path);
    expect([back.status, back.body.data.invitedUntil]).toEqual([200, null]);
    expect(await refused(await invitationTokenOf(world, again))).toEqual(gone);
    const twice = await as(first.token, "DELETE", path);
    expect([twice.status, twice.body.error.code]).toEqual([409, "OPERATOR_NOT_INVITED"]);
    for (const token of ["garbage", `svc_inv_${"a".repeat(43)}`, first.token])
      expect(await refused(token)).toEqual(gone);
    const last = await invitationTokenOf(world, await as(first.token, "POST", path));
    world.clock.advance(INVITATION_LIFE_MS);
    expect(await refused(last)).toEqual(gone);
    first = await world.operator();
    const fresh = await invitationTokenOf(world, await as(first.token, "POST", path));
    world.clock.advance(INVITATION_LIFE_MS - 1);
    expect((await accept(fresh, "long enough it is")).status).toBe(200);
    first = await world.operator();
  });

  it("has no link while it is disabled, and waits for one again when enabled", async () => {
    const made = await invite("off@example.com");
    const { id } = made.body.data;
    const path = `/tenant/operators/${id}`;
    await as(first.token, "PATCH", path, { status: "DISABLED" });
    expect((await accept(await invitationTokenOf(world, made), "long enough it is")).status).toBe(404);
    const again = await as(first.token, "POST", `${path}/invitation`);
    expect([again.status, again.body.error.code]).toEqual([409, "OPERATOR_DISABLED"]);
    expect((await enable(id)).status).toBe(200);
    const enabled = (await as(first.token, "GET", path)).body.data;
    expect([enabled.status, enabled.invitedUntil]).toEqual(["INVITED", null]);
  });

  it("cannot have the mail address of another operator", async () => {
    const body = { email: first.email.toUpperCase(), name: "X", permissions: ["tenant.team.read"] };
    const { status, body: answer } = await as(first.token, "POST", "/tenant/operators", body);
    expect([status, answer.error.code]).toEqual([409, "OPERATOR_EMAIL_TAKEN"]);
  });

  it("gets no more than its creator has, at once or later", async () => {
    const lead = await join("lead@example.com", ["tenant.team.manage", "tenant.payments.read"]);
    const body = { email: "more@example.com", name: "X", permissions: ["tenant.payments.manage"] };
    const refused = await as(lead.token, "POST", "/tenant/operators", body);
    expect([refused.status, refused.body.error.code, refused.body.error.details.exceeds]).toEqual([
      403,
      "OPERATOR_EXCEEDS_CREATOR",
      ["tenant.payments.manage"],
    ]);
    const clerk = await join("clerk@example.com", ["tenant.payments.read"]);
    const path = `/tenant/operators/${clerk.operatorId}`;
    const grown = await as(lead.token, "PATCH", path, { permissions: ["tenant.ledger.manage"] });
    expect([grown.status, grown.body.error.code]).toEqual([403, "OPERATOR_EXCEEDS_CREATOR"]);
    expect((await as(lead.token, "PATCH", path, { permissions: ["tenant.team.read"] })).status).toBe(200);
    // Other permissions end every log-in; another name ends none.
    expect((await as(clerk.token, "GET", "/tenant/me")).status).toBe(401);
    const { token } = (await logIn(clerk.email, clerk.password)).body.data;
    await as(lead.token, "PATCH", path, { name: "Kofi Mensah", permissions: ["tenant.team.read"] });
    const named = async (q: string) =>
      (await as(token, "GET", `/tenant/operators?q=${encodeURIComponent(q)}`)).body.data.map(
        ({ email }: { email: string }) => email,
      );
    expect(await named("CLERK@")).toEqual(["clerk@example.com"]);
    expect(await named("kofi men")).toContain("kofi@example.com");
    expect(await named("100%")).toEqual([]);
    expect((await as(token, "GET", "/tenant/operators")).status).toBe(200);
    await as(lead.token, "PATCH", path, { permissions: ["tenant.payments.read"] });
    const narrowed = (await logIn(clerk.email, clerk.password)).body.data.token;
    expect((await as(token, "GET", "/tenant/me")).status).toBe(401);
    expect((await as(narrowed, "GET", "/tenant/operators")).status).toBe(403);
  });

  it("cannot be changed in any way by an operator with fewer permissions", async () => {
    const lesser = await join("lesser@example.com", ["tenant.team.manage", "tenant.payments.manage"]);
    const greater = await join("greater@example.com", ["tenant.payments.read", "tenant.ledger.manage"]);
    const path = `/tenant/operators/${greater.operatorId}`;
    const acts: readonly (readonly [string, string, unknown?])[] = [
      ["PATCH", path, { status: "DISABLED" }],
      ["PATCH", path, { name: "Renamed" }],
      ["PATCH", path, { permissions: ["tenant.payments.read"] }],
      ["POST", `${path}/invitation`],
      ["DELETE", `${path}/invitation`],
    ];
    for (const [method, where, body] of acts) {
      const { status, body: answer } = await as(lesser.token, method, where, body);
      expect([method, where, status, answer.error?.code, answer.error?.details.lacks]).toEqual([
        method,
        where,
        403,
        "OPERATOR_EXCEEDS_CALLER",
        ["tenant.ledger.manage"],
      ]);
    }
    const { body } = await as(first.token, "GET", path);
    expect(body.data).toMatchObject({ status: "ACTIVE", version: 2, name: "Awa Diop" });
  });

  it("is made once under one Idempotency-Key, with the same link told again", async () => {
    const options = {
      apiKey: first.token,
      headers: { "idempotency-key": "new-operator-1" },
      body: { email: "once@example.com", name: "Once", permissions: ["tenant.team.read"] },
    };
    const [one, two] = [
      await world.request("POST", "/tenant/operators", options),
      await world.request("POST", "/tenant/operators", options),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.headers.get("idempotency-replayed")).toBe("true");
    expect(two.body.data).toEqual(one.body.data);
  });
});

describe("an account", () => {
  it("that is disabled is out at once, and comes back when enabled", async () => {
    const { operatorId: id, token } = await join("out@example.com", ["tenant.team.read"]);
    const disabled = await as(first.token, "PATCH", `/tenant/operators/${id}`, { status: "DISABLED" });
    expect(disabled.body.data.status).toBe("DISABLED");
    expect((await as(token, "GET", "/tenant/me")).status).toBe(401);
    expect((await logIn("out@example.com", "chosen by out@example.com")).status).toBe(401);
    const proposal = await as(first.token, "PATCH", `/tenant/operators/${id}`, { status: "ACTIVE" });
    expect([proposal.status, proposal.body.data]).toMatchObject([
      202,
      {
        kind: "UPDATE_OPERATOR",
        status: "PROPOSED",
        subject: id,
        before: { email: "out@example.com", status: "DISABLED" },
        after: { email: "out@example.com", status: "ACTIVE", permissions: ["tenant.team.read"] },
      },
    ]);
    expect((await logIn("out@example.com", "chosen by out@example.com")).status).toBe(401);
    const alone = await confirm(first.token, proposal.body.data.id);
    expect([alone.status, alone.body.error.code]).toEqual([403, "FOUR_EYES_REQUIRED"]);
    expect((await confirm((await world.operator("second")).token, proposal.body.data.id)).status).toBe(200);
    expect((await logIn("out@example.com", "chosen by out@example.com")).status).toBe(201);
  });
  it("that is enabled with more permissions needs two who have them all; a change meanwhile ends the proposal", async () => {
    const { operatorId: id } = await join("more@example.com", ["tenant.team.read"]);
    const lesser = await join("team-only@example.com", ["tenant.team.manage"]);
    const path = `/tenant/operators/${id}`;
    await as(first.token, "PATCH", path, { status: "DISABLED" });
    const more = { status: "ACTIVE", permissions: ["tenant.ledger.manage"] };
    const own = await as(lesser.token, "PATCH", path, more);
    expect([own.status, own.body.error.code]).toEqual([403, "OPERATOR_EXCEEDS_CREATOR"]);
    const { data } = (await as((await world.operator("second")).token, "PATCH", path, more)).body;
    expect(data.status).toBe("PROPOSED");
    const byLesser = await confirm(lesser.token, data.id);
    expect([byLesser.status, byLesser.body.error.code]).toEqual([403, "OPERATOR_EXCEEDS_CREATOR"]);
    expect((await as(first.token, "PATCH", path, { name: "Another" })).body.data.status).toBe("DISABLED");
    const late = await confirm(first.token, data.id);
    expect([late.status, late.body.error.code]).toEqual([409, "VERSION_CONFLICT"]);
    expect((await as(first.token, "GET", path)).body.data.status).toBe("DISABLED");
  });
  it.each([{ status: "DISABLED" }, { permissions: ["tenant.team.read"] }])(
    "does not change its own %o",
    async (body) => {
      const own = await as(first.token, "PATCH", `/tenant/operators/${first.operatorId}`, body);
      expect([own.status, own.body.error.code]).toEqual([409, "OPERATOR_OWN_ACCOUNT"]);
    },
  );
  it("of another tenant does not exist", async () => {
    const { owner } = world;
    const now = new Date(world.clock.nowMs());
    const [tenantId, operatorId] = [world.app.ids.uuid(), world.app.ids.next("operator")];
    await owner.query({
      text: "insert into tenants (id, name, created_at) values ($1, 'Other', $2)",
      values: [tenantId, now],
    });
    await owner.query({
      text: `insert into operators (id, tenant_id, email, name, password_hash, permissions, status, created_at, updated_at)
             values ($1, $2, 'other@example.com', 'Other', 'x', '{}', 'ACTIVE', $3, $3)`,
      values: [operatorId, tenantId, now],
    });
    const { publicId } = await import("../../src/kit/ids.ts");
    const path = `/tenant/operators/${publicId("operator", operatorId)}`;
    expect((await as(first.token, "GET", path)).status).toBe(404);
    expect((await as(first.token, "PATCH", path, { name: "Mine" })).status).toBe(404);
    expect((await as(first.token, "POST", `${path}/invitation`)).status).toBe(404);
    expect((await as(first.token, "DELETE", `${path}/invitation`)).status).toBe(404);
    const { body } = await as(first.token, "GET", "/tenant/operators");
    expect(JSON.stringify(body)).not.toContain("other@example.com");
  });
});
