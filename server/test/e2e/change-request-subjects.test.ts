import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { type Id, parsePublicId, publicId, type TenantId } from "../../src/kit/ids.ts";
import { createRoutingSetUp } from "../../src/modules/routing/index.ts";
import type { Json } from "../contract/document.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";

/** What is confirmed is what was shown: a changed subject supersedes its requests, and credentials stay sealed. */
let setup: RoutingSetup;
let subTenantId: string;
let accountId: string;
let storedAccountId: string;
const oldSecret = "callback-secret-of-old-0001";
const newSecret = "callback-secret-of-new-7342";

beforeAll(async () => {
  setup = await openRoutingSetup();
  subTenantId = (await setup.data("createSubTenant", { body: { name: "Live acquirer" } })).id;
  // No provider in the program serves live mode: the account is made as the seed makes its own.
  storedAccountId = await setup.test.db.transaction((tx) =>
    createRoutingSetUp({
      ids: setup.test.app.ids,
      keyring: setup.test.keyring,
      clock: setup.test.clock,
    }).createProviderAccount(
      tx,
      {
        tenantId: setup.tenantId as TenantId,
        mode: "LIVE",
        provider: "simulator",
        name: "Live account",
        subTenantId: parsePublicId("subTenant", subTenantId) ?? "",
        methods: ["CARD"],
        currencies: [],
        countries: [],
        operators: [],
        settings: { apiKey: "api-key-of-the-live-account", callbackSecret: oldSecret },
      },
      systemActor,
    ),
  );
  accountId = publicId("providerAccount", storedAccountId as Id<"providerAccount">);
  // Its provider serves the sandbox alone, and could not be tested.
  await setup.test.owner.query({
    text: "update provider_accounts set test_passed_at = now() where id = $1",
    values: [storedAccountId],
  });
});
afterAll(() => setup?.close());

const proposed = async (operation: string, options: Json): Promise<Json> => {
  const { status, body } = await setup.call(operation, options);
  expect([status, body.data?.object], JSON.stringify(body.error)).toEqual([202, "change_request"]);
  return body.data;
};
const confirm = (id: string) =>
  setup.call("confirmChangeRequest", { params: { id }, apiKey: setup.tokens[1] });
const read = (id: string): Promise<Json> => setup.data("getChangeRequest", { params: { id } });
const account = (): Promise<Json> => setup.data("getProviderAccount", { params: { id: accountId } });
const change = (body: Json) => ({ params: { id: accountId }, body });
/** How often a text occurs in the database in plain text. */
const timesStored = async (text: string): Promise<number> => {
  const tables = await setup.test.owner.query<{ name: string }>({
    text: "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  });
  let found = 0;
  for (const { name } of tables) {
    const [row] = await setup.test.owner.query<{ count: number }>({
      text: `select count(*)::int as count from ${name} t
        where position($1 in t::text) > 0 or position(encode(convert_to($1, 'UTF8'), 'hex') in t::text) > 0`,
      values: [text],
    });
    found += row?.count ?? 0;
  }
  return found;
};

describe("a subject that changed meanwhile", () => {
  const rule = (body: Json) =>
    setup.data("createRoutingRule", { body: { mode: "LIVE", subTenantId, ...body } });
  const superseded = async (id: string): Promise<void> => {
    expect(codeOf(await confirm(id))).toBe("409 VERSION_CONFLICT");
    expect(await read(id)).toMatchObject({ status: "SUPERSEDED", decidedBy: null });
    const again = await confirm(id);
    expect([codeOf(again), again.body.error.details.status]).toEqual([
      "409 CHANGE_REQUEST_NOT_OPEN",
      "SUPERSEDED",
    ]);
  };

  it("of two requests for one rule the first that is confirmed ends the other", async () => {
    const { id } = await rule({ method: "CARD" });
    const one = await proposed("updateRoutingRule", { params: { id }, body: { priority: 5 } });
    const other = await proposed("updateRoutingRule", { params: { id }, body: { priority: 6 } });
    expect(codeOf(await confirm(one.id))).toBe("200");
    await superseded(other.id);
    expect((await setup.data("getRoutingRule", { params: { id } })).priority).toBe(5);
  });

  it("by one operator's own act: a rule that was disabled is not what was shown", async () => {
    const { id } = await rule({ method: "CARD", country: "CI" });
    const { id: request } = await proposed("updateRoutingRule", { params: { id }, body: { priority: 9 } });
    await setup.data("updateRoutingRule", { params: { id }, body: { enabled: false } });
    await superseded(request);
    const gone = await proposed("updateRoutingRule", { params: { id }, body: { priority: 9 } });
    await setup.data("deleteRoutingRule", { params: { id } });
    await superseded(gone.id);
  });

  it("an order of rules, once there is another rule", async () => {
    const ids = (await setup.data("listRoutingRules", { query: { mode: "LIVE" } })).map(({ id }: Json) => id);
    const body = { mode: "LIVE", ruleIds: ids.toReversed() };
    const { id } = await proposed("reorderRoutingRules", { body });
    await rule({ method: "WALLET" });
    await superseded(id);
  });

  it("two new rules do not end each other: each keeps the place that was shown", async () => {
    const places = await Promise.all(
      ["CI", "SN"].map(async (country) =>
        proposed("createRoutingRule", {
          body: { mode: "LIVE", method: "MOBILE_MONEY", subTenantId, country },
        }),
      ),
    );
    for (const { id, after } of places) {
      const { subject } = (await confirm(id)).body.data;
      const made = await setup.data("getRoutingRule", { params: { id: subject } });
      expect([made.priority, made.country]).toEqual([after.priority, after.country]);
    }
  });

  it("what the operation itself refuses leaves the request open", async () => {
    const { id } = await proposed("createRoutingRule", {
      body: { mode: "LIVE", method: "QR", subTenantId },
    });
    const at = "timestamptz '2026-01-01', timestamptz '2026-01-01'";
    await setup.test.owner.query({
      text: `insert into routing_rules (id, tenant_id, sub_tenant_id, mode, priority, method, created_at, updated_at)
        select gen_random_uuid(), $1, $2, 'LIVE', 1, 'QR', ${at} from generate_series(1, 500)`,
      values: [setup.tenantId, parsePublicId("subTenant", subTenantId)],
    });
    expect(codeOf(await confirm(id))).toBe("409 ROUTING_LIMIT_REACHED");
    expect((await read(id)).status).toBe("PROPOSED");
    await setup.test.owner.query({
      text: "delete from routing_rules where tenant_id = $1 and created_at = timestamptz '2026-01-01'",
      values: [setup.tenantId],
    });
    expect(codeOf(await confirm(id))).toBe("200");
  });
});

describe("a live provider account", () => {
  it("is disabled by one operator, and enabled by two", async () => {
    const off = await setup.call("updateProviderAccount", change({ status: "DISABLED" }));
    expect([codeOf(off), off.body.data.status]).toEqual(["200", "DISABLED"]);
    expect(
      codeOf(await setup.call("updateProviderAccount", change({ status: "DISABLED", name: "Other" }))),
    ).toBe("202");
    const on = await proposed("updateProviderAccount", change({ status: "ENABLED" }));
    expect([on.before.status, on.after.status]).toEqual(["DISABLED", "ENABLED"]);
    expect((await account()).status).toBe("DISABLED");
    await confirm(on.id);
    expect((await account()).status).toBe("ENABLED");
  });

  it("holds its sub-tenant: making that ACTIVE again takes two as well", async () => {
    const set = (id: string, status: string) =>
      setup.call("updateSubTenant", { params: { id }, body: { status } });
    expect(codeOf(await set(subTenantId, "DISABLED"))).toBe("200");
    expect(codeOf(await set(subTenantId, "ACTIVE"))).toBe("202");
    expect((await setup.data("getSubTenant", { params: { id: subTenantId } })).status).toBe("DISABLED");
    await setup.data("updateSubTenant", { params: { id: subTenantId }, body: { status: "ACTIVE" } });
    const { id: without } = await setup.data("createSubTenant", { body: { name: "Without accounts" } });
    for (const status of ["DISABLED", "ACTIVE"]) expect(codeOf(await set(without, status))).toBe("200");
  });

  it("gets a new credential by two, told by its end and its fingerprint", async () => {
    const before = await account();
    const request = await proposed(
      "updateProviderAccount",
      change({ settings: { callbackSecret: newSecret } }),
    );
    const shown = (credentials: Json) => credentials.map(({ name, last4 }: Json) => [name, last4]);
    expect(shown(request.before.credentials)).toEqual([["callbackSecret", "0001"]]);
    expect(shown(request.after.credentials)).toEqual([["callbackSecret", "7342"]]);
    expect(await account()).toEqual(before);
    await confirm(request.id);
    const [, secret] = (await account()).credentials;
    expect(secret.fingerprint).toBe(request.after.credentials[0].fingerprint);
    const held = await setup.test.app.routing.providerAccount(storedAccountId as Id<"providerAccount">);
    expect(held.settings.callbackSecret).toBe(newSecret);
  });

  it("never shows a credential: not in an answer, nor in the log, nor in the database in clear", async () => {
    const secret = "callback-secret-that-is-sealed-5519";
    const request = await proposed("updateProviderAccount", change({ settings: { callbackSecret: secret } }));
    const listed = await setup.call("listChangeRequests");
    expect(JSON.stringify([request, await read(request.id), listed.body])).not.toContain(secret);
    expect(await timesStored(secret)).toBe(0);
    const sealed = () =>
      setup.test.owner.query<{ input: Buffer | null }>({
        text: "select input from change_requests where id = $1",
        values: [parsePublicId("changeRequest", request.id)],
      });
    expect((await sealed())[0]?.input).toBeInstanceOf(Buffer);
    const refused = await setup.call("refuseChangeRequest", {
      params: { id: request.id },
      body: {},
      apiKey: setup.tokens[1],
    });
    expect(refused.body.data.status).toBe("REFUSED");
    expect((await sealed())[0]?.input).toBeNull();
    expect(await timesStored(secret)).toBe(0);
    // Proof that the search works: a text stored in plain text.
    expect(await timesStored("Live account")).toBeGreaterThan(0);
  });

  it("is not changed by a request that was moved to another row of the table", async () => {
    const one = await proposed("updateProviderAccount", change({ name: "Moved one" }));
    const other = await proposed("updateProviderAccount", change({ name: "Moved other" }));
    await setup.test.owner.query({
      text: "update change_requests set input = (select input from change_requests where id = $1) where id = $2",
      values: [one, other].map(({ id }) => parsePublicId("changeRequest", id)),
    });
    expect(
      codeOf(
        await setup.call("confirmChangeRequest", {
          params: { id: other.id },
          apiKey: setup.tokens[1],
        }),
      ),
    ).toBe("500 INTERNAL_ERROR");
    expect((await account()).name).toBe("Live account");
  });
});
