import { describe, expect, it } from "vitest";
import { createRecordingLog, quietLog } from "../../test/harness/log.ts";
import type { SqlQuery } from "./database.ts";
import { OverloadedError } from "./errors.ts";
import { createLane, type LaneCommand, type LaneConnection } from "./lane.ts";

/** What one statement of a scripted connection answers. */
type Reply = readonly unknown[] | Error;

interface Scripted extends LaneConnection {
  readonly statements: SqlQuery[];
  /** Answers the oldest statement that waits. */
  answer(reply: Reply): Promise<void>;
  /** Answers the oldest statement by breaking the connection under it. */
  break(): Promise<void>;
  readonly closed: () => boolean;
}

/** A connection that answers when the test says so: the lane's port to PostgreSQL. */
function createScripted(): Scripted {
  const statements: SqlQuery[] = [];
  const waiting: {
    readonly resolve: (rows: readonly never[]) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  let broken = false;
  let closed = false;
  const next = async () => {
    await until(() => waiting.length > 0);
    const oldest = waiting.shift();
    if (oldest === undefined) throw new Error("a statement waits");
    return oldest;
  };
  return {
    statements,
    query: (query) => {
      statements.push(query);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    isBroken: () => broken,
    close: async () => {
      closed = true;
    },
    answer: async (reply) => {
      const { resolve, reject } = await next();
      if (reply instanceof Error) reject(reply);
      else resolve(reply as readonly never[]);
      await settled();
    },
    break: async () => {
      const { reject } = await next();
      broken = true;
      reject(new Error("connection reset"));
      await settled();
    },
    closed: () => closed,
  };
}

/** Lets everything that is ready happen; nothing here waits for the network. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !holds(); turn += 1) await settled();
  if (!holds()) throw new Error("it never came");
}

function sqlError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Writes words: the items of a batch are its values, and each answered item says what it became. */
const write: LaneCommand<string, string> = {
  name: "write",
  sortKey: (item) => item,
  statement: (items) => ({ text: "write", values: [...items] }),
  result: (item, row) => (row === undefined ? `${item} refused` : `${item} written`),
  recall: async (query, item) => {
    const rows = await query({ text: "recall", values: [item] });
    return rows.length > 0 ? `${item} was written` : null;
  },
};
const read: LaneCommand<string, string> = {
  name: "read",
  statement: (items) => ({ text: "read", values: [...items] }),
  result: (item) => item,
};
const rowsOf = (count: number) => Array.from({ length: count }, (_none, item) => ({ item }));

function laneOn(...connections: readonly Scripted[]) {
  let opened = 0;
  const lane = createLane({
    name: "test",
    log: quietLog,
    connect: async () => {
      const connection = connections[opened];
      opened += 1;
      if (connection === undefined) throw new Error("the database is away");
      return connection;
    },
  });
  return { lane, opened: () => opened };
}

const batches = ({ statements }: Scripted) =>
  statements.map(({ text, values = [] }) => `${text} ${values.join(" ")}`);

describe("batches", () => {
  it("a command alone leaves at once, and resolves only after its answer", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    let done = false;
    const result = lane.run(write, "a").finally(() => {
      done = true;
    });
    await until(() => connection.statements.length === 1);
    await settled();
    expect(done).toBe(false);
    await connection.answer(rowsOf(1));
    expect(await result).toBe("a written");
  });

  it("what arrives while one is in flight forms the next", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const first = lane.run(write, "a");
    await until(() => connection.statements.length === 1);
    const later = [lane.run(write, "b"), lane.run(write, "c")];
    await settled();
    later.push(lane.run(write, "d"));
    expect(batches(connection)).toEqual(["write a"]);
    await connection.answer(rowsOf(1));
    await connection.answer(rowsOf(3));
    expect(await Promise.all([first, ...later])).toEqual([
      "a written",
      "b written",
      "c written",
      "d written",
    ]);
    expect(batches(connection)).toEqual(["write a", "write b c d"]);
  });

  it("are sent in the order of their keys, and each caller gets the row of its own item", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const results = ["c", "a", "d", "b"].map((item) => lane.run(write, item));
    // Rows come back in any order, and not for each item.
    await connection.answer([{ item: 3 }, { item: 0 }, { item: 2 }]);
    expect(batches(connection)).toEqual(["write a b c d"]);
    expect(await Promise.all(results)).toEqual(["c written", "a written", "d written", "b refused"]);
  });

  it("never mix two commands, and hold at most 512 items", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const writes = Array.from({ length: 600 }, (_none, index) => lane.run(write, `w${index}`));
    const reads = lane.run(read, "r");
    await connection.answer(rowsOf(512));
    await connection.answer(rowsOf(1));
    await connection.answer(rowsOf(88));
    await Promise.all([...writes, reads]);
    expect(connection.statements.map(({ text, values = [] }) => [text, values.length])).toEqual([
      ["write", 512],
      ["read", 1],
      ["write", 88],
    ]);
  });

  it("go on after an answer that cannot be understood: its caller alone is told", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const picky: LaneCommand<string, string> = {
      ...write,
      result: (item) => {
        if (item === "b") throw new Error("no sense in this row");
        return item;
      },
    };
    const results = Promise.allSettled(["a", "b", "c"].map((item) => lane.run(picky, item)));
    await connection.answer(rowsOf(3));
    expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("a batch that PostgreSQL refuses", () => {
  it("is halved until the bad item stands alone, and its neighbours are written", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const results = Promise.allSettled(["a", "b", "c", "d"].map((item) => lane.run(write, item)));
    await connection.answer(sqlError("23514"));
    await connection.answer(rowsOf(2));
    await connection.answer(sqlError("23514"));
    await connection.answer(sqlError("23514"));
    await connection.answer(rowsOf(1));
    expect(batches(connection)).toEqual(["write a b c d", "write a b", "write c d", "write c", "write d"]);
    expect(
      (await results).map((each) => (each.status === "fulfilled" ? each.value : each.reason.code)),
    ).toEqual(["a written", "b written", "23514", "d written"]);
  });

  it("with an item that makes no statement is halved too", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const fragile: LaneCommand<string, string> = {
      ...write,
      statement: (items) => {
        if (items.includes("bad")) throw new RangeError("no such time");
        return write.statement(items);
      },
    };
    const results = Promise.allSettled(["bad", "good"].map((item) => lane.run(fragile, item)));
    await connection.answer(rowsOf(1));
    expect((await results).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(batches(connection)).toEqual(["write good"]);
  });

  it.each(["40P01", "40001"])("by chance (%s) is sent again as it is", async (code) => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const results = Promise.all(["a", "b"].map((item) => lane.run(write, item)));
    await connection.answer(sqlError(code));
    await connection.answer(sqlError(code));
    await connection.answer(rowsOf(2));
    expect(await results).toEqual(["a written", "b written"]);
    expect(batches(connection)).toEqual(["write a b", "write a b", "write a b"]);
  });

  it("by chance again and again is refused in the end: four tries for one item", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const result = lane.run(write, "a").catch((error: unknown) => error);
    for (let attempt = 0; attempt < 4; attempt += 1) await connection.answer(sqlError("40P01"));
    expect(await result).toMatchObject({ code: "40P01" });
    expect(connection.statements).toHaveLength(4);
  });
});

describe("rows that answer no item", () => {
  const told: unknown[] = [];
  const telling: LaneCommand<string, string> = {
    ...write,
    aside: (items, rows) => {
      told.push({ items, rows });
      if (items.includes("bad")) throw new Error("nobody listens");
    },
  };

  it("are handed over with the items of their statement, and not when there are none", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const results = Promise.all(["b", "a"].map((item) => lane.run(telling, item)));
    await connection.answer([{ item: 0 }, { item: -1, word: "x" }, { item: 1 }]);
    expect(await results).toEqual(["b written", "a written"]);
    const third = lane.run(telling, "c");
    await connection.answer(rowsOf(1));
    expect(await third).toBe("c written");
    expect(told.splice(0)).toEqual([{ items: ["a", "b"], rows: [{ item: -1, word: "x" }] }]);
  });

  it("leave the answers as they are when they cannot be handed over", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const result = lane.run(telling, "bad");
    await connection.answer([{ item: -1 }, { item: 0 }]);
    expect(await result).toBe("bad written");
  });

  it("of a statement whose end is unknown are never handed over", async () => {
    told.length = 0;
    const [first, second] = [createScripted(), createScripted()];
    const { lane } = laneOn(first, second);
    const result = lane.run(telling, "a");
    await first.break();
    await second.answer(rowsOf(1));
    expect(await result).toBe("a was written");
    expect(told).toEqual([]);
  });
});

describe("a connection that breaks under a batch", () => {
  it("has each item asked about on the next one: what was written is answered, what was not is sent again", async () => {
    const [first, second] = [createScripted(), createScripted()];
    const { lane } = laneOn(first, second);
    const results = Promise.all(["a", "b", "c"].map((item) => lane.run(write, item)));
    await first.break();
    await second.answer(rowsOf(1));
    await second.answer([]);
    await second.answer(rowsOf(1));
    await second.answer(rowsOf(1));
    expect(await results).toEqual(["a was written", "b written", "c was written"]);
    expect(batches(second)).toEqual(["recall a", "recall b", "recall c", "write b"]);
    expect(first.closed()).toBe(true);
  });

  it("again while asking, loses nobody: neither those asked about nor those that follow", async () => {
    const [first, second, third] = [createScripted(), createScripted(), createScripted()];
    const { lane } = laneOn(first, second, third);
    const results = Promise.all(["a", "b", "c"].map((item) => lane.run(write, item)));
    await first.break();
    await second.answer([]);
    await second.break();
    // `a` was not written, `b` was being asked about, `c` had its turn to come.
    await third.answer([]);
    await third.answer(rowsOf(1));
    await third.answer([]);
    await third.answer(rowsOf(2));
    expect(await results).toEqual(["a written", "b was written", "c written"]);
    expect(batches(third)).toEqual(["recall a", "recall b", "recall c", "write a c"]);
  });

  it("has reads sent again: they have nothing to be asked about", async () => {
    const [first, second] = [createScripted(), createScripted()];
    const { lane } = laneOn(first, second);
    const result = lane.run(read, "a");
    await first.break();
    await second.answer(rowsOf(1));
    expect(await result).toBe("a");
  });

  it("is said in the log, with how many items it held", async () => {
    const { log, lines } = createRecordingLog();
    const connections = [createScripted(), createScripted()];
    let opened = 0;
    const lane = createLane({
      name: "write-1",
      log,
      connect: async () => connections[opened++] ?? createScripted(),
    });
    const results = Promise.all(["a", "b"].map((item) => lane.run(read, item)));
    await connections[0]?.break();
    await connections[1]?.answer(rowsOf(2));
    await results;
    expect(lines).toMatchObject([
      {
        level: "warn",
        event: "lane.connection.lost",
        fields: { lane: "write-1", command: "read", items: 2 },
      },
    ]);
  });
});

describe("a database that is away", () => {
  /** Time that passes by itself, ten seconds and a bit at each look. */
  const impatient = () => {
    let nowMs = 0;
    return () => {
      nowMs += 10_001;
      return nowMs;
    };
  };

  it("is waited for, and then each caller is told that nothing is known to have been done", async () => {
    const lane = createLane({
      name: "test",
      log: quietLog,
      connect: () => Promise.reject(new Error("connection refused")),
      monotonicMs: impatient(),
    });
    const results = await Promise.allSettled(["a", "b"].map((item) => lane.run(write, item)));
    for (const each of results) {
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(OverloadedError) });
    }
  });

  it("is tried again and the batch then leaves", async () => {
    const connection = createScripted();
    let attempts = 0;
    const lane = createLane({
      name: "test",
      log: quietLog,
      connect: async () => {
        attempts += 1;
        if (attempts < 3) throw new Error("connection refused");
        return connection;
      },
    });
    const result = lane.run(write, "a");
    while (connection.statements.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await connection.answer(rowsOf(1));
    expect([await result, attempts]).toEqual(["a written", 3]);
  });

  it("after a batch had left, does not keep its callers for ever", async () => {
    const connection = createScripted();
    const lane = createLane({
      name: "test",
      log: quietLog,
      connect: async () => connection,
      monotonicMs: impatient(),
    });
    const result = lane.run(write, "a").catch((error: unknown) => error);
    await connection.break();
    expect(await result).toBeInstanceOf(OverloadedError);
  });
});

describe("a lane that cannot take more", () => {
  it("refuses at 4 096 waiting items and takes again once a batch has left", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const inFlight = lane.run(read, "first");
    await until(() => connection.statements.length === 1);
    const waiting = Array.from({ length: 4_096 }, (_none, index) => lane.run(read, String(index)));
    await expect(lane.run(read, "too many")).rejects.toBeInstanceOf(OverloadedError);
    await connection.answer(rowsOf(1));
    await until(() => connection.statements.length === 2);
    waiting.push(lane.run(read, "room again"));
    for (let batch = 0; batch < 9; batch += 1) await connection.answer(rowsOf(512));
    expect((await Promise.all([inFlight, ...waiting])).length).toBe(4_098);
  });

  it("refuses who waited too long behind a statement that does not come back, and sends the others", async () => {
    const connection = createScripted();
    let nowMs = 0;
    const lane = createLane({
      name: "test",
      log: quietLog,
      connect: async () => connection,
      monotonicMs: () => nowMs,
      queueWaitMsMax: 20,
    });
    const finishing: LaneCommand<string, string> = { ...write, name: "finish", finishes: true };
    const inFlight = lane.run(read, "slow");
    await until(() => connection.statements.length === 1);
    const late = lane.run(read, "late");
    const paid = lane.run(finishing, "paid");
    nowMs = 15;
    const young = lane.run(read, "young");
    expect(lane.waitingMs()).toBe(15);
    nowMs = 25;
    await expect(late).rejects.toBeInstanceOf(OverloadedError);
    expect(connection.statements).toHaveLength(1);
    for (let batch = 0; batch < 3; batch += 1) await connection.answer(rowsOf(1));
    expect(await Promise.all([inFlight, young, paid])).toEqual(["slow", "young", "paid written"]);
    expect(lane.waitingMs()).toBe(0);
    await lane.close();
  });

  it("finds a locked row by eighths, and gives up on its neighbours once they have waited too long", async () => {
    const connection = createScripted();
    let nowMs = 0;
    const lane = createLane({
      name: "test",
      log: quietLog,
      connect: async () => connection,
      monotonicMs: () => nowMs,
      queueWaitMsMax: 1_500,
    });
    const items = Array.from({ length: 16 }, (_none, index) => `item ${String.fromCharCode(97 + index)}`);
    const results = Promise.allSettled(items.map((item) => lane.run(write, item)));
    const timeOut = async () => {
      await until(() => connection.statements.length > 0);
      nowMs += 600;
      await connection.answer(sqlError("55P03"));
    };
    await timeOut();
    await timeOut();
    // "item a" stands alone now and is refused as locked; the next two time-outs would come too late for the others.
    await timeOut();
    const outcomes = await results;
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "55P03" } });
    for (const each of outcomes.slice(1)) {
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(OverloadedError) });
    }
    expect(connection.statements.map(({ values }) => values?.length)).toEqual([16, 2, 1]);
    await lane.close();
  });

  it("cuts out a locked row and writes all others while there is time", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const items = Array.from({ length: 16 }, (_none, index) => `item ${String.fromCharCode(97 + index)}`);
    const results = Promise.allSettled(items.map((item) => lane.run(write, item)));
    await connection.answer(sqlError("55P03"));
    await connection.answer(sqlError("55P03"));
    await connection.answer(sqlError("55P03"));
    await connection.answer(rowsOf(1));
    for (let part = 0; part < 7; part += 1) await connection.answer(rowsOf(2));
    const outcomes = await results;
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "55P03" } });
    await lane.close();
  });

  it("once closing, refuses what is new, finishes what it has, and closes its connection", async () => {
    const connection = createScripted();
    const { lane } = laneOn(connection);
    const first = lane.run(write, "a");
    await until(() => connection.statements.length === 1);
    const second = lane.run(write, "b");
    const closing = lane.close();
    await expect(lane.run(write, "c")).rejects.toBeInstanceOf(OverloadedError);
    expect(connection.closed()).toBe(false);
    await connection.answer(rowsOf(1));
    await connection.answer(rowsOf(1));
    await closing;
    expect(await Promise.all([first, second])).toEqual(["a written", "b written"]);
    expect(connection.closed()).toBe(true);
  });

  it("closes at once when nothing was ever sent", async () => {
    const { lane, opened } = laneOn();
    await lane.close();
    expect(opened()).toBe(0);
  });
});
