import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allTenantPermissions } from "../../src/http/permissions.ts";
import { INVITATION_LIFE_MS } from "../../src/modules/operators/index.ts";
import { type Answer, startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { linkTokenTo, mailsTo } from "../harness/mails.ts";
import { joinOperator, sendRecovery } from "../harness/operators.ts";

/** An operator has lost the second factor: one colleague proposes a link, another confirms it. */
const HOUR_MS = 60 * 60_000;
let world: TestApp;
let first: TestOperator;
let second: TestOperator;
let lost: TestOperator;
let joined = 0;

const refresh = async () => {
  first = await world.operator("first");
  second = await world.operator("second");
};
const join = (permissions: readonly string[]): Promise<TestOperator> => {
  joined += 1;
  return joinOperator(world, { email: `person-${joined}@example.com`, permissions, by: first.token });
};

beforeAll(async () => {
  world = await startTestApp();
});
beforeEach(async () => {
  await refresh();
  lost = await join(["tenant.payments.read"]);
});
afterAll(() => world?.stop());

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const as = ({ token }: Pick<TestOperator, "token">, method: string, path: string, body?: unknown) =>
  world.request(method, path, { apiKey: token, ...(body === undefined ? {} : { body }) });
const propose = (by: TestOperator, whom: Pick<TestOperator, "operatorId"> = lost) =>
  as(by, "POST", `/tenant/operators/${whom.operatorId}/recovery`);
const proposed = async (by: TestOperator, whom = lost): Promise<string> => {
  const answer = await propose(by, whom);
  expect(code(answer)).toBe("202");
  return answer.body.data.id;
};
const confirm = (by: Pick<TestOperator, "token">, id: string) =>
  as(by, "POST", `/tenant/change-requests/${id}/confirm`);
const logIn = (who: TestOperator, password = who.password) =>
  world.request("POST", "/tenant/sessions", { apiKey: null, body: { email: who.email, password } });
const open = (token: string, password = "found again at last") =>
  world.request("POST", "/tenant/invitations/accept", { apiKey: null, body: { token, password } });
const mailKinds = async ({ email }: TestOperator): Promise<readonly string[]> =>
  (await mailsTo(world, email)).map(({ kind }) => kind).filter((kind) => kind.startsWith("ACCOUNT_"));

describe("a link for a lost second factor", () => {
  it("is sent once another operator has confirmed; its holder is told at the proposal and gets the link alone", async () => {
    const answer = await propose(first);
    expect([code(answer), answer.body.data]).toMatchObject([
      "202",
      {
        kind: "RECOVER_OPERATOR",
        status: "PROPOSED",
        subject: lost.operatorId,
        before: { email: lost.email, secondFactor: false, access: "BY_FORMER_CREDENTIALS" },
        after: { email: lost.email, secondFactor: false, access: "BY_LINK" },
      },
    ]);
    expect(await mailKinds(lost)).toEqual(["ACCOUNT_RECOVERY_PROPOSED"]);
    // The same proposal again is the one that is open, and no second mail.
    expect(await proposed(first)).toBe(answer.body.data.id);
    const confirmed = await confirm(second, answer.body.data.id);
    expect(code(confirmed)).toBe("200");
    expect(await mailKinds(lost)).toEqual(["ACCOUNT_RECOVERY_PROPOSED", "ACCOUNT_RECOVERY"]);
    const token = await linkTokenTo(world, lost.email, "/invite");
    expect(JSON.stringify(confirmed.body)).not.toContain(token);
    expect(code(await as(lost, "GET", "/tenant/me"))).toBe("200");
    expect(code(await open(token))).toBe("200");
    expect(code(await as(lost, "GET", "/tenant/me"))).toBe("401 INVALID_OPERATOR_TOKEN");
    expect(code(await logIn(lost))).toBe("401 INVALID_CREDENTIALS");
    expect(code(await logIn(lost, "found again at last"))).toBe("201");
    const { body } = await as(first, "GET", `/tenant/audit?subject=${lost.operatorId}`);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["operator.recovery_sent", "operator.invitation_accepted"]),
    );
  });

  it("needs two different colleagues, and neither may be its holder", async () => {
    const id = await proposed(first);
    expect(code(await confirm(first, id))).toBe("403 FOUR_EYES_REQUIRED");
    const holder = await join(allTenantPermissions);
    expect(code(await propose(holder, holder))).toBe("409 OPERATOR_OWN_ACCOUNT");
    const forHolder = await proposed(second, holder);
    expect(code(await confirm(holder, forHolder))).toBe("409 OPERATOR_OWN_ACCOUNT");
    expect(await mailKinds(holder)).toEqual(["ACCOUNT_RECOVERY_PROPOSED"]);
    expect(code(await confirm(first, forHolder))).toBe("200");
  });

  it("is neither proposed nor confirmed by colleagues who may do less, or may not change the team", async () => {
    const lead = await join(["tenant.team.manage"]);
    const clerk = await join(["tenant.team.read", "tenant.payments.read"]);
    const refusal = await propose(lead);
    expect([code(refusal), refusal.body.error.details.lacks]).toEqual([
      "403 OPERATOR_EXCEEDS_CALLER",
      ["tenant.payments.read"],
    ]);
    expect(code(await propose(clerk))).toBe("403 INSUFFICIENT_PERMISSIONS");
    const id = await proposed(second);
    expect(code(await confirm(lead, id))).toBe("403 OPERATOR_EXCEEDS_CALLER");
    expect(code(await confirm(clerk, id))).toBe("403 INSUFFICIENT_PERMISSIONS");
    expect(await mailKinds(lost)).toEqual(["ACCOUNT_RECOVERY_PROPOSED"]);
  });

  it("does not come from one person: a colleague and the account that it made count as one", async () => {
    const made = await join(allTenantPermissions);
    const refusal = await confirm(made, await proposed(first));
    expect([code(refusal), refusal.body.error.details.reason]).toEqual([
      "403 FOUR_EYES_REQUIRED",
      "COMMON_ORIGIN",
    ]);
  });

  it("is refused for accounts that nobody opened, disabled ones, and unknown ones", async () => {
    const body = { email: `unopened-${joined}@example.com`, name: "Kofi", permissions: ["tenant.team.read"] };
    const { id } = (await as(first, "POST", "/tenant/operators", body)).body.data;
    expect(code(await propose(first, { operatorId: id }))).toBe("409 OPERATOR_NOT_OPENED");
    const request = await proposed(first);
    await as(second, "PATCH", `/tenant/operators/${lost.operatorId}`, { status: "DISABLED" });
    expect(code(await propose(first))).toBe("409 OPERATOR_DISABLED");
    expect(code(await confirm(second, request))).toBe("409 OPERATOR_DISABLED");
    const unknown = { operatorId: `op_7${"z".repeat(24)}0` };
    expect(code(await propose(first, unknown))).toBe("404 RESOURCE_NOT_FOUND");
  });

  it("is not to be had by a new invitation, which takes one colleague", async () => {
    const path = `/tenant/operators/${lost.operatorId}/invitation`;
    expect(code(await as(first, "POST", path))).toBe("409 OPERATOR_RECOVERY_TAKES_TWO");
    expect(await mailKinds(lost)).toEqual([]);
  });
});

describe("its end", () => {
  it("comes with a log-in of the holder before the confirmation", async () => {
    const id = await proposed(first);
    world.clock.advance(1);
    expect(code(await logIn(lost))).toBe("201");
    expect(code(await confirm(second, id))).toBe("409 VERSION_CONFLICT");
    const { body } = await as(first, "GET", `/tenant/change-requests/${id}`);
    expect(body.data.status).toBe("SUPERSEDED");
    expect(await mailKinds(lost)).toEqual(["ACCOUNT_RECOVERY_PROPOSED"]);
  });

  it("comes with a log-in of the holder after it", async () => {
    const token = await sendRecovery(world, lost, [first, second]);
    expect(code(await logIn(lost, "not the password"))).toBe("401 INVALID_CREDENTIALS");
    const before = await as(first, "GET", `/tenant/operators/${lost.operatorId}`);
    expect(before.body.data.invitedUntil).not.toBeNull();
    expect(code(await logIn(lost))).toBe("201");
    expect(code(await open(token))).toBe("404 OPERATOR_INVITATION_INVALID");
    const { body } = await as(first, "GET", `/tenant/operators/${lost.operatorId}`);
    expect(body.data.invitedUntil).toBeNull();
  });

  it("comes when a third colleague takes the link back", async () => {
    const token = await sendRecovery(world, lost, [first, second]);
    expect(code(await as(second, "DELETE", `/tenant/operators/${lost.operatorId}/invitation`))).toBe("200");
    expect(code(await open(token))).toBe("404 OPERATOR_INVITATION_INVALID");
  });

  it("comes after 72 hours for the link, and after seven days for the proposal", async () => {
    const token = await sendRecovery(world, lost, [first, second]);
    world.clock.advance(INVITATION_LIFE_MS);
    expect(code(await open(token))).toBe("404 OPERATOR_INVITATION_INVALID");
    await refresh();
    const id = await proposed(first);
    world.clock.advance(7 * 24 * HOUR_MS);
    await refresh();
    const late = await confirm(second, id);
    expect([code(late), late.body.error.details.status]).toEqual(["409 CHANGE_REQUEST_NOT_OPEN", "EXPIRED"]);
  });
});
