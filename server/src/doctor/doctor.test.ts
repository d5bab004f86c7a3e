import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { quietLog } from "../../test/harness/log.ts";
import { type Config, loadConfig } from "../config.ts";
import { openServiceKeyring } from "../keyring/index.ts";
import { createManualClock, systemClock } from "../kit/clock.ts";
import { createSystemRandom } from "../kit/random.ts";
import type { Snapshot } from "../metrics/measure.ts";
import { lookAtPooler, lookAtReplica } from "./addresses.ts";
import { bundleText, readDatabaseReport } from "./bundle.ts";
import { lookAtClock, lookAtKey, lookAtRights, lookAtRoom } from "./database.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { judgeState, lookAtRestore } from "./state.ts";
import { lookAtMail, lookAtPublicUrl } from "./surroundings.ts";

const key = randomBytes(32).toString("hex");
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const clock = systemClock;
  await openServiceKeyring(
    { db: database.db, clock, random: createSystemRandom() },
    configWith({ MASTER_KEY: key }),
  );
});
afterAll(() => database.drop());

const configWith = (env: Readonly<Record<string, string>> = {}): Config =>
  loadConfig({ MASTER_KEY: key, ...env });
const examineWith = (env: Readonly<Record<string, string>>, url = database.url) => {
  const config = configWith(env);
  return examine({ config, clock: systemClock, log: quietLog, databaseAddress: async () => url });
};
const stateOf = (findings: readonly Finding[], name: string): Finding | undefined =>
  findings.find((finding) => finding.name === name);

describe("a sound installation", () => {
  it("has nothing wrong, and everything was looked at", async () => {
    const findings = await examineWith({ DATA_DIR: "/", DATABASE_URL: database.url });
    const ofDisk = "the disk has room";
    expect(findings.filter(({ state, name }) => state === "wrong" && name !== ofDisk)).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual([
      "the database answers",
      "PostgreSQL accepts writes",
      "PostgreSQL's disk has room",
      "PostgreSQL's log is archived",
      "sessions reach PostgreSQL",
      "the replica follows the primary",
      "the schema is this release's",
      "the role has its rights",
      "the clocks agree",
      "the master key opens the database",
      "webhooks are sent in time",
      "background work is done in time",
      "outcomes become known",
      "transfers are sealed in time",
      "the books obey their rules",
      "the books are checked every hour",
      "no restore waits for its books",
      "providers",
      ofDisk,
      "PUBLIC_URL leads here",
      "the mail server can be reached",
      "the settings are fit for production",
    ]);
  });
});

describe("what is wrong is told with its cure", () => {
  it("a database that is away, without its password", async () => {
    const url = new URL(database.url);
    url.password = "hunter2hunter2";
    const [finding, ...rest] = await examineWith({}, url.href);
    expect(finding).toMatchObject({ name: "the database answers", state: "wrong" });
    expect(finding?.seen).toContain("password authentication failed");
    expect(JSON.stringify([finding, ...rest])).not.toContain("hunter2");
    expect(stateOf(rest, "PostgreSQL accepts writes")).toBeUndefined();
  });

  it("no room that a role without temporary tables could look for", async () => {
    const { db, owner } = database;
    const [row] = await owner.query<{ name: string }>({
      text: "select quote_ident(current_database()) as name",
    });
    await owner.query({ text: `revoke temporary on database ${row?.name} from public` });
    expect(await lookAtRoom(db)).toMatchObject({ state: "unseen" });
    await owner.query({ text: `grant temporary on database ${row?.name} to public` });
    expect(await lookAtRoom(db)).toMatchObject({ state: "ok" });
  });

  it("a right that is missing, and in production one too many", async () => {
    expect(await lookAtRights(database.db, "production")).toMatchObject({ state: "ok" });
    expect(await lookAtRights(database.owner, "sandbox")).toMatchObject({ state: "ok" });
    const asOwner = await lookAtRights(database.owner, "production");
    expect(asOwner).toMatchObject({ state: "wrong", cure: expect.stringContaining("not the owner") });
    expect(asOwner.seen).toMatch(/^it may rewrite .* and \d+ more$/);
    await database.owner.query({ text: "revoke insert on events from cauris_app" });
    expect(await lookAtRights(database.db, "sandbox")).toMatchObject({
      state: "wrong",
      seen: "it may not work with events",
    });
    await database.owner.query({ text: "grant insert on events to cauris_app" });
  });

  it("a way past the pooler that leads to another database", async () => {
    const other = await createTestDatabase();
    const direct = configWith({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: other.url });
    expect(await lookAtPooler(direct, quietLog)).toMatchObject({
      state: "wrong",
      seen: "DATABASE_DIRECT_URL leads to another database than DATABASE_URL",
    });
    await other.drop();
    const same = configWith({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.url });
    expect(await lookAtPooler(same, quietLog)).toMatchObject({ state: "ok" });
    expect(await lookAtPooler(configWith(), quietLog)).toMatchObject({ state: "unseen" });
  });

  it("a replica that is none", async () => {
    const primaryItself = configWith({ DATABASE_URL: database.url, DATABASE_REPLICA_URL: database.url });
    expect(await lookAtReplica(database.db, primaryItself)).toMatchObject({
      state: "wrong",
      seen: "it is no standby",
    });
  });

  it("a restore of the database that is not reconciled", async () => {
    await database.owner.query({
      text: `insert into restores (id, restored_to, lost_until, declared_at)
        values (gen_random_uuid(), '2026-11-23 02:15+00', '2026-11-23 02:40+00', '2026-11-23 03:30+00')`,
    });
    expect(await lookAtRestore(database.db)).toMatchObject([
      { state: "wrong", seen: expect.stringContaining("2026-11-23T02:15:00.000Z is open") },
    ]);
    await database.owner.query({ text: "update restores set released_at = now()" });
    expect(await lookAtRestore(database.db)).toMatchObject([{ state: "ok" }]);
  });

  it("clocks that are apart", async () => {
    expect(await lookAtClock(database.db, systemClock)).toMatchObject({ state: "ok" });
    const slow = createManualClock(Date.now() - 600_000);
    expect(await lookAtClock(database.db, slow)).toMatchObject({
      state: "wrong",
      seen: "this machine and the database's are 10 min apart",
    });
  });

  it("a key that does not open the database, and none is made", async () => {
    const other = randomBytes(32).toString("hex");
    expect(await lookAtKey(database.db, configWith({ MASTER_KEY: other }))).toMatchObject({ state: "wrong" });
    const changing = configWith({ MASTER_KEY: other, MASTER_KEY_PREVIOUS: key });
    expect(await lookAtKey(database.db, changing)).toMatchObject({ state: "ok" });
    const none = loadConfig({ DATA_DIR: "/nowhere/at/all" });
    expect(await lookAtKey(database.db, none)).toMatchObject({ state: "wrong", seen: "there is no key" });
  });

  it("an address that leads to something else, and a mail server that is away", async () => {
    const server = createServer((request, response) =>
      response.end(request.url === "/livez" && isOurs ? '{"data":{"object":"liveness"}}' : "<html>"),
    );
    let isOurs = true;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const origin = `http://127.0.0.1:${port}`;
    expect(await lookAtPublicUrl(origin)).toMatchObject([{ state: "ok" }]);
    isOurs = false;
    expect(await lookAtPublicUrl(origin)).toMatchObject([{ state: "wrong" }]);
    const mail = configWith({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "a@example.org" });
    expect(await lookAtMail(mail)).toMatchObject({ state: "ok" });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await lookAtPublicUrl(origin)).toMatchObject([{ state: "wrong" }]);
    expect(await lookAtMail(mail)).toMatchObject({ state: "wrong" });
  });
});

const gauge = (name: string, labels: Readonly<Record<string, string>>, value: number): Snapshot[number] => ({
  name,
  help: "",
  type: "gauge",
  aggregator: "max",
  values: [{ labels, value }],
});

test.each([
  ["cauris_jobs_oldest_due_seconds", { kind: "webhook_deliveries" }, 301, "webhooks are sent in time"],
  ["cauris_jobs_oldest_due_seconds", { kind: "refunds" }, 601, "background work is done in time"],
  ["cauris_unknown_oldest_seconds", { subject: "charge", operator: "MTN" }, 3_601, "outcomes become known"],
  ["cauris_seal_age_seconds", {}, 601, "transfers are sealed in time"],
  ["cauris_invariant_violations", { invariant: "ledger.balances" }, 1, "the books obey their rules"],
  [
    "cauris_invariant_checked_timestamp_seconds",
    { invariant: "x" },
    99_000 - 7_201,
    "the books are checked every hour",
  ],
] as const)("%s %o of %d is wrong: %s", (metric, labels, value, name) => {
  const found = judgeState([gauge(metric, labels, value)], 99_000_000);
  expect(stateOf(found, name)).toMatchObject({ state: "wrong", cure: expect.stringMatching(/.{10}/) });
  const less = metric.includes("violations") ? 0 : metric.includes("timestamp") ? 99_000 : value - 2;
  expect(stateOf(judgeState([gauge(metric, labels, less)], 99_000_000), name)?.state).toBe("ok");
});

describe("the report for support", () => {
  const planted = {
    MASTER_KEY: key,
    MASTER_KEY_PREVIOUS: randomBytes(32).toString("base64"),
    DATABASE_URL: "postgres://svc_user:p%40ss-w0rd-9@db.example.org/cauris",
    DATABASE_OWNER_URL: "postgres://owner_of_all:0wner-secret@db.example.org/cauris",
    SMTP_URL: "smtps://mailer%40example.org:m4il-secret@mail.example.org",
    MAIL_FROM: "Awa Koné <awa.kone@example.org>",
    PUBLIC_URL: "https://pay.example.org",
    DATA_DIR: "/home/awa-kone/data",
  };
  const hidden = [
    key,
    planted.MASTER_KEY_PREVIOUS,
    "p%40ss-w0rd-9",
    "p@ss-w0rd-9",
    "svc_user",
    "0wner-secret",
    "owner_of_all",
    "m4il-secret",
    "awa.kone@example.org",
    "awa-kone",
    "0700000001",
    "22507",
    "svc_mk_live_abcdef",
    "whsec_c2VjcmV0",
  ];

  it("holds what explains a trouble, and no secret, phone number or mail address", async () => {
    const findings: readonly Finding[] = [
      {
        name: "planted",
        state: "wrong",
        seen: `p@ss-w0rd-9 of svc_user, ${key}, +225 07 00 00 00 01, 2250700000001, svc_mk_live_abcdef, whsec_c2VjcmV0`,
        cure: "Write to awa.kone@example.org",
      },
    ];
    const text = bundleText({
      config: loadConfig(planted),
      env: planted,
      version: "0.1.0",
      nowMs: Date.parse("2026-11-23T05:00:00Z"),
      findings,
      database: await readDatabaseReport(database.db),
      metrics: ['cauris_build_info{version="0.1.0"} 1', "process_resident_memory_bytes 215000000"],
    });
    const report = JSON.parse(text);
    expect(report).toMatchObject({
      object: "cauris_support_bundle",
      made_at: "2026-11-23T05:00:00.000Z",
      settings: {
        DATABASE_URL: "(set)",
        MASTER_KEY: "(set)",
        MASTER_KEY_FILE: "(not set)",
        PUBLIC_URL: "(set)",
        CAURIS_ENV: "sandbox",
        PORT: "3000",
        METRICS_PORT: "9464",
        PROCESSES: "1",
      },
      metrics: [expect.any(String), "process_resident_memory_bytes 215000000"],
    });
    expect(report.database.tables.map(({ name }: { name: string }) => name)).toContain("charges");
    expect(report.database.migrations.length).toBeGreaterThan(10);
    expect(report.database.settings.map(({ name }: { name: string }) => name)).toContain("max_connections");
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("reads no row of a merchant, a payer or a person", async () => {
    await database.owner.query({
      text: "insert into tenants (id, name, created_at) values (gen_random_uuid(), 'Planted +2250700000001', now())",
    });
    const text = JSON.stringify(await readDatabaseReport(database.db));
    expect(text).not.toContain("Planted");
    expect(text).not.toContain("0700000001");
  });
});
