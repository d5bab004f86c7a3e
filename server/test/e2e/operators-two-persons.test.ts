import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allTenantPermissions } from "../../src/http/permissions.ts";
import { ONE_PERSON_MS } from "../../src/kit/common-origin.ts";
import { startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { mailsTo } from "../harness/mails.ts";
import { addOperator, invitationTokenOf, joinOperator, sendRecovery } from "../harness/operators.ts";

/**
 * The issuer of a link to an account may have opened it. So makers and made count as one person for 30 days, over any
 * number of steps, wherever two are needed.
 */
let world: TestApp;
let first: TestOperator;
let second: TestOperator;
let walletId: string;

beforeAll(async () => {
  world = await startTestApp();
  first = await world.operator("first");
  second = await world.operator("second");
  const { body } = await world.request("GET", "/payments/wallets");
  walletId = body.data[0].id;
});
afterAll(() => world.stop());

const as = ({ token }: { readonly token: string }, method: string, path: string, body?: unknown) =>
  world.request(method, path, { apiKey: token, ...(body === undefined ? {} : { body }) });
const everything = allTenantPermissions;
const join = (email: string, by: TestOperator): Promise<TestOperator> =>
  joinOperator(world, { email, permissions: everything, by: by.token });
const back = async ({ email, password }: TestOperator): Promise<{ readonly token: string }> =>
  (await world.request("POST", "/tenant/sessions", { body: { email, password }, apiKey: null })).body.data;

async function proposal(by: { readonly token: string }): Promise<string> {
  const { status, body } = await as(by, "POST", "/tenant/ledger/corrections", {
    merchantId: world.merchantId,
    mode: "SANDBOX",
    walletId,
    direction: "CREDIT",
    amount: "9000000",
    reason: "A credit that nobody owes",
  });
  expect([status, body.error]).toEqual([201, null]);
  return body.data.id;
}
const confirm = async (by: { readonly token: string }, id: string): Promise<readonly unknown[]> => {
  const { status, body } = await as(by, "POST", `/tenant/ledger/corrections/${id}/confirm`);
  return [status, body.error?.code, body.error?.details.reason];
};
const refused = [403, "FOUR_EYES_REQUIRED", "COMMON_ORIGIN"];
const confirmed = [200, undefined, undefined];

describe("an account that an operator made", () => {
  it("does not confirm what its maker proposed, nor its maker what it proposed, until 30 days have gone", async () => {
    const puppet = await join("puppet@example.com", first);
    const byMaker = await proposal(first);
    const byMade = await proposal(puppet);
    expect(await confirm(puppet, byMaker)).toEqual(refused);
    expect(await confirm(first, byMade)).toEqual(refused);
    // Another person can, at once.
    expect(await confirm(second, byMade)).toEqual(confirmed);
    world.clock.advance(ONE_PERSON_MS - 1);
    expect(await confirm(await back(puppet), byMaker)).toEqual(refused);
    world.clock.advance(1);
    expect(await confirm(await back(puppet), byMaker)).toEqual(confirmed);
    first = await world.operator("first");
    second = await world.operator("second");
  });
  it("counts as one with its maker's other accounts, and with those it makes itself", async () => {
    const one = await join("one@example.com", first);
    const other = await join("other@example.com", first);
    const grandchild = await join("grandchild@example.com", one);
    const id = await proposal(first);
    expect(await confirm(grandchild, id)).toEqual(refused);
    const byOne = await proposal(one);
    expect(await confirm(other, byOne)).toEqual(refused);
    expect(await confirm(second, byOne)).toEqual(confirmed);
  });
  it("may be another person's although somebody else invited it first: only an opened link counts", async () => {
    const unopened = { email: "unopened@example.com", name: "Kofi", permissions: everything };
    const path = `/tenant/operators/${await addOperator(world, first.token, unopened)}/invitation`;
    const token = await invitationTokenOf(world, await as(second, "POST", path));
    const password = "opened by the second link";
    await world.request("POST", "/tenant/invitations/accept", { apiKey: null, body: { token, password } });
    const login = await world.request("POST", "/tenant/sessions", {
      apiKey: null,
      body: { email: "unopened@example.com", password },
    });
    const opened = login.body.data;
    const id = await proposal(first);
    expect(await confirm(opened, id)).toEqual(confirmed);
    expect(await confirm(opened, await proposal(second))).toEqual(refused);
  });
});

it("a link that gives an old account a new password joins it to whoever gave it", async () => {
  const old = await join("old@example.com", second);
  world.clock.advance(ONE_PERSON_MS);
  first = await world.operator("first");
  second = await world.operator("second");
  const before = await proposal(first);
  expect(await confirm(await back(old), before)).toEqual(confirmed);
  const token = await sendRecovery(world, old, [first, second]);
  const id = await proposal(first);
  const password = "taken over by the link";
  await world.request("POST", "/tenant/invitations/accept", {
    apiKey: null,
    body: { token, password },
  });
  expect(await confirm(await back({ ...old, password }), id)).toEqual(refused);
  expect(await confirm(second, id)).toEqual(confirmed);
});

describe("an operator who may do more than read", () => {
  const person = (email: string) => ({ email, name: "Awa Diop", role: "FINANCE" });
  const add = (email: string, by = first) => as(by, "POST", "/tenant/operators", person(email));
  const known = async (email: string): Promise<readonly { readonly id: string }[]> =>
    (await as(first, "GET", `/tenant/operators?q=${email}`)).body.data;
  const confirmChange = (by: TestOperator, id: string) =>
    as(by, "POST", `/tenant/change-requests/${id}/confirm`);
  const invite = (email: string, permissions: readonly string[]) =>
    as(first, "POST", "/tenant/operators", { email, name: "Kofi Mensah", permissions });
  const auditOf = async (subject: string): Promise<readonly string[]> => {
    await world.app.operators.settled();
    const { body } = await as(first, "GET", `/tenant/audit?subject=${subject}`);
    return body.data.map(({ action }: { action: string }) => action).toReversed();
  };
  beforeAll(async () => {
    first = await world.operator("first");
    second = await world.operator("second");
  });

  it("is added, and sent a link, only when a second operator has confirmed what both were shown", async () => {
    const email = "finance@two.example";
    const proposed = await add(email);
    expect([proposed.status, proposed.body.data.kind, proposed.body.data.before]).toEqual([
      202,
      "CREATE_OPERATOR",
      null,
    ]);
    expect(proposed.body.data.after).toMatchObject({ email, name: "Awa Diop", role: "FINANCE" });
    expect([await known(email), await mailsTo(world, email)]).toEqual([[], []]);
    // The same again is the same proposal; its maker is not the second.
    expect((await add(email)).body.data.id).toBe(proposed.body.data.id);
    const alone = await confirmChange(first, proposed.body.data.id);
    expect([alone.status, alone.body.error.details.reason]).toEqual([403, "SAME_ACCOUNT"]);
    expect(await known(email)).toEqual([]);
    const confirmed = await confirmChange(second, proposed.body.data.id);
    expect([confirmed.status, confirmed.body.data.status]).toEqual([200, "CONFIRMED"]);
    const [made] = await known(email);
    expect(made).toMatchObject({
      id: confirmed.body.data.subject,
      status: "INVITED",
      createdBy: first.operatorId,
    });
    expect(await mailsTo(world, email)).toHaveLength(1);
    expect(await auditOf(confirmed.body.data.subject)).toEqual(["operator.invited"]);
  });

  it("is not added when the second lacks what would be given, nor under an address taken meanwhile", async () => {
    const email = "taken@two.example";
    const { id } = (await add(email)).body.data;
    const narrow = await joinOperator(world, {
      email: "narrow@two.example",
      permissions: ["tenant.team.manage"],
      by: second.token,
    });
    const lesser = await confirmChange(narrow, id);
    expect([lesser.status, lesser.body.error.code]).toEqual([403, "OPERATOR_EXCEEDS_CREATOR"]);
    expect((await invite(email, ["tenant.team.read"])).status).toBe(201);
    const late = await confirmChange(second, id);
    expect([late.status, late.body.error.code]).toEqual([409, "OPERATOR_EMAIL_TAKEN"]);
    expect((await add(email)).body.error.code).toBe("OPERATOR_EMAIL_TAKEN");
  });

  it("is not made out of a reader by one; taking power away takes one", async () => {
    const reader = await invite("reader@two.example", ["tenant.payments.read"]);
    const path = `/tenant/operators/${reader.body.data.id}`;
    const change = (permissions: readonly string[]) => as(first, "PATCH", path, { permissions });
    const more = await change(["tenant.payments.manage"]);
    expect([more.status, more.body.data.kind]).toEqual([202, "UPDATE_OPERATOR"]);
    expect((await as(first, "GET", path)).body.data.permissions).toEqual(["tenant.payments.read"]);
    expect((await confirmChange(second, more.body.data.id)).status).toBe(200);
    expect((await as(first, "GET", path)).body.data.permissions).toEqual(["tenant.payments.manage"]);
    expect((await change(["tenant.payments.manage", "tenant.audit.read"])).status).toBe(200);
    expect((await change(["tenant.audit.read"])).status).toBe(200);
  });
});
