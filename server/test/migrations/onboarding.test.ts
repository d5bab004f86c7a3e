import { afterAll, beforeAll, expect, test } from "vitest";
import { migrationsFolder, readMigrations } from "../../src/db/migrate.ts";
import type { MerchantNo } from "../../src/kit/ids.ts";
import { findProfiles, findRecord } from "../../src/modules/merchants/store.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";

/** Merchants of a release that had one KYB status for both modes keep it, and what payers saw of them. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database?.drop());

const merchantId = (index: number) => `019bc0d8-6c00-7a10-9c31-3a5d8f0b1c0${index}`;

test("each keeps its standing in both modes, and gets a dossier in each", async () => {
  const files = await readMigrations(migrationsFolder());
  const apply = async (chosen: typeof files) => {
    for (const { sql } of chosen) await database.owner.query({ text: `begin; ${sql}; commit` });
  };
  await apply(files.filter(({ name }) => name < "0013"));
  const tenantId = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";
  await database.owner.query({
    text: "insert into tenants (id, name, created_at) values ($1, 'T', $2)",
    values: [tenantId, new Date(0)],
  });
  const statuses = ["DRAFT", "SUBMITTED", "IN_REVIEW", "INFO_REQUESTED", "APPROVED", "REJECTED"];
  for (const [index, status] of statuses.entries()) {
    await database.owner.query({
      text: `insert into merchants (id, tenant_id, status, kyb_status, legal_name, display_name, logo_url, primary_color,
               locale, country_code, event_sequence, version, created_at, updated_at)
             values ($1, $2, 'ACTIVE', $3, 'Legal', 'Shown', 'https://a.example/l.png', '#112233', 'pt', 'CI', 4, 5, $4, $5)`,
      values: [merchantId(index), tenantId, status, new Date(1_000), new Date(2_000)],
    });
    await database.owner.query({
      text: "insert into merchant_numbers (merchant_id, mode) values ($1, 'SANDBOX'), ($1, 'LIVE')",
      values: [merchantId(index)],
    });
  }
  await apply(files.filter(({ name }) => name >= "0013"));
  const rows = await database.owner.query<{ merchantNo: MerchantNo; merchantId: string }>({
    text: `select merchant_no as "merchantNo", merchant_id as "merchantId" from merchant_numbers order by merchant_no`,
  });
  expect(rows).toHaveLength(12);
  for (const row of rows) {
    const index = statuses.findIndex((_status, at) => merchantId(at) === row.merchantId);
    const profiles = await findProfiles(database.owner, [row.merchantNo]);
    expect(profiles.get(row.merchantNo)).toMatchObject({
      ...{ status: "ACTIVE", kybStatus: statuses[index], displayName: "Shown", primaryColor: "#112233" },
      ...{ logoUrl: "https://a.example/l.png", locale: "pt", countryCode: "CI" },
    });
    expect(await findRecord(database.owner, row.merchantNo)).toMatchObject({
      ...{ eventSequence: 4, version: 5, legalName: "Legal", supportEmail: null, updatedAtMs: 2_000 },
    });
  }
  const dossiers = await database.owner.query<{ merchantNo: number; approved: boolean }>({
    text: `select merchant_no as "merchantNo", approved_at is not null as approved from kyb_dossiers order by id`,
  });
  expect(dossiers.map(({ merchantNo }) => merchantNo).toSorted((a, b) => a - b)).toEqual(
    rows.map(({ merchantNo }) => merchantNo),
  );
  expect(dossiers.filter(({ approved }) => approved)).toHaveLength(2);
});
