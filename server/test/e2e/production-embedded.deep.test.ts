import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";

/** The built service in production on its own PostgreSQL: an explicit setting allows a single machine. */
const masterKey = "c2a1f08e5bd94d7795b1ce3b0a6df41e8847f2690cab35d17be84a2f93d6107c";
const production = {
  CAURIS_ENV: "production",
  PUBLIC_URL: "https://pay.example.com",
  TRUSTED_PROXIES: "127.0.0.1",
  MASTER_KEY: masterKey,
  RATE_LIMITS: "on",
};

let home: ServiceHome;
beforeAll(async () => {
  // The tests' PostgreSQL is the one that comes along: it is accepted by name until there is a package of a later one.
  const url = inject("postgresUrl").replace(/\/[^/]*$/, "/postgres");
  const shared = await openDedicatedConnection({ url, applicationName: "release" });
  const [row] = await shared.query<{ release: string }>({
    text: "select split_part(current_setting('server_version'), ' ', 1) as release",
  });
  await shared.close();
  home = await createServiceHome({ ...production, POSTGRES_RELEASE_ACCEPTED: row?.release ?? "" });
});
afterAll(() => home?.remove());

it("is refused until EMBEDDED_IN_PRODUCTION accepts it, and makes no database before", async () => {
  const refused = home.spawn();
  expect(await refused.exited).toMatchObject({ code: 1 });
  expect(refused.output()).toContain("DATABASE_URL is absent. ");
  expect(await readdir(join(home.dataDir, "..")).then((names) => names.includes("data"))).toBe(false);
});

it("starts with EMBEDDED_IN_PRODUCTION=yes: no seed, no simulator, no secret, writes that reach the disk", {
  timeout: 120_000,
}, async () => {
  const service = await home.start({ env: { EMBEDDED_IN_PRODUCTION: "yes" } });
  const owner = await openDedicatedConnection({ url: await home.ownerUrl(), applicationName: "look" });
  const [found] = await owner.query<Readonly<Record<string, unknown>>>({
    text: `select (select count(*)::int from tenants) as tenants, (select count(*)::int from api_keys) as keys,
                  (select count(*)::int from operators) as operators,
                  (select count(*)::int from provider_accounts) as accounts,
                  current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
                  current_setting('synchronous_commit') as "synchronousCommit"`,
  });
  const logins = await owner.query<{ role: string }>({
    text: `select distinct usename as role from pg_stat_activity
            where application_name like 'cauris%' order by usename`,
  });
  await owner.close();
  expect(found).toEqual({
    tenants: 0,
    keys: 0,
    operators: 0,
    accounts: 0,
    fsync: "on",
    fullPageWrites: "on",
    synchronousCommit: "on",
  });
  expect(logins.map(({ role }) => role)).toEqual(["cauris_app"]);
  expect((await fetch(`${service.origin}/simulator`)).status).toBe(404);
  expect((await fetch(`${service.origin}/api/v1/docs-json`)).status).toBe(200);
  const files = await readdir(home.dataDir);
  expect(files).toContain("postgres.json");
  expect(files).not.toContain("sandbox.json");
  expect(files).not.toContain("master.key");
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
  expect(await home.postgresPid()).toBeNull();
  expect(service.output()).not.toMatch(/c2a1f08e5bd94d77|svc_mk_|svc_op_|svc_inv_/);
});

it("is refused with a master key that lies beside the cluster it seals", async () => {
  const file = join(home.dataDir, "my.key");
  await writeFile(file, masterKey, { mode: 0o600 });
  const env = { EMBEDDED_IN_PRODUCTION: "yes", MASTER_KEY: "", MASTER_KEY_FILE: file };
  const refused = home.spawn({ env });
  expect(await refused.exited).toMatchObject({ code: 1 });
  expect(refused.output()).toContain("the master key lies in the data folder");
  expect(await home.postgresPid()).toBeNull();
});
