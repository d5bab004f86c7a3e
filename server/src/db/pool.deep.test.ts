import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { type FakeServer, fatal, listenAsPostgres, message } from "../../test/harness/fake-postgres.ts";
import { createRecordingLog, quietLog } from "../../test/harness/log.ts";
import type { Database, Transaction } from "./database.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import {
  CommitUnknownError,
  constraintOf,
  DatabaseUnavailableError,
  OverloadedError,
  sqlState,
} from "./errors.ts";
import { createDatabase, TRANSACTION_ATTEMPTS_MAX } from "./pool.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isPatient: false });
  await database.owner.query({
    text: "create table counters (id int primary key, n bigint not null check (n < 1000))",
  });
  await database.owner.query({ text: "insert into counters select id, 0 from generate_series(1, 10) id" });
});
afterAll(() => database.drop());

const add = (tx: Transaction, id: number) =>
  tx.query({ text: "update counters set n = n + 1 where id = $1", values: [id] });
const countOf = async (id: number) =>
  (await database.db.query<{ n: bigint }>({ text: "select n from counters where id = $1", values: [id] }))[0]
    ?.n;
const ownPid = async (tx: Transaction) =>
  (await tx.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" }))[0]?.pid;
const terminate = (pid: number | undefined) =>
  database.owner.query({ text: "select pg_terminate_backend($1)", values: [pid] });

describe("a session", () => {
  test("has its deadlines, its time zone and its name from the first statement on", async () => {
    const [row] = await database.db.query({
      text: `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone,
                    current_setting('application_name') as name, current_user::text as role`,
    });
    expect(row).toEqual({
      statement: "5s",
      lock: "1500ms",
      idle: "10s",
      zone: "UTC",
      name: "test",
      role: "cauris_app",
    });
  });

  test("keeps options that the address brings", async () => {
    const url = new URL(database.url);
    url.searchParams.set("options", "-c work_mem=5MB");
    const connection = await openDedicatedConnection({
      url: url.href,
      applicationName: "t",
      settings: { enable_seqscan: "off", search_path: "public, pg_temp" },
    });
    const [row] = await connection.query({
      text: `select current_setting('work_mem') as mem, current_setting('enable_seqscan') as scan,
                    current_setting('search_path') as path, current_setting('TimeZone') as zone`,
    });
    await connection.close();
    expect(row).toEqual({ mem: "5MB", scan: "off", path: "public, pg_temp", zone: "UTC" });
  });

  test("an address that cannot be read is refused without repeating its password", () => {
    const open = () =>
      createDatabase({ url: "postgres//u:hunter2@x", max: 1, applicationName: "t", log: quietLog });
    expect(open).toThrow(/not of the form/);
    expect(open).not.toThrow(/hunter2/);
  });
});

describe("a transaction", () => {
  test("commits what its work did and gives the result back", async () => {
    const before = (await countOf(1)) ?? 0n;
    expect(await database.db.transaction(async (tx) => [await add(tx, 1), "done"].at(-1))).toBe("done");
    expect(await countOf(1)).toBe(before + 1n);
  });

  test("rolls back when its work rejects, with that very error", async () => {
    const before = await countOf(1);
    const refusal = new Error("refused");
    const answer = database.db.transaction(async (tx) => {
      await add(tx, 1);
      throw refusal;
    });
    await expect(answer).rejects.toBe(refusal);
    expect(await countOf(1)).toBe(before);
  });

  test("whose work swallowed a failed statement is an error, never a silent rollback", async () => {
    const before = await countOf(1);
    const answer = database.db.transaction(async (tx) => {
      await add(tx, 1);
      await tx.query({ text: "select 1 / 0" }).catch(() => {});
    });
    await expect(answer).rejects.toThrow("rolled back");
    expect(await countOf(1)).toBe(before);
  });

  test("refuses statements after its end: they would land in somebody else's", async () => {
    let leaked: Transaction | undefined;
    await database.db.transaction(async (tx) => {
      leaked = tx;
    });
    await expect(leaked?.query({ text: "select 1" })).rejects.toThrow("over");
  });

  test("names the constraint that refused it", async () => {
    const error = await database.owner
      .query({ text: "update counters set n = 5000 where id = 2" })
      .catch((caught: unknown) => caught);
    expect([sqlState(error), constraintOf(error)]).toEqual(["23514", "counters_n_check"]);
  });

  test("that met another in a deadlock is tried again, and both take effect", async () => {
    const before = [await countOf(3), await countOf(4)];
    let attempts = 0;
    const arrived: (() => void)[] = [];
    const meet = () =>
      new Promise<void>((go) => {
        arrived.push(go);
        if (arrived.length === 2) for (const each of arrived) each();
        else if (arrived.length > 2) go();
      });
    const cross = (first: number, second: number) =>
      database.db.transaction(async (tx) => {
        attempts += 1;
        await add(tx, first);
        await meet();
        await add(tx, second);
      });
    await Promise.all([cross(3, 4), cross(4, 3)]);
    // On a busy machine the one that was tried again may take its row before the other wakes, and they meet once more.
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect([await countOf(3), await countOf(4)]).toEqual(before.map((n) => (n ?? 0n) + 2n));
  });

  test("that fails to serialize each time gives up after a bounded number of tries", async () => {
    let attempts = 0;
    const answer = database.db.transaction(async (tx) => {
      attempts += 1;
      await tx.query({ text: "do $$ begin raise exception using errcode = '40001'; end $$" });
    });
    await expect(answer).rejects.toMatchObject({ code: "40001" });
    expect(attempts).toBe(TRANSACTION_ATTEMPTS_MAX);
  });

  test("waits for a lock no longer than the lock's deadline", async () => {
    const held = database.db.transaction(async (tx) => {
      await add(tx, 5);
      const waiting = database.db.transaction((other) => add(other, 5));
      await expect(waiting).rejects.toMatchObject({ code: "55P03" });
    });
    await held;
  });

  test("whose connection dies before COMMIT took no effect and says so; the pool is whole again", async () => {
    const before = await countOf(6);
    for (let round = 0; round < 15; round += 1) {
      const answer = database.db.transaction(async (tx) => {
        await add(tx, 6);
        await terminate(await ownPid(tx));
        await add(tx, 6);
      });
      await expect(answer).rejects.toBeInstanceOf(DatabaseUnavailableError);
    }
    expect(await countOf(6)).toBe(before);
  });

  test("whose connection dies between two statements reports it at the next one", async () => {
    const answer = database.db.transaction(async (tx) => {
      await terminate(await ownPid(tx));
      await new Promise((wait) => setTimeout(wait, 100));
      await add(tx, 6);
    });
    await expect(answer).rejects.toBeInstanceOf(DatabaseUnavailableError);
  });
});

describe("a connection that breaks while an answer is awaited", () => {
  /** Passes bytes through until `cut` returns true: that chunk from the client is the last one. */
  async function startCuttingProxy(cut: (chunk: Buffer) => boolean): Promise<{ url: string; close(): void }> {
    const real = new URL(database.url);
    const target = new URL(database.url);
    const sockets = new Set<Socket>();
    const server: Server = createServer((client) => {
      const upstream = connect(Number(real.port), real.hostname);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on("error", () => {});
      }
      upstream.pipe(client);
      client.on("data", (chunk: Buffer) => {
        if (cut(chunk)) {
          upstream.unpipe(client);
          upstream.write(chunk, () => setTimeout(() => client.destroy(), 50));
        } else {
          upstream.write(chunk);
        }
      });
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const address = server.address();
    target.port = String(typeof address === "object" && address !== null ? address.port : 0);
    return {
      url: target.href,
      close: () => {
        server.close();
        for (const socket of sockets) socket.destroy();
      },
    };
  }

  test("at COMMIT is unknown, and here it did take effect", async () => {
    const before = (await countOf(7)) ?? 0n;
    const proxy = await startCuttingProxy((chunk) => chunk.includes("commit"));
    const db = createDatabase({ url: proxy.url, max: 2, applicationName: "cut", log: quietLog });
    await expect(db.transaction((tx) => add(tx, 7))).rejects.toBeInstanceOf(CommitUnknownError);
    await expect.poll(() => countOf(7)).toBe(before + 1n);
    await db.close();
    proxy.close();
  });

  test("of a statement that is its own transaction is unknown, on the pool and on a dedicated connection", async () => {
    const proxy = await startCuttingProxy((chunk) => chunk.includes("update counters"));
    const write = { text: "update counters set n = n + 1 where id = $1", values: [8] };
    const db = createDatabase({ url: proxy.url, max: 2, applicationName: "cut", log: quietLog });
    await expect(db.query(write)).rejects.toBeInstanceOf(CommitUnknownError);
    await db.close();

    const connection = await openDedicatedConnection({ url: proxy.url, applicationName: "cut" });
    expect(connection.isBroken()).toBe(false);
    await expect(connection.query(write)).rejects.toBeInstanceOf(CommitUnknownError);
    expect(connection.isBroken()).toBe(true);
    expect(await connection.broken).toBeInstanceOf(Error);
    await expect(connection.query(write)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await connection.close();
    proxy.close();
  });

  test("for longer than the statement's deadline and a little more is given up", async () => {
    const proxy = await startCuttingProxy(() => false);
    const connection = await openDedicatedConnection({
      url: proxy.url,
      applicationName: "t",
      statementTimeoutMs: 300,
    });
    // The server's own deadline comes first and is an ordinary, definite error.
    await expect(connection.query({ text: "select pg_sleep(5)" })).rejects.toMatchObject({ code: "57014" });
    expect(connection.isBroken()).toBe(false);
    // A server that does not answer past its own deadline counts as dead.
    await connection.query({ text: "set statement_timeout = 0" });
    await expect(connection.query({ text: "select pg_sleep(6)" })).rejects.toBeInstanceOf(CommitUnknownError);
    await connection.close();
    proxy.close();
  });
});

describe("a database that cannot be reached", () => {
  test("rejects as unavailable, trouble says so, and close still works", async () => {
    const url = new URL(database.url);
    url.port = "1";
    const db = createDatabase({ url: url.href, max: 2, applicationName: "t", log: quietLog });
    expect(await db.trouble()).toBe("PostgreSQL does not answer");
    await expect(db.query({ text: "select" })).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await expect(db.transaction(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await expect(openDedicatedConnection({ url: url.href, applicationName: "t" })).rejects.toBeInstanceOf(
      DatabaseUnavailableError,
    );
    await db.close();
  });

  test("is told apart from one whose pool is busy", async () => {
    const db = createDatabase({ url: database.url, max: 1, applicationName: "t", log: quietLog });
    const busy = db.query({ text: "select pg_sleep(1)" });
    expect(await Promise.all([db.trouble(), db.trouble()])).toEqual([null, null]);
    await busy;
    await db.close();
  });
});

describe("a pool with every connection at work", () => {
  const open = () => createDatabase({ url: database.url, max: 1, applicationName: "full", log: quietLog });

  /** Takes the only connection; returns a function that gives it back. */
  async function exhaust(db: Database): Promise<() => void> {
    return new Promise((taken) => {
      void db.transaction(() => new Promise<void>((free) => taken(free)));
    });
  }

  test("refuses a caller that waited too long for a connection, and serves the next one", async () => {
    const db = open();
    const free = await exhaust(db);
    const waiting = [db.query({ text: "select" }), db.transaction((tx) => add(tx, 9))].map((each) =>
      expect(each).rejects.toBeInstanceOf(OverloadedError),
    );
    await Promise.all(waiting);
    const next = db.query<{ one: number }>({ text: "select 1 as one" });
    free();
    expect(await next).toEqual([{ one: 1 }]);
    await db.close();
  });

  test("refuses at once a caller that would wait too long", async () => {
    const db = open();
    const free = await exhaust(db);
    const waiting = Array.from({ length: 50 }, () => db.query({ text: "select" }));
    await expect(db.query({ text: "select" })).rejects.toBeInstanceOf(OverloadedError);
    free();
    await Promise.all(waiting);
    await db.close();
  });

  test("shortens the wait for a lock by the time that was spent waiting for a connection", async () => {
    const db = open();
    const free = await exhaust(db);
    const lockTimeoutOf = async (tx: Transaction) =>
      (
        await tx.query<{ ms: string }>({
          text: "select setting as ms from pg_settings where name = 'lock_timeout'",
        })
      )[0]?.ms;
    const waited = db.transaction(lockTimeoutOf);
    await new Promise((wait) => setTimeout(wait, 700));
    free();
    expect(Number(await waited)).toBeLessThanOrEqual(1_100);
    expect(Number(await waited)).toBeGreaterThanOrEqual(300);
    expect(await db.transaction(lockTimeoutOf)).toBe("1500");
    await db.close();
  });
});

describe("a pool that is closed", () => {
  /** Answers every statement; the test decides how it reacts to a Terminate message. */
  const listen = (onGoodbye: (socket: Socket) => void): Promise<FakeServer> =>
    listenAsPostgres((socket) => {
      const ready = message("Z", Buffer.from("I"));
      socket.write(Buffer.concat([message("R", Buffer.alloc(4)), ready]));
      socket.on("data", (chunk: Buffer) => {
        if (chunk.toString("latin1", 0, 1) === "X") onGoodbye(socket);
        else socket.write(Buffer.concat([message("C", Buffer.from("SELECT 0\0")), ready]));
      });
    });

  /** Closes a pool with two connections; returns what it logged. */
  async function close(server: FakeServer): Promise<readonly unknown[]> {
    const { log, lines } = createRecordingLog();
    const url = new URL(database.url);
    url.port = String(server.port);
    const db = createDatabase({ url: url.href, max: 3, applicationName: "closed", log });
    await Promise.all([db.query({ text: "select" }), db.query({ text: "select" })]);
    await db.close();
    return lines.filter(({ level }) => level !== "debug");
  }

  test("waits until its connections are gone", async () => {
    let ended = 0;
    const server = await listen((socket) => {
      setTimeout(() => {
        ended += 1;
        socket.end();
      }, 100);
    });
    expect(await close(server)).toEqual([]);
    expect(ended).toBe(2);
    await server.close();
  });

  test("says nothing of those that a stopping server ends meanwhile", async () => {
    const server = await listen((socket) =>
      socket.end(fatal("57P01", "terminating connection due to administrator command")),
    );
    expect(await close(server)).toEqual([]);
    await server.close();
  });
});

describe("listen", () => {
  test("delivers to every listener of the channel, and on after the connection was killed", async () => {
    const { log, lines } = createRecordingLog();
    const db = createDatabase({ url: database.url, max: 2, applicationName: "ears", log });
    const heard: string[] = [];
    const stopFirst = db.listen("woken", (payload) => heard.push(`first ${payload}`));
    db.listen("woken", (payload) => heard.push(`second ${payload}`));
    db.listen("broken", () => {
      throw new Error("a listener that fails disturbs no other");
    });
    const notify = (payload: string) =>
      db.query({ text: "select pg_notify('broken', ''), pg_notify('woken', $1)", values: [payload] });
    const hears = (expected: string) =>
      expect
        .poll(
          async () => {
            await notify(expected);
            return heard;
          },
          { timeout: 10_000 },
        )
        .toContain(`second ${expected}`);
    await hears("one");
    expect(heard).toContain("first one");
    stopFirst();
    await database.owner.query({
      text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ears listener'",
    });
    await hears("two");
    expect(heard).not.toContain("first two");
    // Channels are subscribed one after the other: the last one may not be active yet.
    await expect
      .poll(
        async () => {
          await notify("three");
          return lines.map(({ event }) => event);
        },
        { timeout: 10_000 },
      )
      .toContain("database.listener.failed");
    await db.close();
  });
});
