import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { quietLog } from "../harness/log.ts";
import { findPatroni, type PatroniCluster, startPatroni } from "../harness/patroni.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { expectNothingLost, findDifferences } from "./kept.ts";

/**
 * Three PostgreSQL under Patroni with synchronous replication, and payers all the while: the leader is killed, changed by
 * plan, and cut from the network. Nothing that was acknowledged is lost, and the gap is told.
 */
const DATABASE = "cauris";
/** A few payments a second: the loss of one would be seen, and the machine has other work. */
const PAYERS = 4;
const BEFORE = 8;
const AFTER = 8;
/** The leader's lease is 20 s; the rest is for a busy machine. */
const GAP_MS_MAX = 90_000;

const found = await findPatroni();
if ("missing" in found) console.info(`skipped: ${found.missing}`);

describe.skipIf("missing" in found)("the service on a PostgreSQL that fails over", () => {
  let cluster: PatroniCluster;
  let home: ServiceHome;
  let service: ServiceProcess;
  let db: Database;
  let load: Load;

  beforeAll(async () => {
    if ("missing" in found) return;
    cluster = await startPatroni(found);
    await cluster.whole();
    const admin = await openDedicatedConnection({
      url: cluster.ownerUrl("postgres"),
      applicationName: "test",
    });
    await admin.query({ text: `create database ${DATABASE} encoding 'UTF8' template template0` });
    await admin.close();
    home = await createServiceHome();
    service = await home.start({ env: { DATABASE_URL: cluster.ownerUrl(DATABASE), PROCESSES: "1" } });
    db = createDatabase({
      url: cluster.ownerUrl(DATABASE),
      max: 2,
      applicationName: "failover test",
      log: quietLog,
      statementTimeoutMs: 60_000,
    });
    const seed = testSeed();
    console.info(`seed ${seed}`);
    load = startLoad({ origin: service.origin, apiKey: (await home.sandbox()).apiKey, payers: PAYERS, seed });
  }, 300_000);
  afterAll(async () => {
    await load?.abort();
    await db?.close();
    await home?.remove();
    await cluster?.remove();
  }, 120_000);

  const completions = (): readonly number[] =>
    [...load.payments.values()]
      .flatMap(({ completed }) => completed?.atMs ?? [])
      .sort((left, right) => left - right);

  async function completed(sinceMs: number, count: number): Promise<void> {
    while (completions().filter((atMs) => atMs >= sinceMs).length < count) await sleep(50);
  }

  /** Does `harm` under load until payments are accepted again; the longest time without one, in milliseconds. */
  async function gapOf(harm: () => Promise<unknown>): Promise<number> {
    await completed(Date.now(), BEFORE);
    const startedMs = Date.now();
    await harm();
    await completed(Date.now(), AFTER);
    const around = completions().filter((atMs) => atMs >= startedMs - 2_000);
    return Math.max(...around.slice(1).map((atMs, at) => atMs - (around[at] ?? atMs)));
  }

  async function nothingLost(what: string, gapMs: number): Promise<void> {
    const all = [...load.payments.values()];
    const acknowledged = all.filter((payment) => payment.completed !== null).length;
    console.info(`${what}: gap ${(gapMs / 1_000).toFixed(1)} s, ${acknowledged} acknowledged so far`);
    await expectNothingLost(db, all);
    expect(gapMs).toBeLessThan(GAP_MS_MAX);
  }

  const newLeader = async (old: string): Promise<string> => {
    for (;;) {
      const leader = await cluster.leader();
      if (leader !== old) return leader;
      await sleep(100);
    }
  };

  it("loses nothing when the leader is killed", { timeout: 300_000 }, async () => {
    const old = await cluster.leader();
    const gapMs = await gapOf(async () => {
      await cluster.kill(old);
      await newLeader(old);
    });
    await nothingLost("kill -9 of the leader", gapMs);
    await cluster.revive(old);
    await cluster.whole();
  });

  it("loses nothing when the leader is changed by plan", { timeout: 300_000 }, async () => {
    const old = await cluster.leader();
    const gapMs = await gapOf(async () => {
      await cluster.switchover(old);
      await newLeader(old);
    });
    await nothingLost("switchover", gapMs);
    await cluster.whole();
  });

  it("loses nothing when the leader is cut from the network, and is red meanwhile", {
    timeout: 300_000,
  }, async () => {
    const old = await cluster.leader();
    const gapMs = await gapOf(async () => {
      cluster.cut(old);
      await expect
        .poll(async () => (await fetch(`${service.origin}/readyz`)).status, {
          timeout: 30_000,
          interval: 100,
        })
        .toBe(503);
      await newLeader(old);
    });
    await nothingLost("network cut", gapMs);
    cluster.heal(old);
    await cluster.whole();
    await expect.poll(async () => (await fetch(`${service.origin}/readyz`)).status).toBe(200);
  });

  it("ends with whole books: every payment succeeded, no invariant is broken", {
    timeout: 180_000,
  }, async () => {
    await load.finish();
    const { payments, surprises } = load;
    expect(service.child.exitCode, service.output()).toBeNull();
    expect(surprises).toEqual([]);
    await expectNothingLost(db, payments.values());
    expect([...payments.values()].filter(({ succeeded }) => succeeded === null)).toEqual([]);
    expect(await findDifferences(db)).toEqual([]);
    await expectInvariants(db);
    expect(await service.stop()).toMatchObject({ code: 0 });
  });
});
