import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type MerchantId, type MerchantNo, publicId, type TenantId } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { merchantsNamed, probesFor } from "./named.ts";
import type { SearchedMerchant } from "./store.ts";

const ids = createIdSource(createManualClock(Date.UTC(2026, 10, 22)), createSeededRandom(1));
const keyring = createTestKeyring();
const tenantId = ids.uuid() as TenantId;
const merchantIn = (merchantNo: number, countryCode: string, displayName: string): SearchedMerchant => ({
  merchantNo: merchantNo as MerchantNo,
  merchantId: ids.uuid() as MerchantId,
  mode: "SANDBOX",
  displayName,
  legalName: `${displayName} SARL`,
  countryCode,
  status: "ACTIVE",
  createdAtMs: 0,
});
const merchants = [merchantIn(7, "CI", "Épicerie"), merchantIn(8, "SN", "Pêche")];
const everything = { keyring, nowMs: Date.UTC(2026, 10, 22), merchants, tenantId, mayFind: () => true };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const session = formatSessionId(keyring, {
  merchantNo: merchants[0]?.merchantNo as MerchantNo,
  id: ids.next("checkoutSession"),
});
const texts: readonly (readonly [string, string])[] = [
  ["a reference", "order-1042"],
  ["a phone", "07 07 07 07 89"],
  ["an IBAN", "CI93CI0080111301134291200589"],
  ["a session", session],
  ["a short reference", "K7M2-QX4D"],
  ["a request", publicId("request", ids.next("request"))],
  ["a charge", publicId("charge", ids.next("charge"))],
  ["a delivery", publicId("delivery", ids.next("delivery"))],
  ["a correction", publicId("ledgerCorrection", ids.next("ledgerCorrection"))],
  ["our name at a provider", "06f4c1n7w2r9t3v7x1n5b8d2e6000000"],
  ["an e-mail address", "Awa@Example.com"],
];

describe("every probe is an equality in an index", () => {
  it.each(texts)("for %s", async (_name, text) => {
    const probes = probesFor(everything, text);
    expect(probes.length).toBeGreaterThan(0);
    for (const probe of probes) {
      const values: unknown[] = [];
      const sql = probe((value) => `$${values.push(value)}`);
      const plan = await database.owner.transaction(async (tx) => {
        // Tables without rows are read whole at no cost: without that, only a missing index leads to it.
        await tx.query({ text: "set local enable_seqscan = off" });
        await tx.query({ text: "set local enable_bitmapscan = off" });
        const rows = await tx.query<{ "QUERY PLAN": string }>({ text: `explain (costs off) ${sql}`, values });
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
      expect(plan).not.toMatch(/Seq Scan/);
      // A filter may leave out guards and deleted endpoints, and choose among the few colleagues of a tenant.
      const filters = plan.match(/Filter: .*/g) ?? [];
      expect(filters.filter((line) => /reference|transaction|mac|slug|request_id/.test(line))).toEqual([]);
    }
  });
});

it("a text in the form of an id is looked for in one place", () => {
  for (const [kind, text] of texts.filter((_each, at) => at > 2 && at !== 4 && at < 9))
    expect([kind, probesFor(everything, text).length]).toEqual([kind, 1]);
});

it("nothing is asked that the caller may not find", () => {
  const blind = { ...everything, mayFind: () => false };
  for (const [, text] of texts) expect(probesFor(blind, text)).toEqual([]);
  const one = { ...everything, mayFind: (kind: string) => kind === "charge" };
  expect(probesFor(one, "order-1042").length).toBe(3);
});

it("a merchant has no objects of the tenant", () => {
  const own = { ...everything, tenantId: null };
  for (const kind of ["operator", "auditEntry", "ledgerCorrection", "request"] as const)
    expect(probesFor(own, publicId(kind, ids.next(kind)))).toEqual([]);
});

it.each([
  ["épi", [0]],
  ["EPICERIE", [0]],
  ["peche sarl", [1]],
  ["sarl", [0, 1]],
  ["nobody", []],
])("merchants named %j", (text, found) => {
  expect(merchantsNamed(merchants, text).map(({ merchant }) => merchants.indexOf(merchant))).toEqual(found);
});
