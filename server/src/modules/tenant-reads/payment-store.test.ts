import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/app.ts";
import type { SqlQuery } from "../../db/database.ts";
import { equalTo } from "../../http/tenant-list.ts";
import { findTenantCharges, type TenantChargeSearch } from "./payment-store.ts";

/** A page of the payments of all merchants costs the same however many there are. */
const CHARGES = 30_000;
let test: TestApp;
let search: TenantChargeSearch;

beforeAll(async () => {
  test = await startTestApp();
  const { tenantId } = await test.app.merchants.profile(test.merchantNo);
  search = {
    tenantId,
    mode: "SANDBOX",
    merchantId: null,
    conditions: [],
    ids: { from: null, to: null },
    newestFirst: true,
    limit: 25,
  };
  await test.owner.query({
    text: `insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency,
             wallet_id, payment_method, method_details, payer, request_fingerprint, created_at, updated_at)
           select $1, id, id, id, 1, 'CANCELLED', 5000, 'XOF', id, 'MOBILE_MONEY', '{}', '', '', to_timestamp(0), to_timestamp(0)
             from (select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id
                     from generate_series(1, ${CHARGES}) n) made`,
    values: [test.merchantNo],
  });
  await test.owner.query({ text: "analyze charges" });
}, 60_000);
afterAll(() => test?.stop());

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How the statement of a search reads `charges`: the index, and how many rows. */
async function readOf(asked: TenantChargeSearch) {
  const sent: SqlQuery[] = [];
  const db = {
    query: <Row>(request: SqlQuery) => {
      sent.push(request);
      return test.db.query<Row>(request);
    },
  };
  await findTenantCharges(db, asked);
  const [, statement] = sent;
  const [row] = await test.owner.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>({
    text: `explain (analyze, format json) ${statement?.text}`,
    values: [...(statement?.values ?? [])],
  });
  const nodes = (row?.["QUERY PLAN"] ?? []).flatMap(({ Plan }) => nodesOf(Plan));
  const reads = nodes.filter((node) => node["Relation Name"] === "charges");
  return {
    indexes: reads.map((node) => node["Index Name"]),
    rows: reads.reduce((sum, node) => sum + node["Actual Rows"] * node["Actual Loops"], 0),
  };
}

it("without a filter it reads a page of each merchant's charges, along the primary key", async () => {
  const { indexes, rows } = await readOf(search);
  expect(indexes).toEqual(["charges_pkey"]);
  expect(rows).toBe(25);
});

it("from the middle of the list it reads no more", async () => {
  const to = "00000000-0000-7000-8000-000000010000";
  expect((await readOf({ ...search, ids: { from: null, to } })).rows).toBe(25);
  const from = { from: to, to: null };
  expect((await readOf({ ...search, ids: from, newestFirst: false })).rows).toBe(25);
});

it("with a filter that nothing fits it looks through a fixed number", async () => {
  const { indexes, rows } = await readOf({ ...search, conditions: equalTo("status", "text", "FAILED") });
  expect(indexes).toEqual(["charges_pkey"]);
  expect(rows).toBe(20_000);
});
