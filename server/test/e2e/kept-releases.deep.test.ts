import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrationsFolder, readMigrations } from "../../src/db/migration-files.ts";
import type { Answer } from "../harness/app.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type KeptRelease, keptReleases, readKeptRelease, restoreRelease } from "../harness/kept-release.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { dumpSchema } from "../migrations/schema-dump.ts";

/** Data of earlier releases, kept in server/test/releases: this release opens each, and continues from there. */
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const SETTLED = ["SUCCEEDED", "FAILED", "PAID", "REVERSED", "CANCELLED"];

describe.each(await keptReleases())("the data of %s", (name) => {
  let database: TestDatabase;
  let home: ServiceHome;
  let release: KeptRelease;
  let service: ServiceProcess;
  let base: string;
  let rowsBefore: Readonly<Record<string, number>>;

  beforeAll(async () => {
    release = await readKeptRelease(name);
    database = await createTestDatabase({ empty: true });
    await restoreRelease(database.owner, release);
    // What was kept grows older every day. It is opened as on its own day, on which its endpoints had not failed for five days.
    await database.owner.query({
      text: "update webhook_endpoints set failing_since = now() where failing_since is not null",
    });
    rowsBefore = await countRows(database);
    home = await createServiceHome({
      DATABASE_URL: database.ownerUrl,
      DATABASE_CONNECTIONS: "6",
      MASTER_KEY: release.masterKey,
      RETENTION_EVENTS: "off",
      RETENTION_SESSIONS: "off",
      RETENTION_SIMULATOR: "off",
    });
    await mkdir(home.dataDir, { recursive: true });
    await writeFile(join(home.dataDir, "sandbox.json"), JSON.stringify(release.sandbox), { mode: 0o600 });
    service = await home.start();
    base = `${service.origin}/api/v1`;
  }, 120_000);
  afterAll(async () => {
    await home?.remove();
    await database?.drop();
  }, 60_000);

  async function call(
    method: string,
    path: string,
    body?: object,
    token = release.sandbox.apiKey,
  ): Promise<Answer["body"]> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { "content-type": "application/json", "idempotency-key": `today ${performance.now()}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return response.headers.get("content-type")?.startsWith("application/json;") ? JSON.parse(text) : text;
  }
  async function until(path: string, wanted: readonly string[]): Promise<string> {
    for (let tries = 0; tries < 300; tries += 1) {
      const { status } = (await call("GET", path)).data;
      if (wanted.includes(status)) return status;
      await sleep(100);
    }
    throw new Error(`${path} is not ${wanted} yet`);
  }

  it("is brought to today's schema, and no row of it is lost", async () => {
    const files = await readMigrations(migrationsFolder());
    const listed = await database.owner.query<{ name: string; checksum: string }>({
      text: "select name, checksum from schema_migrations order by name",
    });
    expect(listed).toEqual(files.map(({ name, checksum }) => ({ name, checksum })));
    const fresh = await createTestDatabase();
    try {
      expect(withoutDays(await dumpSchema(database.owner))).toBe(withoutDays(await dumpSchema(fresh.owner)));
      expect(await furtherFacts(database)).toEqual(await furtherFacts(fresh));
    } finally {
      await fresh.drop();
    }
    const after = await countRows(database);
    for (const [table, count] of Object.entries(rowsBefore)) {
      if (mayShrink.includes(table)) continue;
      expect([table, after[movedTo[table] ?? table] ?? 0]).toEqual([
        table,
        expect.toSatisfy((now: number) => now >= count),
      ]);
    }
  });

  it("is read: every list, sealed values included", async () => {
    const own = `/merchant/merchants/${release.sandbox.merchantId}`;
    for (const path of [
      ...["/checkout/sessions", "/payments/payment-intents", "/payments/charges", "/payments/refunds"],
      ...["/payments/links", "/payments/wallets", "/payments/beneficiaries", "/payments/payouts"],
      ...[`${own}/events`, `${own}/webhook-endpoints`, `${own}/api-keys`],
    ]) {
      const { data } = await call("GET", path);
      expect([path, data.length > 0]).toEqual([path, true]);
      if (typeof data[0].id === "string" && !path.endsWith("/events"))
        await call("GET", `${path}/${data[0].id}`);
    }
    const sessions = (await call("GET", "/checkout/sessions?limit=100")).data;
    const paid = sessions.find(({ reference }: { reference: string }) => reference === "paid-0");
    expect((await call("GET", `/checkout/sessions/${paid.id}`)).data).toMatchObject({
      status: "SUCCEEDED",
      customer: { name: "Awa Koné" },
    });
  });

  it("holds no address of a webhook in clear any more, and asks those that have never answered", async () => {
    const clear = { text: "select 1 from webhook_endpoints where url is not null" };
    await expect.poll(() => database.owner.query(clear)).toEqual([]);
    const endpoints = await database.owner.query<{ verified: boolean; accepted: boolean; pinged: boolean }>({
      text: `select p.proved_at is not null as verified,
          exists (select from webhook_deliveries d where d.endpoint_id = p.id and d.status = 'SUCCEEDED') as accepted,
          exists (select from webhook_deliveries d where d.endpoint_id = p.id and d.event_type = 'endpoint.ping') as pinged
        from webhook_endpoints p where p.status = 'ACTIVE'`,
    });
    expect(endpoints.length).toBeGreaterThan(0);
    for (const { verified, accepted, pinged } of endpoints) {
      expect([verified, pinged || verified]).toEqual([accepted, true]);
    }
  });

  it("takes payments, refunds what was paid then, pays out, and goes on", { timeout: 90_000 }, async () => {
    const details = {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250509990789", operator: "MTN", countryCode: "CI" },
    };
    const made = (await call("POST", "/checkout/sessions", { amount: "5000", currency: "XOF", title: "Neu" }))
      .data;
    await call("POST", `/checkout/pay/${made.id}/complete`, details, "");
    expect(await until(`/checkout/sessions/${made.id}`, SETTLED)).toBe("SUCCEEDED");

    const charges = (await call("GET", "/payments/charges?limit=100&status=SUCCEEDED")).data;
    const direct = charges.find(({ reference }: { reference: string }) => reference === "direct-0500020789");
    const refund = (await call("POST", `/payments/charges/${direct.id}/refunds`, { amount: "500" })).data;
    expect(await until(`/payments/refunds/${refund.id}`, SETTLED)).toBe("SUCCEEDED");

    const wallets = (await call("GET", "/payments/wallets")).data;
    const walletId = wallets.find(({ currency }: { currency: string }) => currency === "XOF").id;
    // A new beneficiary: what the others got that day counts against the threshold that was set then.
    const somebody = {
      name: "Ama Mensah",
      type: "MOBILE_MONEY",
      currency: "XOF",
      details: { phone: "+2250509991789", operator: "MTN" },
    };
    const beneficiary = (await call("POST", "/payments/beneficiaries", somebody)).data;
    const payout = (
      await call("POST", "/payments/payouts", { walletId, beneficiaryId: beneficiary.id, amount: "300" })
    ).data;
    expect(await until(`/payments/payouts/${payout.id}`, SETTLED)).toBe("PAID");
  });

  it("holds every promise, and its ledger and audit log verify without the service", async () => {
    const { email, password } = release.sandbox.operator;
    const { token } = (await call("POST", "/tenant/sessions", { email, password }, "")).data;
    const audit = join(home.dataDir, "audit.jsonl");
    await writeFile(audit, await call("GET", "/tenant/audit/export", undefined, token));
    const checkedAudit = await run(process.execPath, [join(root, "tools/verify-audit.mjs"), audit]);
    expect(checkedAudit.stdout).toMatch(/\S/);
    const wallets = (await call("GET", "/payments/wallets")).data;
    const walletId = wallets.find(({ currency }: { currency: string }) => currency === "XOF").id;
    const ledger = join(home.dataDir, "ledger.jsonl");
    await writeFile(ledger, await call("GET", `/payments/wallets/${walletId}/ledger`));
    const checkedLedger = await run(process.execPath, [join(root, "tools/verify-ledger.mjs"), ledger]);
    expect(checkedLedger.stdout).toMatch(/seal/i);
    expect((await service.stop()).code).toBe(0);
    await expectInvariants(database.owner);
  });
});

/** Queues and counters, whose rows are deleted once they are done. */
const mayShrink = [
  "charge_checks",
  "idempotency_keys",
  "operator_sessions",
  "operator_login_attempts",
  "settlements",
  "simulator.callbacks",
  "schema_migrations",
];

/** Without the partitions that a running service makes for each day on which it writes steps of payments. */
function withoutDays(dump: string): string {
  return dump
    .split("\n\n")
    .filter((part) => !part.startsWith("create table payment_step_days."))
    .join("\n\n");
}

/** Tables whose rows are in another one by now. */
const movedTo: Readonly<Record<string, string>> = {
  operator_invitations: "log_in_links",
  operator_known_addresses: "log_in_addresses",
  operator_recovery_codes: "recovery_codes",
  operator_second_factors: "second_factors",
};

async function countRows({ owner }: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const tables = await owner.query<{ name: string }>({
    text: `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname in ('public', 'simulator') and c.relkind = 'r'`,
  });
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await owner.query<{ n: number }>({ text: `select count(*)::int as n from ${name}` });
    counts[name] = row?.n ?? 0;
  }
  return counts;
}

/** Not in the dump: how columns are stored, comments, unlogged tables, rights on schemas, sequences. */
async function furtherFacts({ owner }: TestDatabase): Promise<readonly unknown[]> {
  return owner.query({
    text: `
      select 'column' as kind, c.oid::regclass::text || '.' || a.attname as name,
             concat_ws(' ', a.attstorage, a.attcompression, a.attcollation::regcollation) as fact
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'simulator') and a.attnum > 0 and not a.attisdropped
      union all
      select 'relation', c.oid::regclass::text, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'simulator')
      union all
      select 'comment', objoid::regclass::text || '.' || objsubid, description
        from pg_description where classoid = 'pg_class'::regclass and objoid >= 16384
      union all
      select 'schema', nspname, nspacl::text from pg_namespace where nspname in ('public', 'simulator')
      union all
      select 'sequence', seqrelid::regclass::text, concat_ws(' ', seqstart, seqincrement, seqcache, seqcycle) from pg_sequence
      order by 1, 2, 3`,
  });
}
