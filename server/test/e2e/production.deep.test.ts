import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import type { Database } from "../../src/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../src/db/embedded.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { appUrlOf } from "../../src/db/roles.ts";
import { totpCode, totpStep } from "../../src/modules/log-in/totp.ts";
import { productionRules } from "../../src/production/rules.ts";
import { quietLog } from "../harness/log.ts";
import { base32Bytes } from "../harness/operators.ts";
import { probe } from "../harness/service-process.ts";

/**
 * `cauris-server` as used for real money: a separate database, created by one role and used by another, and no folder
 * that the service could write to.
 */
const bin = resolve(import.meta.dirname, "../../../bin/cauris-server.mjs");
const masterKey = "c2a1f08e5bd94d7795b1ce3b0a6df41e8847f2690cab35d17be84a2f93d6107c";
const secrets = /svc_mk_|svc_op_|hunter2|c2a1f08e5bd94d77|[?&]password=/;

let folder: string;
let postgres: EmbeddedPostgres;
let owner: Database;
let port: number;
let settings: Readonly<Record<string, string>>;
let ownerUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cauris-production-"));
  await chmod(folder, 0o755);
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log: quietLog });
  await postgres.ensureDatabase("cauris");
  ownerUrl = postgres.ownerUrl("cauris");
  owner = createDatabase({ url: ownerUrl, max: 2, applicationName: "test", log: quietLog });
  port = await freePort();
  await writeFile(join(folder, "key"), `${masterKey}\n`);
  const [server] = await owner.query<{ release: string }>({
    text: "select current_setting('server_version') as release",
  });
  settings = {
    CAURIS_ENV: "production",
    // There is no package of the embedded PostgreSQL with the newest minor release.
    POSTGRES_RELEASE_ACCEPTED: server?.release ?? "",
    PORT: String(port),
    PUBLIC_URL: "https://pay.example.com",
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL: appUrlOf(ownerUrl),
    MASTER_KEY_FILE: join(folder, "key"),
    DATA_DIR: join(folder, "data"),
    LOG_FORMAT: "json",
  };
}, 90_000);
afterAll(async () => {
  await owner?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command, with only the given environment. */
function launch(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<Ended>((done) => child.once("close", (code) => done({ code, stdout, stderr })));
  return { child, ended, said: () => stdout + stderr };
}
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => launch(args, env).ended;

describe("the command", () => {
  it("shows its usage when asked, and with code 2 when it does not know what is asked", async () => {
    const help = await run(["--help"]);
    expect([help.code, help.stderr]).toEqual([0, ""]);
    expect(help.stdout).toMatch(/start.*check.*migrate.*create-operator/s);
    for (const args of [[], ["strat"], ["constructor"], ["create-operator", "--mail", "a@b.example"]]) {
      const { code, stdout, stderr } = await run(args);
      expect([args, code, stdout]).toEqual([args, 2, ""]);
      expect(stderr).toContain("cauris-server <command>");
    }
  });
  it("doctor names what is wrong before anything is set up, and writes its report once", async () => {
    const bundle = join(folder, "report.json");
    const first = await run(["doctor", "--json", "--bundle", bundle], { ...settings, METRICS_PORT: "off" });
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining("Read it before you send it")]);
    const { ok, findings } = JSON.parse(first.stdout);
    expect(ok).toBe(false);
    const wrong = findings.filter(({ state }: { state: string }) => state === "wrong");
    // The role does not exist yet, so the database refuses it.
    expect(wrong).toContainEqual(expect.objectContaining({ name: "the database answers" }));
    for (const { cure } of wrong) expect(cure).toMatch(/.{10}/);
    const report = await readFile(bundle, "utf8");
    expect(JSON.parse(report)).toMatchObject({ object: "cauris_support_bundle", database: null });
    expect(report).not.toMatch(secrets);
    expect((await stat(bundle)).mode & 0o777).toBe(0o600);
    const asOwner = await run(["doctor"], { ...settings, DATABASE_URL: ownerUrl });
    expect([asOwner.code, asOwner.stderr]).toEqual([1, ""]);
    expect(asOwner.stdout).toMatch(/WRONG the schema is this release's: .*\n {8}→ Run cauris-server migrate/);
    expect(asOwner.stdout).toMatch(/\d+ of \d+ are wrong\.\n$/);
    const again = await run(["doctor", "--bundle", bundle], settings);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("EEXIST")]);
    expect((await run(["doctor", "--bundel", "x"], settings)).code).toBe(2);
  });
  it("migrate wants the owner's address", async () => {
    const { code, stderr } = await run(["migrate"], settings);
    expect(code).toBe(2);
    expect(stderr).toContain("DATABASE_OWNER_URL is absent");
  });
});

describe("production refuses to start", () => {
  it("with nothing set: every problem at once, each with its cure, and nothing is written", async () => {
    const { code, stdout, stderr } = await run(["start"], {
      CAURIS_ENV: "production",
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
    });
    expect([code, stdout]).toEqual([1, ""]);
    const lines = stderr.split("\n").filter((line) => line.startsWith("  - "));
    expect(lines).toEqual([
      expect.stringMatching(/MASTER_KEY is absent\. Make one with openssl rand/),
      expect.stringMatching(/PUBLIC_URL is absent\. /),
      expect.stringMatching(/TRUSTED_PROXIES is absent\. /),
      expect.stringMatching(/DATABASE_URL is absent\. /),
    ]);
    expect(await stat(join(folder, "data")).catch(() => null)).toBeNull();
  });
  it("as the owner of the tables, with PostgreSQL's own words when it does not answer, and without fsync", async () => {
    const asOwner = await run(["start"], { ...settings, DATABASE_URL: ownerUrl });
    expect([asOwner.code, asOwner.stderr]).toEqual([1, expect.stringContaining("which owns the tables")]);
    const wrong = new URL(appUrlOf(ownerUrl));
    wrong.password = "hunter2";
    await owner.query({ text: "create role cauris_app login password 'another'" });
    const refused = await run(["start"], { ...settings, DATABASE_URL: wrong.href });
    expect(refused.stderr).toContain("password authentication failed");
    const shared = appUrlOf(inject("postgresUrl"));
    const careless = await run(["start"], { ...settings, DATABASE_URL: shared });
    expect(careless.stderr).toContain("fsync and full_page_writes is off");
    for (const { code, stdout, stderr } of [asOwner, refused, careless]) {
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).not.toMatch(secrets);
    }
  });
});

describe("an installation", () => {
  it("waits for its schema, serves without a seed, a simulator or a folder, and tells no secret", async () => {
    // Admits the service's role before there are tables, as an administrator may have done.
    await owner.query({ text: "drop role cauris_app" });
    expect(
      (await run(["migrate"], { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrlOf(ownerUrl) })).code,
    ).toBe(0);
    const { applied } = await droppedTables();
    expect(applied).toBe(0);
    const service = launch(["start"], settings);
    try {
      await until(() => service.said().includes("waiting for cauris-server migrate"), service.said);
      const migrated = await run(["migrate"], {
        DATABASE_OWNER_URL: ownerUrl,
        DATABASE_URL: appUrlOf(ownerUrl),
      });
      expect([migrated.code, migrated.stderr]).toEqual([
        0,
        expect.stringContaining("has this release's schema"),
      ]);
      await until(async () => (await probe(`http://127.0.0.1:${port}`)) === 200, service.said);

      const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
      expect(await statusOf("/simulator")).toBe(404);
      expect(await statusOf("/simulator/bank")).toBe(404);
      expect(await statusOf("/api/v1/docs-json")).toBe(200);
      for (const table of [
        "tenants",
        "merchants",
        "api_keys",
        "operators",
        "provider_accounts",
        "simulator.accounts",
      ]) {
        const [row] = await owner.query<{ n: number }>({ text: `select count(*)::int as n from ${table}` });
        expect([table, row?.n]).toEqual([table, 0]);
      }
      // There is no SMTP_URL, so no link can reach anybody: who asks for one is told so, whether the account exists or not.
      for (const [audience, email] of [
        ["operator", "awa@example.org"],
        ["merchant", "nobody@example.org"],
      ] as const) {
        const asked = await fetch(`http://127.0.0.1:${port}/api/v1/auth/${audience}/forgot`, {
          method: "POST",
          headers: {
            "sec-fetch-site": "same-origin",
            "cauris-request": "1",
            "content-type": "application/json",
          },
          body: JSON.stringify({ email }),
        });
        const { error } = (await asked.json()) as { readonly error: { readonly code: string } | null };
        expect([audience, asked.status, error?.code]).toEqual([audience, 503, "MAIL_NOT_CONFIGURED"]);
      }
      await firstOperator();
    } finally {
      service.child.kill("SIGTERM");
    }
    const { code, stdout, stderr } = await service.ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(secrets);
    expect(await stat(join(folder, "data")).catch(() => null)).toBeNull();
  }, 120_000);

  it("is what check says it is", async () => {
    const right = await run(["check"], settings);
    expect([right.code, right.stderr]).toEqual([0, ""]);
    expect(right.stdout.match(/^ {2}ok /gm)).toHaveLength(productionRules.length);
    const old = await run(["check"], { ...settings, POSTGRES_RELEASE_ACCEPTED: "17.1" });
    expect(old.stdout).toMatch(/WRONG PostgreSQL's release: PostgreSQL is \d+\.\d+\. Update/);
    const wrong = await run(["check"], {
      ...settings,
      RATE_LIMITS: "off",
      PUBLIC_URL: "http://pay.example.com",
    });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain(`2 of ${productionRules.length} are not ready`);
    expect(wrong.stdout).not.toMatch(secrets);
  });

  it("does not start on a schema that nobody brings up to date, and says what to run", async () => {
    await owner.query({ text: "delete from schema_migrations where name like '0011%'" });
    const { waitForSchema } = await import("../../src/db/schema-state.ts");
    const waiting = waitForSchema({
      url: appUrlOf(ownerUrl),
      log: quietLog,
      patienceMs: 0,
      progress: () => {},
    });
    await expect(waiting).rejects.toThrow(/lacks 0011_.*Run cauris-server migrate with DATABASE_OWNER_URL/);
  });
});

/** A tenant and its first operator: standard output contains only the link, which opens an account once. */
async function firstOperator(): Promise<void> {
  const awa = ["create-operator", "--email", "Awa@Example.org", "--name", "Awa Koné"];
  const without = await run(awa, settings);
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("There is no tenant yet")]);
  const made = await run([...awa, "--tenant", "Pay Example"], settings);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("awa@example.org alone")]);
  expect(made.stdout).toMatch(/^https:\/\/pay\.example\.com\/\S+\/svc_inv_[\w-]+\n$/);
  const token = made.stdout.trim().split("/").at(-1);
  const password = "cheval batterie agrafe correct";
  expect((await send("/tenant/invitations/accept", { token, password })).status).toBeLessThan(300);
  expect((await send("/tenant/invitations/accept", { token, password })).status).toBeGreaterThanOrEqual(400);
  await demandsSecondFactor({ email: "awa@example.org", password });

  const twice = await run([...awa], settings);
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("has an account")]);
  const again = await run(["create-operator", "--email", "awa@example.org", "--again"], settings);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("svc_inv_")]);
  const elsewhere = await run([...awa, "--tenant", "Another"], settings);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('there are "Pay Example"')]);
}

/** In production every operator needs a second factor: the first log-in sets one up, and the next one requires it. */
async function demandsSecondFactor(login: { readonly email: string; readonly password: string }) {
  const factor = "/tenant/me/second-factor";
  const { status, body } = await send("/tenant/sessions", login);
  expect(status).toBe(201);
  const { token } = body.data;
  const refused = await send("/tenant/merchants", undefined, token);
  expect([refused.status, refused.body.error?.code]).toEqual([403, "SECOND_FACTOR_ENROLMENT_REQUIRED"]);
  expect((await send(factor, undefined, token)).body.data).toMatchObject({ enrolled: false, required: true });
  const begun = await send(factor, { password: login.password }, token);
  const totp = totpCode(base32Bytes(begun.body.data.secret), totpStep(Date.now()));
  const confirmed = await send(`${factor}/confirm`, { totp }, token);
  expect(confirmed.status).toBe(200);
  expect((await send("/tenant/merchants", undefined, token)).status).toBe(200);
  const bare = await send("/tenant/sessions", login);
  expect([bare.status, bare.body.error?.code]).toEqual([401, "SECOND_FACTOR_REQUIRED"]);
  const [recoveryCode] = confirmed.body.data.recoveryCodes;
  expect((await send("/tenant/sessions", { ...login, recoveryCode })).status).toBe(201);
}

/** A POST when there is a body, else a GET. */
async function send(path: string, body?: unknown, token?: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  return { status: answer.status, body: (await answer.json()) as any };
}

/** Like a database that was not migrated: the role exists, but no table. */
async function droppedTables(): Promise<{ readonly applied: number }> {
  await owner.query({ text: "drop schema public cascade" });
  await owner.query({ text: "drop schema simulator, payment_step_days, request_log_days cascade" });
  await owner.query({ text: "create schema public" });
  await owner.query({ text: "grant usage on schema public to public" });
  const tables = await owner.query({ text: "select from pg_tables where schemaname = 'public'" });
  return { applied: tables.length };
}

async function until(isTrue: () => boolean | Promise<boolean>, told = () => ""): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isTrue()) return;
    await sleep(100);
  }
  throw new Error(`it did not come about: ${told()}`);
}
