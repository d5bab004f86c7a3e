import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate, migrationsFolder } from "../../src/db/migrate.ts";
import { createManualClock } from "../../src/kit/clock.ts";
import { createTestDatabase } from "../harness/database.ts";
import { quietLog } from "../harness/log.ts";

/** Rows of an installation from before operators could edit routing: they get versions and times, and route as they did. */
const CHANGE = "0017_routing.sql";
const TENANT = "01a1f000-0000-7000-8000-000000000001";
const SUB = "01a1f000-0000-7000-8000-000000000002";

test("0017 gives versions and times to the rows that are there", async () => {
  const database = await createTestDatabase({ empty: true });
  const folder = await mkdtemp(join(tmpdir(), "cauris-routing-"));
  const clock = createManualClock(Date.UTC(2026, 10, 21));
  const run = (from: string) => migrate({ ownerUrl: database.ownerUrl, clock, log: quietLog, folder: from });
  try {
    const names = (await readdir(migrationsFolder())).filter((name) => name < CHANGE);
    for (const name of names) await cp(join(migrationsFolder(), name), join(folder, name));
    await run(folder);
    const born = "timestamptz '2026-03-01'";
    for (const text of [
      `insert into tenants (id, name, created_at) values ('${TENANT}', 'Old', ${born})`,
      `insert into sub_tenants (id, tenant_id, name, created_at) values ('${SUB}', '${TENANT}', 'Old', ${born})`,
      `insert into provider_accounts (id, tenant_id, sub_tenant_id, mode, provider, name, status, methods, settings,
         created_at, updated_at)
       values (gen_random_uuid(), '${TENANT}', '${SUB}', 'SANDBOX', 'simulator', 'Old', 'ENABLED', '{CARD}', '', ${born}, ${born})`,
      `insert into routing_rules (id, tenant_id, sub_tenant_id, mode, priority, method, created_at)
       values (gen_random_uuid(), '${TENANT}', '${SUB}', 'SANDBOX', 1, 'CARD', ${born})`,
      `insert into amount_bounds (id, tenant_id, mode, method, currency, min, max)
       values (gen_random_uuid(), '${TENANT}', 'SANDBOX', 'CARD', 'XOF', 1, 2)`,
      `insert into outages (id, tenant_id, mode, method, status, reason, starts_at)
       values (gen_random_uuid(), '${TENANT}', 'SANDBOX', 'CARD', 'CLOSED', 'Old', ${born})`,
      `insert into fee_schedules (id, tenant_id, mode, method, currency, basis_points)
       values (gen_random_uuid(), '${TENANT}', 'SANDBOX', 'CARD', 'XOF', 290)`,
    ])
      await database.owner.query({ text });
    await run(migrationsFolder());
    for (const table of ["sub_tenants", "provider_accounts", "routing_rules", "amount_bounds", "outages"]) {
      const rows = await database.owner.query<{ version: number; bornMs: number; changedMs: number }>({
        text: `select version, created_at as "bornMs", updated_at as "changedMs" from ${table}`,
      });
      const bornMs = Date.UTC(2026, 2, 1);
      expect(rows, table).toEqual([{ version: 1, bornMs, changedMs: bornMs }]);
    }
    // From the beginning: a payment that is under way while the service is updated costs what it did.
    const [fee] = await database.owner.query<{ version: number; fromMs: number }>({
      text: `select version, effective_from as "fromMs" from fee_schedules`,
    });
    expect(fee).toEqual({ version: 1, fromMs: Date.UTC(2026, 2, 1) });
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
