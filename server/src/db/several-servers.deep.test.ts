import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createRecordingLog, quietLog } from "../../test/harness/log.ts";
import { type OwnPostgres, startPair } from "../../test/harness/own-postgres.ts";
import { awaitDatabase } from "./await-database.ts";
import type { Database } from "./database.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import { createDatabase } from "./pool.ts";

/** Two real servers in one address: the service is on the one that takes writes, also when that changes. */
const DATABASE = "cauris";
let primary: OwnPostgres;
let standby: OwnPostgres;
beforeAll(async () => {
  ({ primary, standby } = await startPair(DATABASE));
}, 120_000);
afterAll(async () => {
  await Promise.all([primary?.remove(), standby?.remove()]);
}, 60_000);

/** The standby first, so that order alone does not find the primary. */
function addressOf(wanted: string, ports = [standby.port, primary.port]): string {
  const { username, password } = new URL(primary.postgres.ownerUrl(DATABASE));
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return `postgres://${username}:${password}@${hosts}/${DATABASE}?target_session_attrs=${wanted}`;
}

async function portOf(db: Pick<Database, "query">): Promise<number> {
  const [row] = await db.query<{ port: string }>({ text: "select current_setting('port') as port" });
  return Number(row?.port);
}

const open = (wanted: string, ports?: number[]): Database =>
  createDatabase({ url: addressOf(wanted, ports), max: 3, applicationName: "several", log: quietLog });

it.each([
  ["read-write", () => primary],
  ["primary", () => primary],
  ["standby", () => standby],
  ["read-only", () => standby],
  ["prefer-standby", () => standby],
])("%s leads there: pool, connection of its own, probe and start", async (wanted, server) => {
  const db = open(wanted);
  expect(await Promise.all([portOf(db), portOf(db)])).toEqual([server().port, server().port]);
  await db.close();
  const own = await openDedicatedConnection({ url: addressOf(wanted), applicationName: "several" });
  expect(await portOf(own)).toBe(server().port);
  await own.close();
});

it("a start and the readiness accept an address whose first server is a standby or away", async () => {
  const ports = [1, standby.port, primary.port];
  await awaitDatabase({ url: addressOf("read-write", ports), progress: () => {} });
  const db = open("read-write", ports);
  expect(await db.trouble()).toBeNull();
  await db.close();
});

it("a message between processes is heard at the primary", async () => {
  const db = open("read-write");
  const heard: string[] = [];
  db.listen("several", (payload) => heard.push(payload));
  await expect
    .poll(async () => {
      await db.query({ text: "select pg_notify('several', 'there')" });
      return heard.length;
    })
    .toBeGreaterThan(0);
  await db.close();
});

it("no server that fits is told for each of them, without the password", async () => {
  const url = addressOf("read-write", [standby.port, 1]);
  const failure = await openDedicatedConnection({ url, applicationName: "several" }).catch(
    (error: Error) => error,
  );
  expect(String(failure)).toContain(
    `127.0.0.1:${standby.port} is a standby; 127.0.0.1:1: connect ECONNREFUSED`,
  );
  expect(String(failure)).not.toContain(new URL(primary.postgres.ownerUrl(DATABASE)).password);
});

it("a pool refuses in its own time while every server is silent, and finds one that speaks beside it", async () => {
  const silent = createServer((socket) => socket.resume());
  await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
  const { port } = silent.address() as AddressInfo;
  const deaf = createDatabase({
    url: addressOf("read-write", [port, port]),
    max: 2,
    applicationName: "several",
    log: quietLog,
    connectionWaitMs: 300,
  });
  const startedMs = performance.now();
  await expect(deaf.query({ text: "select" })).rejects.toThrow(/cannot be reached/);
  expect(performance.now() - startedMs).toBeLessThan(3_000);
  await deaf.close();
  const db = open("read-write", [port, primary.port]);
  expect(await portOf(db)).toBe(primary.port);
  await db.close();
  await new Promise((closed) => silent.close(closed));
});

it("a promoted standby is found without a new start, and nothing was taken by the old primary", {
  timeout: 60_000,
}, async () => {
  const { log, lines } = createRecordingLog();
  const db = createDatabase({ url: addressOf("read-write"), max: 3, applicationName: "several", log });
  await db.query({ text: "create table kept (id int)" });
  await primary.stop();
  await expect(db.query({ text: "insert into kept values (0)" })).rejects.toThrow();
  const admin = await openDedicatedConnection({
    url: standby.postgres.ownerUrl(DATABASE),
    applicationName: "admin",
  });
  await admin.query({ text: "select pg_promote()" });
  await admin.close();
  await expect
    .poll(() => db.query({ text: "insert into kept values (1) returning id" }).catch(() => null), {
      timeout: 20_000,
    })
    .toEqual([{ id: 1 }]);
  expect(await db.query({ text: "select id from kept" })).toEqual([{ id: 1 }]);
  expect(await portOf(db)).toBe(standby.port);
  await expect.poll(() => db.trouble()).toBeNull();
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  await db.close();
});
