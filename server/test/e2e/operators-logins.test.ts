import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operatorAudience } from "../../src/modules/log-in/index.ts";
import { type Answer, startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { createRecordingLog } from "../harness/log.ts";
import { joinOperator } from "../harness/operators.ts";

/** Guessing passwords is slowed down and recorded and never locks out the rightful holder; idle log-ins end. */
const { log, lines } = createRecordingLog();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let world: TestApp;
let first: TestOperator;
let awa: TestOperator;
let joined = 0;

beforeAll(async () => {
  world = await startTestApp({ log, trustedProxies: ["127.0.0.1"] });
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

const as = (token: string, method: string, path: string, body?: unknown) =>
  world.request(method, path, { apiKey: token, ...(body === undefined ? {} : { body }) });
/** A log-in from a separate address. */
const logIn = (email: string, password: string, from = "127.0.0.1") =>
  world.request("POST", "/tenant/sessions", {
    apiKey: null,
    body: { email, password },
    headers: { "x-forwarded-for": from },
  });
const codeOf = ({ status, body }: Answer): string => (status < 400 ? `${status}` : body.error.code);
const outside = (number: number) => `198.51.100.${number}`;
const auditOf = async (operator: TestOperator) => {
  await world.app.operators.settled();
  return world.owner.query<{ action: string; actor: string; ip: string; after: string | null }>({
    text: "select action, actor, ip, after from audit_log where subject = $1 and action like 'operator.login_%' order by sequence",
    values: [operator.operatorId],
  });
};

describe("wrong passwords from one address", () => {
  it("count for a whole /64 of IPv6", async () => {
    for (let guess = 1; guess <= 5; guess += 1)
      expect(codeOf(await logIn(awa.email, "wrong", `2001:db8:1:2::${guess}`))).toBe("INVALID_CREDENTIALS");
    expect(codeOf(await logIn(awa.email, awa.password, "2001:db8:1:2:ffff::9"))).toBe("RATE_LIMITED");
    expect(codeOf(await logIn(awa.email, awa.password, "2001:db8:1:3::1"))).toBe("201");
  });

  it("are in the audit log and in the log, with their address and once with the lock, and never with what was typed", async () => {
    const from = lines.length;
    for (let guess = 1; guess <= 8; guess += 1) await logIn(awa.email, "typed by a stranger", outside(7));
    await logIn("typed@by-a-stranger.example", "typed by a stranger", outside(7));
    const failed = { action: "operator.login_failed", actor: "system", ip: outside(7), after: "PASSWORD" };
    expect(await auditOf(awa)).toEqual([
      ...Array(5).fill(failed),
      { ...failed, action: "operator.login_blocked", after: "ADDRESS" },
    ]);
    const told = lines.slice(from).filter(({ event }) => event.startsWith("operator.login_"));
    expect(told.map(({ event, fields }) => [event, fields?.account, fields?.address])).toEqual([
      ...Array(5).fill(["operator.login_failed", awa.operatorId, outside(7)]),
      ["operator.login_blocked", awa.operatorId, outside(7)],
      ["operator.login_failed", "unknown", outside(7)],
    ]);
    expect(JSON.stringify(lines.slice(from))).not.toMatch(/stranger|awa-\d/);
  });
});

describe("wrong passwords from everywhere", () => {
  /** Twenty wrong guesses, each from another address. */
  const guessed = async (email: string): Promise<void> => {
    for (let guess = 1; guess <= 20; guess += 1)
      expect(codeOf(await logIn(email, "wrong", outside(guess)))).toBe("INVALID_CREDENTIALS");
  };

  it.each(["an account", "an address that nobody has"])("slow %s down, longer each time", async (whose) => {
    const email = whose === "an account" ? awa.email : `nobody-${joined}@example.com`;
    await guessed(email);
    for (const seconds of [5, 10, 20]) {
      const refused = await logIn(email, "wrong", outside(30));
      expect([codeOf(refused), Number(refused.headers.get("retry-after"))]).toEqual([
        "RATE_LIMITED",
        seconds,
      ]);
      world.clock.advance(seconds * 1_000 - 1);
      expect(codeOf(await logIn(email, "wrong", outside(31)))).toBe("RATE_LIMITED");
      world.clock.advance(1);
      expect(codeOf(await logIn(email, "wrong", outside(40 + seconds)))).toBe("INVALID_CREDENTIALS");
    }
    world.clock.advance(HOUR_MS);
    await guessed(email);
  });

  it("do not shut out its holder where it has logged in before", async () => {
    expect(codeOf(await logIn(awa.email, awa.password, "203.0.113.9"))).toBe("201");
    await guessed(awa.email);
    expect(codeOf(await logIn(awa.email, awa.password, outside(50)))).toBe("RATE_LIMITED");
    expect(codeOf(await logIn(awa.email, awa.password, "203.0.113.9"))).toBe("201");
    const blocked = (await auditOf(awa)).filter(({ action }) => action === "operator.login_blocked");
    expect(blocked.map(({ after }) => after)).toEqual(["ACCOUNT"]);
  });

  it("all at once are counted one by one", async () => {
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, guess) => logIn(awa.email, "wrong", outside(100 + guess))),
    );
    expect(tries.filter((answer) => codeOf(answer) === "INVALID_CREDENTIALS")).toHaveLength(20);
    expect(tries.filter((answer) => codeOf(answer) === "RATE_LIMITED")).toHaveLength(10);
  });
});

describe("a colleague", () => {
  it("unlocks an account, which is then open from everywhere for a while; the audit log says who did", async () => {
    for (let guess = 1; guess <= 25; guess += 1) await logIn(awa.email, "wrong", outside(guess));
    for (let guess = 1; guess <= 5; guess += 1) await logIn(awa.email, "wrong", "127.0.0.1");
    expect(codeOf(await logIn(awa.email, awa.password))).toBe("RATE_LIMITED");
    const unlocked = await as(first.token, "POST", `/tenant/operators/${awa.operatorId}/unlock`);
    expect(unlocked.status).toBe(200);
    for (let guess = 1; guess <= 25; guess += 1)
      expect(codeOf(await logIn(awa.email, "wrong", outside(guess)))).toBe("INVALID_CREDENTIALS");
    expect(codeOf(await logIn(awa.email, awa.password, outside(60)))).toBe("201");
    const [act] = await world.owner.query<{ actor: string }>({
      text: "select actor from audit_log where subject = $1 and action = 'operator.unlocked'",
      values: [awa.operatorId],
    });
    expect(act).toEqual({ actor: first.operatorId });
  });
  it("unlocks neither itself, nor an unknown operator, nor one with more permissions", async () => {
    const unlock = (token: string, id: string) => as(token, "POST", `/tenant/operators/${id}/unlock`);
    expect(codeOf(await unlock(first.token, first.operatorId))).toBe("OPERATOR_OWN_ACCOUNT");
    expect(codeOf(await unlock(first.token, `op_7${"z".repeat(24)}0`))).toBe("RESOURCE_NOT_FOUND");
    const lesser = await joinOperator(world, {
      email: `lesser-${joined}@example.com`,
      permissions: ["tenant.team.manage"],
      by: first.token,
    });
    expect(codeOf(await unlock(lesser.token, first.operatorId))).toBe("OPERATOR_EXCEEDS_CALLER");
    expect(codeOf(await unlock(lesser.token, awa.operatorId))).toBe("200");
    expect(codeOf(await unlock(awa.token, lesser.operatorId))).toBe("INSUFFICIENT_PERMISSIONS");
  });
});

describe("a log-in", () => {
  const isOpen = async (token: string) => (await as(token, "GET", "/tenant/me")).status === 200;

  it("ends after half an hour without a request, to the instant, and not while it is used", async () => {
    for (let use = 1; use <= 4; use += 1) {
      world.clock.advance(operatorAudience.idleMs - 1);
      expect(await isOpen(awa.token)).toBe(true);
    }
    world.clock.advance(operatorAudience.idleMs);
    expect(await isOpen(awa.token)).toBe(false);
    await world.drain();
    const left = await world.owner.query({
      text: "select 1 from log_in_sessions s join operators o on o.id = s.account_id where o.email = $1",
      values: [awa.email],
    });
    expect(left).toEqual([]);
  });

  it("is written down as used once a minute, however often it asks", async () => {
    const seen = async () =>
      (
        await world.owner.query<{ at: number }>({
          text: "select s.last_seen_at as at from log_in_sessions s join operators o on o.id = s.account_id where o.email = $1",
          values: [awa.email],
        })
      )[0]?.at;
    const begun = await seen();
    world.clock.advance(MINUTE_MS - 1);
    await isOpen(awa.token);
    expect(await seen()).toBe(begun);
    world.clock.advance(1);
    await isOpen(awa.token);
    expect(await seen()).toBe(world.clock.nowMs());
  });

  it("is listed for its holder, ended one by one or all but the own, and nobody else's", async () => {
    const phone = (await logIn(awa.email, awa.password, "203.0.113.20")).body.data;
    const setup = (await logIn(awa.email, awa.password, "203.0.113.21")).body.data;
    const listed = (await as(setup.token, "GET", "/tenant/sessions")).body.data;
    expect(listed.map(({ ip, current }: { ip: string; current: boolean }) => [ip, current])).toEqual([
      ["203.0.113.21", true],
      ["203.0.113.20", false],
      ["127.0.0.1", false],
    ]);
    expect(listed[0].id).toBe(setup.id);
    expect(JSON.stringify(listed)).not.toMatch(/svc_op_/);
    const stranger = await as(first.token, "DELETE", `/tenant/sessions/${phone.id}`);
    expect(codeOf(stranger)).toBe("RESOURCE_NOT_FOUND");
    expect(await isOpen(phone.token)).toBe(true);
    expect((await as(setup.token, "DELETE", `/tenant/sessions/${phone.id}`)).body.data.ended).toBe(1);
    expect([await isOpen(phone.token), await isOpen(awa.token)]).toEqual([false, true]);
    expect((await as(setup.token, "DELETE", "/tenant/sessions")).body.data.ended).toBe(1);
    expect([await isOpen(awa.token), await isOpen(setup.token), await isOpen(first.token)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("ends with a change of the password, but for the one that changed it", async () => {
    const other = (await logIn(awa.email, awa.password)).body.data;
    const changed = await as(other.token, "POST", "/tenant/me/password", {
      currentPassword: awa.password,
      newPassword: "another few words",
    });
    expect(changed.status).toBe(200);
    expect([await isOpen(awa.token), await isOpen(other.token)]).toEqual([false, true]);
  });

  it("needs a password that is not tried first: the refusal names the rule", async () => {
    for (const [newPassword, rule] of [
      ["aaaaaaaaaaaa", "repeated"],
      ["password1234", "common"],
      ["awa diop 2026", "personal"],
    ]) {
      const refused = await as(awa.token, "POST", "/tenant/me/password", {
        currentPassword: awa.password,
        newPassword,
      });
      expect([codeOf(refused), refused.body.error.details.fields[0]]).toMatchObject([
        "VALIDATION_ERROR",
        { path: "newPassword", rule },
      ]);
    }
  });
});
