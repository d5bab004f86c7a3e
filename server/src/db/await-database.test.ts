import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { type FakeServer, fatal, listenAsPostgres } from "../../test/harness/fake-postgres.ts";
import { type Forwarder, startForwarder } from "../../test/harness/forwarder.ts";
import { awaitDatabase, patiently } from "./await-database.ts";
import { DatabaseRefusedError, DatabaseUnavailableError, StartStoppedError } from "./errors.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Waits on a clock of its own; `atEachWait` is called during each wait. */
function start(url: string, atEachWait: (waits: number) => Promise<void> | void = () => {}) {
  const told: string[] = [];
  const stopping = new AbortController();
  let nowMs = 0;
  let waits = 0;
  const answer = awaitDatabase({
    url,
    progress: (step) => told.push(step),
    stopping: stopping.signal,
    time: {
      monotonicMs: () => nowMs,
      wait: async (ms) => {
        nowMs += ms;
        waits += 1;
        await atEachWait(waits);
      },
    },
  });
  return { answer, told, stopping, waitedMs: () => nowMs };
}

function addressWith(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

async function refusalOf(answer: Promise<void>): Promise<string> {
  const error = await answer.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DatabaseRefusedError);
  const { message } = error as Error;
  expect(message).not.toContain("\n");
  return message;
}

it("neither waits nor reports anything when the database is there", async () => {
  const { answer, told, waitedMs } = start(database.url);
  await answer;
  expect([told, waitedMs()]).toEqual([[], 0]);
});

describe("what somebody has to mend ends the start at once, in PostgreSQL's words", () => {
  it("a wrong password, without the password", async () => {
    const { answer, waitedMs } = start(addressWith((url) => (url.password = "wrong%2Dsecret")));
    const explanation = await refusalOf(answer);
    expect(explanation).toContain('password authentication failed for user "cauris_app"');
    expect(explanation).toContain("SQLSTATE 28P01");
    expect(explanation).not.toMatch(/wrong/);
    expect(waitedMs()).toBe(0);
  });

  it("a database that does not exist", async () => {
    const explanation = await refusalOf(start(addressWith((url) => (url.pathname = "/nowhere"))).answer);
    expect(explanation).toContain('database nowhere: database "nowhere" does not exist (SQLSTATE 3D000)');
  });

  it("a file of certificates that is missing", async () => {
    const url = addressWith((given) => (given.search = "?sslmode=verify-full&sslrootcert=/nowhere/ca.pem"));
    expect(await refusalOf(start(url).answer)).toContain("/nowhere/ca.pem");
  });

  it("TLS that the server does not speak", async () => {
    const explanation = await refusalOf(
      start(addressWith((url) => (url.search = "?sslmode=verify-full"))).answer,
    );
    expect(explanation).toContain("does not support SSL connections");
  });

  it("a parameter that a pooler does not know", async () => {
    const pooler = await listenAsPostgres((socket) =>
      socket.end(fatal("08P01", "unsupported startup parameter: statement_timeout")),
    );
    const { answer, waitedMs } = start(addressWith((url) => (url.port = String(pooler.port))));
    expect(await refusalOf(answer)).toContain("unsupported startup parameter: statement_timeout");
    expect(waitedMs()).toBe(0);
    await pooler.close();
  });

  it("words that quote the password are shown without it", async () => {
    const careless = await listenAsPostgres((socket) =>
      socket.end(fatal("28P01", "no login with hunter2, sir")),
    );
    const url = addressWith((given) => {
      given.port = String(careless.port);
      given.password = "hunter2";
    });
    expect(await refusalOf(start(url).answer)).toContain("no login with …, sir");
    await careless.close();
  });
});

describe("what can pass is waited for", () => {
  it("a server that is not there: for 30 s, and it is said once", async () => {
    const { answer, told, waitedMs } = start(addressWith((url) => (url.port = "1")));
    const explanation = await refusalOf(answer);
    expect(explanation).toMatch(/^PostgreSQL at 127\.0\.0\.1:1, database test_\w+: connect ECONNREFUSED/);
    expect(explanation).toContain("It was waited for 30 s.");
    expect(waitedMs()).toBe(30_000);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^Waiting for PostgreSQL at .*ECONNREFUSED/);
  });

  it("a server that starts: until it has, and each new reason is said", async () => {
    const real = new URL(database.url);
    const refusals = [
      fatal("57P03", "the database system is starting up"),
      fatal("57P03", "the database system is starting up"),
      fatal("53300", "sorry, too many clients already"),
    ];
    const server: FakeServer = await listenAsPostgres((socket) => {
      const refusal = refusals.shift();
      if (refusal !== undefined) socket.end(refusal);
    });
    const { answer, told } = start(
      addressWith((url) => (url.port = String(server.port))),
      async () => {
        if (refusals.length > 0) return;
        await server.close();
        opened = await startForwarder(Number(real.port), server.port);
      },
    );
    let opened: Forwarder | null = null;
    await answer;
    expect(told).toHaveLength(2);
    expect(told[0]).toContain("the database system is starting up (SQLSTATE 57P03)");
    expect(told[1]).toContain("too many clients already");
    await (opened as Forwarder | null)?.close();
  });

  it("a database that is read-only: until it takes writes", async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.owner.query({ text: `alter database ${name} set default_transaction_read_only = on` });
    const { answer, told } = start(database.url, async () => {
      await database.owner.query({ text: "set default_transaction_read_only = off" });
      await database.owner.query({ text: `alter database ${name} reset default_transaction_read_only` });
    });
    await answer;
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("read-only");
  });

  it("but not by a service that is told to stop", async () => {
    const waiting = start(
      addressWith((url) => (url.port = "1")),
      () => waiting.stopping.abort(),
    );
    await expect(waiting.answer).rejects.toBeInstanceOf(StartStoppedError);
  });
});

describe("work at the start", () => {
  const time = () => {
    let nowMs = 0;
    const wait = async (ms: number): Promise<void> => {
      nowMs += ms;
    };
    return { monotonicMs: () => nowMs, wait };
  };

  it("is tried again while the database is away", async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 5) throw new DatabaseUnavailableError("away");
      return tries;
    };
    expect(await patiently(work, time())).toBe(5);
  });

  it("is given up after 30 s, and at once for any other reason", async () => {
    let tries = 0;
    const away = async () => {
      tries += 1;
      throw new DatabaseUnavailableError("away");
    };
    await expect(patiently(away, time())).rejects.toThrow("away");
    expect(tries).toBe(61);
    const other = new Error("no");
    await expect(patiently(() => Promise.reject(other), time())).rejects.toBe(other);
  });
});
