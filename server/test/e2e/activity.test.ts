import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../contract/document.ts";
import { addOne, type CallAs, callAs, openLogIn, type TestPerson } from "../harness/people.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";
import { keyOf, newNeighbour } from "../harness/sandbox-world.ts";

/** A merchant's own part of the audit log. */
let setup: RoutingSetup;
let owner: TestPerson;
let asOwner: CallAs;
let path: string;
let madeKey: Json;
const secretReason = "signalement 4711";

beforeAll(async () => {
  setup = await openRoutingSetup();
  const { test } = setup;
  path = `/merchant/merchants/${test.merchantId}/activity`;
  owner = await addOne(test, "OWNER");
  asOwner = callAs(test, await openLogIn(test, owner));
  const keys = `/merchant/merchants/${test.merchantId}/api-keys`;
  const body = { name: "Accounts", permissions: ["merchant.links.read"] };
  madeKey = (await asOwner("POST", keys, body)).body.data;
  test.clock.advance(1_000);
  const rolled = await test.request("POST", `${keys}/${madeKey.id}/revoke`, { body: {} });
  expect(rolled.status).toBe(200);
  const [wallet] = (await test.request("GET", "/payments/wallets")).body.data;
  await setup.data("setPayoutApproval", { params: { id: wallet.id }, body: { above: "75000" } });
  const params = { merchantId: test.merchantId };
  await setup.data("suspendMerchant", { params, body: { reason: secretReason } });
  await setup.data("reinstateMerchant", { params, body: { reason: secretReason } });
}, 60_000);
afterAll(() => setup?.close());

const read = async (query = "", call: CallAs = asOwner) =>
  (await call("GET", `${path}${query}`)).body.data as Json[];
const acts = (entries: readonly Json[]) => entries.map(({ actor, action }) => `${actor} ${action}`);

describe("what was done in a merchant's name", () => {
  it("is listed newest first, with the names of people and keys, and the platform without a name", async () => {
    const entries = await read("?pageSize=5");
    const key = entries[3]?.actor;
    expect(acts(entries)).toEqual([
      "platform merchant.status_changed",
      "platform merchant.status_changed",
      "platform payout.approval_threshold_set",
      `${key} api_key.revoked`,
      `${owner.id} api_key.created`,
    ]);
    expect(entries[4]).toMatchObject({
      actorName: "OWNER",
      subject: madeKey.id,
      ip: "127.0.0.1",
      mode: "SANDBOX",
    });
    expect([key.startsWith("key_"), entries[3]?.actorName === null]).toEqual([true, false]);
    expect(entries[1]).toMatchObject({
      before: "ACTIVE",
      after: "SUSPENDED",
      actorName: null,
      ip: null,
      requestId: null,
    });
    expect(entries[2]).toMatchObject({ before: null, after: "75000 EUR" });
  });

  it("never shows an operator, or an operator's reason, to any filter", async () => {
    const everything = JSON.stringify(await read("?pageSize=100"));
    expect(everything).not.toContain("op_");
    expect(everything).not.toContain("4711");
    const [operator] = await setup.data("listOperators");
    for (const query of [`?actor=${operator.id}`, `?q=${operator.id}`]) expect(await read(query)).toEqual([]);
  });

  it("leaves out what operators do unseen: looking at the dossier, and settings of the platform", async () => {
    const { request } = setup.test;
    const dossierId = (await request("GET", "/merchant-owner/onboarding")).body.data.id;
    const [document] = (await request("GET", "/merchant-owner/onboarding/documents")).body.data;
    const params = { dossierId, documentId: document.id };
    const looked = await setup.call("downloadDossierDocument", { params });
    expect(looked.status).toBe(200);
    await setup.data("createSubTenant", { body: { name: "Another" } });
    const actions = new Set((await read("?actor=platform&pageSize=100")).map(({ action }) => action));
    expect(
      [...actions].filter((one) => one.startsWith("kyb_document") || one.startsWith("sub_tenant")),
    ).toEqual([]);
    expect(actions).toContain("merchant.status_changed");
  });

  it.each([
    ["person", (): string => `?actor=${owner.id}`, ["api_key.created"]],
    ["act", (): string => "?action=api_key.revoked", ["api_key.revoked"]],
    ["object", (): string => `?subject=${madeKey.id}`, ["api_key.revoked", "api_key.created"]],
    ["any of them", (): string => `?q=${madeKey.id}`, ["api_key.revoked", "api_key.created"]],
  ] as const)("is filtered by %s", async (_name, query, expected) => {
    expect((await read(query())).map(({ action }) => action)).toEqual(expected);
  });

  it("is read on by cursor; an entry of the neighbour is none", async () => {
    const all = await read("?pageSize=100");
    const ids = all.map(({ id }) => id);
    const next = await asOwner("GET", `${path}?limit=2&starting_after=${ids[1]}`);
    expect(next.body.data.map(({ id }: Json) => id)).toEqual(ids.slice(2, 4));
    expect(next.body.meta).toMatchObject({ hasMore: true, nextCursor: ids[3] });
    const foreign = await setup.data("listAuditEntries", { query: { action: "sub_tenant.created" } });
    expect(codeOf(await asOwner("GET", `${path}?starting_after=${foreign[0].id}`))).toBe(
      "400 VALIDATION_ERROR",
    );
  });

  it("is a file for spreadsheets, in which a name is no formula", async () => {
    await setup.test.owner.query({
      text: "update persons set name = '=1+1' where id = $1",
      values: [owner.personId],
    });
    const query = `?format=csv&separator=%3B&action=api_key.created&actor=${owner.id}`;
    const { headers, body } = await asOwner("GET", `${path}${query}`);
    expect(headers.get("content-disposition")).toContain('filename="activity-sandbox.csv"');
    const [head, line, ...more] = body.trimEnd().split("\r\n");
    expect(head).toBe("createdAt;actor;actorName;action;subject;before;after;ip;requestId");
    expect(line).toContain(`;${owner.id};"'=1+1";api_key.created;${madeKey.id};`);
    expect(more).toEqual([]);
  });

  it("is of one mode, of one merchant, and needs the team", async () => {
    const { test } = setup;
    const live = callAs(test, await openLogIn(test, owner), { mode: "LIVE" });
    const inLive = await read("?pageSize=100", live);
    expect(inLive.filter(({ mode }) => mode !== "LIVE")).toEqual([]);
    expect(acts(inLive)).not.toContain(`${owner.id} api_key.created`);
    expect(acts(inLive)).toContain("platform merchant.status_changed");
    const neighbourKey = await keyOf(test, await newNeighbour(test));
    expect(codeOf(await test.request("GET", path, { apiKey: neighbourKey }))).toBe(
      "403 INVALID_MERCHANT_SCOPE",
    );
    const accountant = callAs(test, await openLogIn(test, await addOne(test, "ACCOUNTANT")));
    expect(codeOf(await accountant("GET", path))).toBe("403 INSUFFICIENT_PERMISSIONS");
  });
});
