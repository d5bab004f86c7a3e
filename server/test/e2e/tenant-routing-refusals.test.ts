import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../contract/document.ts";
import { createOwner, createTenant, logIn } from "../contract/estate.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";

/**
 * What operators cannot do to routing: refer to another tenant's objects, or make more than a payment can read through.
 */
let setup: RoutingSetup;
beforeAll(async () => {
  setup = await openRoutingSetup();
});
afterAll(() => setup?.close());

describe("another tenant's", () => {
  let foreign: { subTenantId: string; merchantId: string };
  beforeEach(async () => {
    if (foreign !== undefined) return;
    const abroad = await createTenant(setup.test, "abroad");
    const { token } = await logIn(setup.test, abroad, 1);
    const { id } = await setup.data("createSubTenant", { apiKey: token, body: { name: "Abroad" } });
    foreign = { subTenantId: id, merchantId: (await createOwner(setup.test, abroad, "Abroad")).merchantId };
    expect(await setup.data("listSubTenants", { apiKey: token })).toHaveLength(2);
  });
  const cases: readonly (readonly [string, string, (own: Json) => Json, string])[] = [
    ["createRoutingRule", "subTenantId", () => ({ mode: "LIVE", method: "CARD" }), "subTenantId"],
    [
      "createProviderAccount",
      "subTenantId",
      () => ({
        mode: "SANDBOX",
        provider: "simulator",
        name: "Far",
        methods: ["CARD"],
        settings: { apiKey: "api-key-from-afar", callbackSecret: "callback-from-afar" },
      }),
      "subTenantId",
    ],
    [
      "dryRunRouting",
      "merchantId",
      () => ({ mode: "LIVE", method: "CARD", currency: "XOF", amount: "1" }),
      "merchantId",
    ],
  ];
  it.each(cases)("named in a body of %s (%s) is not found", async (operation, field, bodyOf, named) => {
    const value = foreign[field as keyof typeof foreign];
    for (const given of [value, "sub_00000000000000000000000000"].slice(0, field === "merchantId" ? 1 : 2)) {
      const answer = await setup.call(operation, { body: { ...bodyOf({}), [field]: given } });
      expect([codeOf(answer), answer.body.error.details.field]).toEqual(["404 RESOURCE_NOT_FOUND", named]);
    }
  });
  it("sub-tenant in a change and in a proposal is not found either", async () => {
    const [rule] = await setup.sandboxRules();
    const { subTenantId } = foreign;
    const change = await setup.call("updateRoutingRule", { params: { id: rule.id }, body: { subTenantId } });
    expect([codeOf(change), change.body.error.details.field]).toEqual([
      "404 RESOURCE_NOT_FOUND",
      "subTenantId",
    ]);
    const proposal = await setup.call("dryRunRouting", {
      body: {
        mode: "SANDBOX",
        method: "CARD",
        currency: "XOF",
        amount: "5000",
        rules: [
          { method: "CARD", subTenantId: rule.subTenantId },
          { method: "CARD", subTenantId },
        ],
      },
    });
    expect([codeOf(proposal), proposal.body.error.details.field]).toEqual([
      "404 RESOURCE_NOT_FOUND",
      "rules[1].subTenantId",
    ]);
  });
});

describe("what each payment looks through is bounded", () => {
  let subTenantId: string;
  let storedSubTenantId: string;
  beforeAll(async () => {
    subTenantId = (await setup.data("createSubTenant", { body: { name: "Crowd" } })).id;
    const [row] = await setup.test.db.query<{ id: string }>({
      text: "select id from sub_tenants where tenant_id = $1 and name = 'Crowd'",
      values: [setup.tenantId],
    });
    storedSubTenantId = row?.id ?? "";
  });
  const at = "timestamptz '2026-01-01', timestamptz '2026-01-01'";
  const crowds: readonly (readonly [string, string, number, string, (n: number) => Json])[] = [
    [
      "createSubTenant",
      "sub_tenants",
      200,
      `(id, tenant_id, name, created_at, updated_at) select gen_random_uuid(), $1, 'x' || $2::uuid, ${at}`,
      (n) => ({ name: `One more ${n}` }),
    ],
    [
      "createRoutingRule",
      "routing_rules",
      500,
      `(id, tenant_id, sub_tenant_id, mode, priority, method, created_at, updated_at)
        select gen_random_uuid(), $1, $2::uuid, 'SANDBOX', 1, 'QR', ${at}`,
      () => ({ mode: "SANDBOX", method: "QR", subTenantId }),
    ],
    [
      "setAmountBound",
      "amount_bounds",
      1_000,
      `(id, tenant_id, mode, method, operator, currency, min, max, created_at, updated_at)
        select gen_random_uuid(), $1, 'LIVE', 'QR', 'X' || $2::uuid || n, 'XOF', 1, 2, ${at}`,
      (n) => ({ mode: "LIVE", method: "QR", currency: "XOF", country: `Z${"ABCDE"[n]}`, min: "1", max: "2" }),
    ],
    [
      "openOutage",
      "outages",
      500,
      `(id, tenant_id, mode, method, status, reason, starts_at, created_at, updated_at)
        select gen_random_uuid(), $1, 'LIVE', 'QR', 'DEGRADED', 'x' || $2::uuid, timestamptz '2026-01-01', ${at}`,
      () => ({ mode: "LIVE", method: "QR", status: "DEGRADED", reason: "One more" }),
    ],
    [
      "createProviderAccount",
      "provider_accounts",
      200,
      `(id, tenant_id, sub_tenant_id, mode, provider, name, status, methods, settings, created_at, updated_at)
        select gen_random_uuid(), $1, $2::uuid, 'SANDBOX', 'simulator', 'crowd ' || n, 'DISABLED', '{CARD}', '', ${at}`,
      (n) => ({
        mode: "SANDBOX",
        subTenantId,
        provider: "simulator",
        name: `One more ${n}`,
        methods: ["CARD"],
        settings: { apiKey: `one-more-api-key-${n}`, callbackSecret: "one-more-secret" },
      }),
    ],
  ];
  it.each(crowds)(
    "%s: of five at once who want the last place one gets it",
    async (operation, table, max, fill, bodyOf) => {
      const mode =
        table === "sub_tenants" || table === "outages"
          ? ""
          : operation === "createProviderAccount" || operation === "createRoutingRule"
            ? "and mode = 'SANDBOX'"
            : "and mode = 'LIVE'";
      const live = table === "outages" ? "and ends_at is null" : mode;
      await setup.test.owner.query({
        text: `insert into ${table} ${fill} from generate_series(1, $3::int -
        (select count(*)::int from ${table} where tenant_id = $1 ${live}) - 1) n where $2::uuid is not null`,
        values: [setup.tenantId, storedSubTenantId, max],
      });
      const answers = await Promise.all(
        [0, 1, 2, 3, 4].map((n) => setup.call(operation, { body: bodyOf(n) })),
      );
      const codes = answers.map(codeOf);
      expect(codes.filter((code) => code === "409 ROUTING_LIMIT_REACHED")).toHaveLength(4);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error.details.max).toBe(max);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      await setup.test.owner.query({
        text: `delete from ${table} where tenant_id = $1 and created_at = timestamptz '2026-01-01'`,
        values: [setup.tenantId],
      });
    },
  );
});
