import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRecordingLog, quietLog } from "../../test/harness/log.ts";
import { type OwnPostgres, startOwnPostgres, startPair } from "../../test/harness/own-postgres.ts";
import type { Database, Queryable } from "./database.ts";
import { type OpenReplica, openReplica } from "./open-replica.ts";
import { createDatabase } from "./pool.ts";

/** A standby that streams from its primary answers reads, and never with less than was acknowledged before. */
const DATABASE = "cauris";
const LAG_MAX_SECONDS = 1;
let primary: OwnPostgres;
let standby: OwnPostgres;
let db: Database;
let atStandby: Database;
beforeAll(async () => {
  ({ primary, standby } = await startPair(DATABASE));
  db = open(primary.postgres.ownerUrl(DATABASE));
  atStandby = open(standby.postgres.ownerUrl(DATABASE));
  await db.query({ text: "create table kept (id int)" });
}, 120_000);
afterAll(async () => {
  await Promise.all([db?.close(), atStandby?.close()]);
  await Promise.all([primary?.remove(), standby?.remove()]);
}, 60_000);

function open(url: string): Database {
  return createDatabase({ url, max: 4, applicationName: "replica test", log: quietLog });
}

/** A replica as the service opens it, with what it logs. */
async function withReplica(
  work: (replica: OpenReplica, events: () => readonly string[]) => Promise<void>,
  url = standby.postgres.ownerUrl(DATABASE),
): Promise<void> {
  const { log, lines } = createRecordingLog();
  const replica = openReplica({ url, primary: db, lagMaxSeconds: LAG_MAX_SECONDS, log });
  const events = () =>
    lines
      .filter(({ event }) => event.startsWith("database.replica"))
      .map(({ event, fields }) => `${event} ${fields.reason ?? ""}`.trim());
  try {
    await replica.look();
    await work(replica, events);
  } finally {
    await replica.close();
  }
}

/** How many rows there are, and who says so. */
async function count(reads: Queryable): Promise<{ readonly n: number; readonly by: string }> {
  const [row] = await reads.query<{ n: number; standby: boolean }>({
    text: "select count(*)::int as n, pg_is_in_recovery() as standby from kept",
  });
  return { n: row?.n ?? -1, by: row?.standby === true ? "replica" : "primary" };
}

const insert = () => db.query({ text: "insert into kept values (1)" });
const replay = (what: "pause" | "resume") => atStandby.query({ text: `select pg_wal_replay_${what}()` });

describe("reads", () => {
  it("are answered by the replica, and have what was written just before", async () => {
    await withReplica(async ({ reads, isUsed }, events) => {
      expect(isUsed()).toBe(true);
      const answers = [];
      for (let at = 0; at < 50; at += 1) {
        await insert();
        const { n: written } = await count(db);
        const { n, by } = await count(reads);
        expect(n).toBe(written);
        answers.push(by);
      }
      expect(answers.filter((by) => by === "replica").length).toBeGreaterThan(25);
      expect(events()).toEqual(["database.replica.used"]);
    });
  });

  it("are answered by the primary while the replica has not replayed what was acknowledged before", async () => {
    await withReplica(async ({ reads }) => {
      await replay("pause");
      await insert();
      expect(await count(reads)).toEqual({ ...(await count(db)), by: "primary" });
      await replay("resume");
      await expect.poll(async () => (await count(reads)).by).toBe("replica");
    });
  });

  it("report an error of the statement itself once, and nothing can be written there", async () => {
    await withReplica(async ({ reads }) => {
      await expect(reads.query({ text: "select 1 / 0" })).rejects.toMatchObject({ code: "22012" });
    });
    await withReplica(async ({ reads, isUsed }) => {
      // The primary itself: it is never used, so the statement arrives there in the primary's own session.
      expect(isUsed()).toBe(false);
      expect((await count(reads)).by).toBe("primary");
    }, primary.postgres.ownerUrl(DATABASE));
  });
});

describe("a replica that is further behind than it may", () => {
  it("is not asked until it has caught up, and each change is logged once", { timeout: 60_000 }, async () => {
    await withReplica(async ({ look, isUsed }, events) => {
      await replay("pause");
      await expect
        .poll(
          async () => {
            await insert();
            await look();
            return isUsed();
          },
          { timeout: 20_000 },
        )
        .toBe(false);
      await look();
      await look();
      await replay("resume");
      await expect
        .poll(
          async () => {
            await look();
            return isUsed();
          },
          { timeout: 20_000 },
        )
        .toBe(true);
      await look();
      expect(events()).toEqual([
        "database.replica.used",
        "database.replica.unused it is more than 1 s behind",
        "database.replica.used",
      ]);
    });
  });
});

describe("long checks", () => {
  it("have a connection of their own to the replica, and the given one where it has not caught up", async () => {
    await withReplica(async ({ connectChecks }) => {
      await insert();
      const checks = await connectChecks(db, 60_000);
      expect(await count(checks)).toEqual({ n: (await count(db)).n, by: "replica" });
      await replay("pause");
      await insert();
      expect(await count(checks)).toEqual({ n: (await count(db)).n, by: "primary" });
      await replay("resume");
      await checks.close();
    });
  });
});

describe("what is no replica of this primary", () => {
  it("is not used: the primary itself", async () => {
    await withReplica(async ({ isUsed }, events) => {
      expect(isUsed()).toBe(false);
      expect(events()).toEqual(["database.replica.unused it is no standby"]);
    }, primary.postgres.ownerUrl(DATABASE));
  });

  it("is not used while it is away, and used again when it is back", { timeout: 90_000 }, async () => {
    await withReplica(async ({ reads, look, isUsed }, events) => {
      const place = standby.postgres.storageFolder.replace(/\/postgres$/, "");
      const { hostname, port, username, password } = new URL(primary.postgres.ownerUrl(DATABASE));
      await standby.stop();
      expect((await count(reads)).by).toBe("primary");
      await look();
      expect(isUsed()).toBe(false);
      const checks = await count(reads);
      expect(checks.by).toBe("primary");
      standby = await startOwnPostgres(place, {
        primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
      });
      await expect
        .poll(
          async () => {
            await look();
            return isUsed();
          },
          { timeout: 30_000 },
        )
        .toBe(true);
      await expect.poll(async () => (await count(reads)).by).toBe("replica");
      expect(events().map((line) => line.split(":")[0])).toEqual([
        "database.replica.used",
        "database.replica.unused it does not answer",
        "database.replica.used",
      ]);
    });
  });

  it("is not used once it was promoted: what it takes then is not the primary's", async () => {
    await withReplica(async ({ reads, look, isUsed }) => {
      await atStandby.query({ text: "select pg_promote()" });
      await atStandby.query({ text: "insert into kept select 1 from generate_series(1, 100)" });
      expect(await count(reads)).toEqual({ n: (await count(db)).n, by: "primary" });
      await look();
      expect(isUsed()).toBe(false);
    });
  });
});
