import { describe, expect, it } from "vitest";
import { createRecordingLog, quietLog } from "../../test/harness/log.ts";
import { type BatchCommand, type BatchConnection, createBatchWriter } from "./batch-writer.ts";
import { OverloadedError } from "./errors.ts";
import {
  batches,
  batchWriterOn,
  createScripted,
  read,
  rowsOf,
  sqlError,
  until,
  write,
} from "./test-batch-writer.ts";

describe("a connection that breaks under a batch", () => {
  it("looks up each item on the next connection: written ones are answered, the others are sent again", async () => {
    const [first, second] = [createScripted(), createScripted()];
    const { batchWriter } = batchWriterOn(first, second);
    const results = Promise.all(["a", "b", "c"].map((item) => batchWriter.run(write, item)));
    await first.break();
    await second.answer(rowsOf(1));
    await second.answer([]);
    await second.answer(rowsOf(1));
    await second.answer(rowsOf(1));
    expect(await results).toEqual(["a was written", "b written", "c was written"]);
    expect(batches(second)).toEqual(["recall a", "recall b", "recall c", "write b"]);
    expect(first.closed()).toBe(true);
  });

  it("that breaks again during the look-up loses no item, neither those looked up nor those behind them", async () => {
    const [first, second, third] = [createScripted(), createScripted(), createScripted()];
    const { batchWriter } = batchWriterOn(first, second, third);
    const results = Promise.all(["a", "b", "c"].map((item) => batchWriter.run(write, item)));
    await first.break();
    await second.answer([]);
    await second.break();
    // `a` was not written, `b` was being read back, `c` was still to come.
    await third.answer([]);
    await third.answer(rowsOf(1));
    await third.answer([]);
    await third.answer(rowsOf(2));
    expect(await results).toEqual(["a written", "b was written", "c written"]);
    expect(batches(third)).toEqual(["recall a", "recall b", "recall c", "write a c"]);
  });

  it("has reads sent again: they have nothing to be asked about", async () => {
    const [first, second] = [createScripted(), createScripted()];
    const { batchWriter } = batchWriterOn(first, second);
    const result = batchWriter.run(read, "a");
    await first.break();
    await second.answer(rowsOf(1));
    expect(await result).toBe("a");
  });

  it("is said in the log, with how many items it held", async () => {
    const { log, lines } = createRecordingLog();
    const connections = [createScripted(), createScripted()];
    let opened = 0;
    const batchWriter = createBatchWriter({
      name: "write-1",
      log,
      connect: async () => connections[opened++] ?? createScripted(),
    });
    const results = Promise.all(["a", "b"].map((item) => batchWriter.run(read, item)));
    await connections[0]?.break();
    await connections[1]?.answer(rowsOf(2));
    await results;
    expect(lines).toMatchObject([
      {
        level: "warn",
        event: "batch_writer.connection.lost",
        fields: { batchWriter: "write-1", command: "read", items: 2 },
      },
    ]);
  });
});

describe("a database that is away", () => {
  /** A clock that advances ten seconds and a bit at each reading. */
  const impatient = () => {
    let nowMs = 0;
    return () => {
      nowMs += 10_001;
      return nowMs;
    };
  };

  it("is waited for, and then every caller is refused as overloaded", async () => {
    const batchWriter = createBatchWriter({
      name: "test",
      log: quietLog,
      connect: () => Promise.reject(new Error("connection refused")),
      monotonicMs: impatient(),
    });
    const results = await Promise.allSettled(["a", "b"].map((item) => batchWriter.run(write, item)));
    for (const each of results) {
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(OverloadedError) });
    }
  });

  it("is tried again and the batch then leaves", async () => {
    const connection = createScripted();
    let attempts = 0;
    const batchWriter = createBatchWriter({
      name: "test",
      log: quietLog,
      connect: async () => {
        attempts += 1;
        if (attempts < 3) throw new Error("connection refused");
        return connection;
      },
    });
    const result = batchWriter.run(write, "a");
    while (connection.statements.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await connection.answer(rowsOf(1));
    expect([await result, attempts]).toEqual(["a written", 3]);
  });

  it("after a batch had left, does not keep its callers for ever", async () => {
    const connection = createScripted();
    const batchWriter = createBatchWriter({
      name: "test",
      log: quietLog,
      connect: async () => connection,
      monotonicMs: impatient(),
    });
    const result = batchWriter.run(write, "a").catch((error: unknown) => error);
    await connection.break();
    expect(await result).toBeInstanceOf(OverloadedError);
  });
});

describe("a batch writer that cannot take more", () => {
  const patientBatchWriter = (
    connection: BatchConnection,
    queueWaitMsMax: number,
    monotonicMs: () => number,
  ) =>
    createBatchWriter({
      name: "test",
      log: quietLog,
      connect: async () => connection,
      monotonicMs,
      queueWaitMsMax,
    });

  it("refuses at 4 096 waiting items and takes again once a batch has left", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const inFlight = batchWriter.run(read, "first");
    await until(() => connection.statements.length === 1);
    const waiting = Array.from({ length: 4_096 }, (_none, index) => batchWriter.run(read, String(index)));
    await expect(batchWriter.run(read, "too many")).rejects.toBeInstanceOf(OverloadedError);
    await connection.answer(rowsOf(1));
    await until(() => connection.statements.length === 2);
    waiting.push(batchWriter.run(read, "room again"));
    for (let batch = 0; batch < 9; batch += 1) await connection.answer(rowsOf(512));
    expect((await Promise.all([inFlight, ...waiting])).length).toBe(4_098);
  });

  it("refuses who waited too long behind a statement that does not come back, and sends the others", async () => {
    const connection = createScripted();
    let nowMs = 0;
    const batchWriter = patientBatchWriter(connection, 20, () => nowMs);
    const finishing: BatchCommand<string, string> = { ...write, name: "finish", neverShed: true };
    const inFlight = batchWriter.run(read, "slow");
    await until(() => connection.statements.length === 1);
    const late = batchWriter.run(read, "late");
    const paid = batchWriter.run(finishing, "paid");
    nowMs = 15;
    const young = batchWriter.run(read, "young");
    expect(batchWriter.waitingMs()).toBe(15);
    nowMs = 25;
    await expect(late).rejects.toBeInstanceOf(OverloadedError);
    expect(connection.statements).toHaveLength(1);
    for (let batch = 0; batch < 3; batch += 1) await connection.answer(rowsOf(1));
    expect(await Promise.all([inFlight, young, paid])).toEqual(["slow", "young", "paid written"]);
    expect(batchWriter.waitingMs()).toBe(0);
    await batchWriter.close();
  });

  it("finds a locked row by eighths, and gives up on its neighbours once they have waited too long", async () => {
    const connection = createScripted();
    let nowMs = 0;
    const batchWriter = patientBatchWriter(connection, 1_500, () => nowMs);
    const items = Array.from({ length: 16 }, (_none, index) => `item ${String.fromCharCode(97 + index)}`);
    const results = Promise.allSettled(items.map((item) => batchWriter.run(write, item)));
    const timeOut = async () => {
      await until(() => connection.statements.length > 0);
      nowMs += 600;
      await connection.answer(sqlError("55P03"));
    };
    await timeOut();
    await timeOut();
    // "item a" is alone in its part now and is refused as locked; the next two time-outs would come too late for the
    // others.
    await timeOut();
    const outcomes = await results;
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "55P03" } });
    for (const each of outcomes.slice(1)) {
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(OverloadedError) });
    }
    expect(connection.statements.map(({ values }) => values?.length)).toEqual([16, 2, 1]);
    await batchWriter.close();
  });

  it("cuts out a locked row and writes all others while there is time", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const items = Array.from({ length: 16 }, (_none, index) => `item ${String.fromCharCode(97 + index)}`);
    const results = Promise.allSettled(items.map((item) => batchWriter.run(write, item)));
    await connection.answer(sqlError("55P03"));
    await connection.answer(sqlError("55P03"));
    await connection.answer(sqlError("55P03"));
    await connection.answer(rowsOf(1));
    for (let part = 0; part < 7; part += 1) await connection.answer(rowsOf(2));
    const outcomes = await results;
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "55P03" } });
    await batchWriter.close();
  });

  it("refuses new items once it closes, finishes those it has, and closes its connection", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const first = batchWriter.run(write, "a");
    await until(() => connection.statements.length === 1);
    const second = batchWriter.run(write, "b");
    const closing = batchWriter.close();
    await expect(batchWriter.run(write, "c")).rejects.toBeInstanceOf(OverloadedError);
    expect(connection.closed()).toBe(false);
    await connection.answer(rowsOf(1));
    await connection.answer(rowsOf(1));
    await closing;
    expect(await Promise.all([first, second])).toEqual(["a written", "b written"]);
    expect(connection.closed()).toBe(true);
  });

  it("closes at once when nothing was ever sent", async () => {
    const { batchWriter, opened } = batchWriterOn();
    await batchWriter.close();
    expect(opened()).toBe(0);
  });
});
