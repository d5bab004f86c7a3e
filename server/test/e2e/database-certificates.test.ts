import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { awaitDatabase } from "../../src/db/await-database.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { type OwnPostgres, startOwnPostgres, writeOwned } from "../harness/own-postgres.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";

/**
 * A PostgreSQL with TLS: the start's message about its certificate, in TLS' own words. Each ends the start at once:
 * waiting does not help.
 */
const certificates = resolve(import.meta.dirname, "../fixtures/tls");
type Certificate = "localhost" | "another-name" | "expired";
const trusting = (name: Certificate) =>
  `sslmode=verify-full&sslrootcert=${join(certificates, `${name}.crt`)}`;

let server: OwnPostgres;
let home: ServiceHome;
beforeAll(async () => {
  server = await startOwnPostgres();
  await server.postgres.ensureDatabase("cauris");
  await writeOwned(server.folder, "server.key", await readFile(join(certificates, "test-only.key")));
  home = await createServiceHome();
}, 60_000);
afterAll(async () => {
  await home?.remove();
  await server?.remove();
});

/** Under the name that the certificate is made out to. */
function addressWith(search: string): string {
  const url = new URL(server.postgres.ownerUrl("cauris"));
  url.hostname = "localhost";
  url.search = search;
  return url.href;
}

/** New connections see the new settings, and existing ones are not asked. */
async function reload(changes: readonly string[]): Promise<void> {
  const admin = await openDedicatedConnection({
    url: server.postgres.ownerUrl("postgres"),
    applicationName: "admin",
  });
  for (const text of changes) await admin.query({ text });
  const [before] = await admin.query<{ at: string }>({ text: "select pg_conf_load_time()::text as at" });
  await admin.query({ text: "select pg_reload_conf()" });
  await expect
    .poll(
      async () => (await admin.query<{ at: string }>({ text: "select pg_conf_load_time()::text as at" }))[0],
    )
    .not.toEqual(before);
  await admin.close();
}

async function present(name: Certificate): Promise<void> {
  await writeOwned(server.folder, "server.crt", await readFile(join(certificates, `${name}.crt`)));
  await reload(["alter system set ssl = on"]);
}

/** The line with which a start is refused; null when it continues. It does not wait. */
async function refusalOf(url: string): Promise<string | null> {
  const waits: string[] = [];
  const refusal = await awaitDatabase({ url, progress: (step) => waits.push(step) }).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(waits).toEqual([]);
  expect(refusal ?? "").not.toContain("\n");
  return refusal;
}

const refused = (words: string) =>
  `PostgreSQL at localhost:${server.port}, database cauris: its certificate is refused: ${words}`;

describe("a certificate", () => {
  it("that is trusted lets the start go on, over TLS", async () => {
    await present("localhost");
    expect(await refusalOf(addressWith(trusting("localhost")))).toBeNull();
    const connection = await openDedicatedConnection({
      url: addressWith(trusting("localhost")),
      applicationName: "over TLS",
    });
    const [session] = await connection.query<{ ssl: boolean; version: string }>({
      text: "select ssl, version from pg_stat_ssl where pid = pg_backend_pid()",
    });
    await connection.close();
    expect(session).toEqual({ ssl: true, version: "TLSv1.3" });
  });

  it("that no trusted authority has signed is refused", async () => {
    await present("localhost");
    const refusal = await refusalOf(addressWith("sslmode=verify-full"));
    expect(refusal).toBe(refused("self-signed certificate"));
  });

  it("of another authority than the one that is trusted is refused", async () => {
    await present("localhost");
    const refusal = await refusalOf(addressWith(trusting("another-name")));
    expect(refusal).toBe(refused("self-signed certificate"));
  });

  it("of another host is refused, and both names are told", async () => {
    await present("another-name");
    const refusal = await refusalOf(addressWith(trusting("another-name")));
    expect(refusal).toContain(refused("Hostname/IP does not match certificate's altnames"));
    expect(refusal).toMatch(/localhost.*db\.example\.org/);
  });

  it("that has expired is refused", async () => {
    await present("expired");
    expect(await refusalOf(addressWith(trusting("expired")))).toBe(refused("certificate has expired"));
  });

  it("that is refused ends the built service's start, with that one line", async () => {
    await present("localhost");
    const service = home.spawn({
      env: { DATABASE_URL: addressWith("sslmode=verify-full"), LOG_LEVEL: "silent" },
    });
    expect(await service.exited).toMatchObject({ code: 1, signal: null });
    expect(service.output().trim()).toBe(`Cauris could not start: ${refused("self-signed certificate")}`);
  });
});

describe("a server", () => {
  it("that takes nothing but TLS says so to a client without it", async () => {
    await present("localhost");
    const open = await readFile(join(server.folder, "pg_hba.conf"), "utf8");
    await writeOwned(server.folder, "pg_hba.conf", "hostssl all all 127.0.0.1/32 scram-sha-256\n");
    await reload([]);
    const refusal = await refusalOf(addressWith("sslmode=disable"));
    const over = await refusalOf(addressWith(trusting("localhost")));
    await writeOwned(server.folder, "pg_hba.conf", open);
    expect(refusal).toContain("no pg_hba.conf entry for host");
    expect(refusal).toContain("no encryption (SQLSTATE 28000)");
    expect(over).toBeNull();
  });
});
