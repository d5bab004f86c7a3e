import { describe, expect, it } from "vitest";
import type { BatchCommand } from "./batch-writer.ts";
import {
  batches,
  batchWriterAt,
  batchWriterOn,
  createScripted,
  patient,
  read,
  rowsOf,
  settled,
  sqlError,
  until,
  write,
} from "./test-batch-writer.ts";

describe("batches", () => {
  it("a command alone leaves at once, and resolves only after its answer", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    let done = false;
    const result = batchWriter.run(write, "a").finally(() => {
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
    const { batchWriter } = batchWriterOn(connection);
    const first = batchWriter.run(write, "a");
    await until(() => connection.statements.length === 1);
    const later = [batchWriter.run(write, "b"), batchWriter.run(write, "c")];
    await settled();
    later.push(batchWriter.run(write, "d"));
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
    const { batchWriter } = batchWriterOn(connection);
    const results = ["c", "a", "d", "b"].map((item) => batchWriter.run(write, item));
    // Rows come back in any order, and not for every item.
    await connection.answer([{ item: 3 }, { item: 0 }, { item: 2 }]);
    expect(batches(connection)).toEqual(["write a b c d"]);
    expect(await Promise.all(results)).toEqual(["c written", "a written", "d written", "b refused"]);
  });

  it("never mix two commands, and hold at most 512 items", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const writes = Array.from({ length: 600 }, (_none, index) => batchWriter.run(write, `w${index}`));
    const reads = batchWriter.run(read, "r");
    await connection.answer(rowsOf(512));
    await connection.answer(rowsOf(88));
    await connection.answer(rowsOf(1));
    await Promise.all([...writes, reads]);
    expect(connection.statements.map(({ text, values = [] }) => [text, values.length])).toEqual([
      ["write", 512],
      // Older than the read.
      ["write", 88],
      ["read", 1],
    ]);
  });

  it("of several commands, the one whose oldest item is due first is sent; a patient one before what came 15 ms later", async () => {
    const connection = createScripted();
    let nowMs = 0;
    const { batchWriter } = batchWriterAt(() => nowMs, connection);
    const results = [batchWriter.run(write, "a")];
    await until(() => connection.statements.length === 1);
    // While the first is in flight: a patient item, then others within its time and after it.
    for (const [atMs, command, item] of [
      [1, patient, "p"],
      [10, read, "b"],
      [15, write, "c"],
      [16, read, "d"],
      [17, write, "e"],
    ] as const) {
      nowMs = atMs;
      results.push(batchWriter.run(command, item));
    }
    // Its time is 16: a read that came at 10 goes first, and so does the write of 15.
    await connection.answer(rowsOf(1));
    await connection.answer(rowsOf(2));
    results.push(batchWriter.run(write, "f"));
    for (const rows of [2, 1, 1]) await connection.answer(rowsOf(rows));
    await Promise.all(results);
    expect(batches(connection)).toEqual(["write a", "read b d", "write c e", "patient p", "write f"]);
  });

  it("a patient command alone leaves at once", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterAt(() => 0, connection);
    const result = batchWriter.run(patient, "p");
    await connection.answer(rowsOf(1));
    expect(await result).toBe("p written");
  });

  it("however many others come, a patient item is sent in its turn", async () => {
    const connection = createScripted();
    let nowMs = 0;
    const { batchWriter } = batchWriterAt(() => nowMs, connection);
    const results = [batchWriter.run(write, "0"), batchWriter.run(patient, "p")];
    await until(() => connection.statements.length === 1);
    // Each answer takes 4 ms, and meanwhile another write has come.
    for (let turn = 1; turn <= 8; turn += 1) {
      nowMs = 4 * turn;
      results.push(batchWriter.run(write, `${turn}`));
      await connection.answer(rowsOf(1));
    }
    await connection.answer(rowsOf(1));
    await Promise.all(results);
    const sent = batches(connection);
    expect(sent.indexOf("patient p")).toBe(4);
  });

  it("go on after an answer that cannot be read: only its caller gets the error", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const picky: BatchCommand<string, string> = {
      ...write,
      result: (item) => {
        if (item === "b") throw new Error("no sense in this row");
        return item;
      },
    };
    const results = Promise.allSettled(["a", "b", "c"].map((item) => batchWriter.run(picky, item)));
    await connection.answer(rowsOf(3));
    expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("a batch that PostgreSQL refuses", () => {
  it("is halved until the bad item is alone, and all other items are written", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const results = Promise.allSettled(["a", "b", "c", "d"].map((item) => batchWriter.run(write, item)));
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
    const { batchWriter } = batchWriterOn(connection);
    const fragile: BatchCommand<string, string> = {
      ...write,
      statement: (items) => {
        if (items.includes("bad")) throw new RangeError("no such time");
        return write.statement(items);
      },
    };
    const results = Promise.allSettled(["bad", "good"].map((item) => batchWriter.run(fragile, item)));
    await connection.answer(rowsOf(1));
    expect((await results).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(batches(connection)).toEqual(["write good"]);
  });

  it.each(["40P01", "40001", "CIINF"])("by chance (%s) is sent again as it is", async (code) => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const results = Promise.all(["a", "b"].map((item) => batchWriter.run(write, item)));
    await connection.answer(sqlError(code));
    await connection.answer(sqlError(code));
    await connection.answer(rowsOf(2));
    expect(await results).toEqual(["a written", "b written"]);
    expect(batches(connection)).toEqual(["write a b", "write a b", "write a b"]);
  });

  it("by chance again and again is refused in the end: four tries for one item", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const result = batchWriter.run(write, "a").catch((error: unknown) => error);
    for (let attempt = 0; attempt < 4; attempt += 1) await connection.answer(sqlError("40P01"));
    expect(await result).toMatchObject({ code: "40P01" });
    expect(connection.statements).toHaveLength(4);
  });
});

describe("rows that answer no item", () => {
  const told: unknown[] = [];
  const telling: BatchCommand<string, string> = {
    ...write,
    extraRows: (items, rows) => {
      told.push({ items, rows });
      if (items.includes("bad")) throw new Error("nobody listens");
    },
  };

  it("are handed over with the items of their statement, and not when there are none", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const results = Promise.all(["b", "a"].map((item) => batchWriter.run(telling, item)));
    await connection.answer([{ item: 0 }, { item: -1, word: "x" }, { item: 1 }]);
    expect(await results).toEqual(["b written", "a written"]);
    const third = batchWriter.run(telling, "c");
    await connection.answer(rowsOf(1));
    expect(await third).toBe("c written");
    expect(told.splice(0)).toEqual([{ items: ["a", "b"], rows: [{ item: -1, word: "x" }] }]);
  });

  it("leave the answers as they are when they cannot be handed over", async () => {
    const connection = createScripted();
    const { batchWriter } = batchWriterOn(connection);
    const result = batchWriter.run(telling, "bad");
    await connection.answer([{ item: -1 }, { item: 0 }]);
    expect(await result).toBe("bad written");
  });

  it("of a statement whose end is unknown are never handed over", async () => {
    told.length = 0;
    const [first, second] = [createScripted(), createScripted()];
    const { batchWriter } = batchWriterOn(first, second);
    const result = batchWriter.run(telling, "a");
    await first.break();
    await second.answer(rowsOf(1));
    expect(await result).toBe("a was written");
    expect(told).toEqual([]);
  });
});
