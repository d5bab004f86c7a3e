import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allTenantPermissions } from "../../src/http/permissions.ts";
import { ONE_PERSON_MS } from "../../src/kit/common-origin.ts";
import { startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { invitationTokenOf, joinOperator, sendRecovery } from "../harness/operators.ts";

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
    const made = await as(first, "POST", "/tenant/operators", {
      email: "unopened@example.com",
      name: "Kofi",
      permissions: everything,
    });
    const path = `/tenant/operators/${made.body.data.id}/invitation`;
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
