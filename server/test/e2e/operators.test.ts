import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SESSION_LIFE_MS } from "../../src/modules/operators/index.ts";
import { startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";

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

/** A new operator who has chosen a password and is logged in. */
async function join(email: string, permissions: readonly string[]): Promise<{ id: string; token: string }> {
  const made = await as(first.token, "POST", "/tenant/operators", { email, name: "Awa Diop", permissions });
  expect(made.status).toBe(201);
  const { temporaryPassword, id } = made.body.data;
  const begun = await logIn(email, temporaryPassword);
  const newPassword = `chosen by ${email}`;
  const changed = await as(begun.body.data.token, "POST", "/tenant/me/password", {
    currentPassword: temporaryPassword,
    newPassword,
  });
  expect(changed.status).toBe(200);
  const { body } = await logIn(email, newPassword);
  return { id, token: body.data.token };
}

describe("logging in", () => {
  it("answers a token that opens the tenant's paths, in any case of the address", async () => {
    const { status, body } = await logIn(first.email.toUpperCase(), first.password);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ object: "operator_session", operator: { email: first.email } });
    expect(body.data.token).toMatch(/^svc_op_[\w-]{43}$/);
    const me = await as(body.data.token, "GET", "/tenant/me");
    expect(me.body.data).toMatchObject({ object: "operator", email: first.email, status: "ACTIVE" });
    const stored = await world.owner.query<{ hash: Buffer }>({ text: "select hash from operator_sessions" });
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
      // All at once: none slips by between the look and the count.
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

describe("a token", () => {
  it.each([null, "garbage", `svc_op_${"a".repeat(43)}`])("that is %s opens nothing", async (token) => {
    const { status, body } = await as(token, "GET", "/tenant/me");
    expect([status, body.error.code]).toEqual([401, "INVALID_OPERATOR_TOKEN"]);
  });
  it("of an operator is no API key, and an API key is no token", async () => {
    expect((await as(first.token, "GET", "/payments/wallets")).status).toBe(401);
    expect((await as(world.apiKey, "GET", "/tenant/me")).status).toBe(401);
  });
  it("ends with its log-out, alone", async () => {
    const { token } = await world.operator();
    expect((await as(token, "DELETE", "/tenant/sessions/current")).status).toBe(200);
    expect((await as(token, "GET", "/tenant/me")).status).toBe(401);
    expect((await as(first.token, "GET", "/tenant/me")).status).toBe(200);
  });
  it("ends after ten hours, to the instant, and is then forgotten", async () => {
    const { token } = await world.operator();
    world.clock.advance(SESSION_LIFE_MS - 1);
    expect((await as(token, "GET", "/tenant/me")).status).toBe(200);
    world.clock.advance(1);
    expect((await as(token, "GET", "/tenant/me")).status).toBe(401);
    await world.drain();
    const old = await world.owner.query({
      text: "select 1 from operator_sessions where expires_at <= $1",
      values: [new Date(world.clock.nowMs())],
    });
    expect(old).toEqual([]);
    first = await world.operator();
  });
});

describe("a new operator", () => {
  it("changes the temporary password before anything else, which ends its log-ins", async () => {
    const made = await as(first.token, "POST", "/tenant/operators", {
      email: "kofi@example.com",
      name: "Kofi Mensah",
      permissions: ["tenant.team.read"],
    });
    const { temporaryPassword } = made.body.data;
    const { body } = await logIn("kofi@example.com", temporaryPassword);
    expect(body.data.operator.passwordChangeRequired).toBe(true);
    const early = await as(body.data.token, "GET", "/tenant/operators");
    expect([early.status, early.body.error.code]).toEqual([403, "PASSWORD_CHANGE_REQUIRED"]);
    const wrong = await as(body.data.token, "POST", "/tenant/me/password", {
      currentPassword: "wrong",
      newPassword: "long enough it is",
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, "INVALID_CREDENTIALS"]);
    const short = await as(body.data.token, "POST", "/tenant/me/password", {
      currentPassword: temporaryPassword,
      newPassword: "short",
    });
    expect([short.status, short.body.error.details.fields[0].path]).toEqual([400, "newPassword"]);
    const done = await as(body.data.token, "POST", "/tenant/me/password", {
      currentPassword: temporaryPassword,
      newPassword: "long enough it is",
    });
    expect(done.status).toBe(200);
    expect((await as(body.data.token, "GET", "/tenant/me")).status).toBe(401);
    expect((await logIn("kofi@example.com", temporaryPassword)).status).toBe(401);
    const again = await logIn("kofi@example.com", "long enough it is");
    expect((await as(again.body.data.token, "GET", "/tenant/operators")).status).toBe(200);
  });

  it("has no address that another has", async () => {
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
    const clerk = await join("clerk@example.com", ["tenant.ledger.read"]);
    const path = `/tenant/operators/${clerk.id}`;
    const kept = await as(lead.token, "PATCH", path, {
      permissions: ["tenant.ledger.read", "tenant.payments.read"],
    });
    expect(kept.body.data.permissions).toEqual(["tenant.ledger.read", "tenant.payments.read"]);
    const grown = await as(lead.token, "PATCH", path, { permissions: ["tenant.ledger.manage"] });
    expect(grown.status).toBe(403);
    // What it has is checked at each request, not at its log-in.
    expect((await as(clerk.token, "GET", "/tenant/operators")).status).toBe(403);
  });

  it("is made once under one Idempotency-Key, with the same password told again", async () => {
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
    const { id, token } = await join("out@example.com", ["tenant.team.read"]);
    const disabled = await as(first.token, "PATCH", `/tenant/operators/${id}`, { status: "DISABLED" });
    expect(disabled.body.data.status).toBe("DISABLED");
    expect((await as(token, "GET", "/tenant/me")).status).toBe(401);
    expect((await logIn("out@example.com", "chosen by out@example.com")).status).toBe(401);
    await as(first.token, "PATCH", `/tenant/operators/${id}`, { status: "ACTIVE" });
    expect((await logIn("out@example.com", "chosen by out@example.com")).status).toBe(201);
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
      text: `insert into operators (id, tenant_id, email, name, password_hash, password_is_temporary, permissions, status, created_at, updated_at)
             values ($1, $2, 'other@example.com', 'Other', 'x', false, '{}', 'ACTIVE', $3, $3)`,
      values: [operatorId, tenantId, now],
    });
    const { publicId } = await import("../../src/kit/ids.ts");
    const path = `/tenant/operators/${publicId("operator", operatorId)}`;
    expect((await as(first.token, "GET", path)).status).toBe(404);
    expect((await as(first.token, "PATCH", path, { name: "Mine" })).status).toBe(404);
    const { body } = await as(first.token, "GET", "/tenant/operators");
    expect(JSON.stringify(body)).not.toContain("other@example.com");
  });
});
