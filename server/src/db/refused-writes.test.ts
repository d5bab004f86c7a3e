import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { quietLog } from "../../test/harness/log.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import { createDatabase } from "./pool.ts";
import { createRefusedWrites } from "./refused-writes.ts";
import { createStorageCheck } from "./storage.ts";

describe("the check of the disk", () => {
  it("is red for 15 s after the last write that a full disk refused", async () => {
    let nowMs = 0;
    const refusedWrites = createRefusedWrites(() => nowMs);
    const check = createStorageCheck({ refusedWrites, folder: null });
    expect(await check()).toBeNull();
    refusedWrites.note("23505");
    expect(await check()).toBeNull();
    refusedWrites.note("53100");
    nowMs += 14_999;
    expect(await check()).toBe("PostgreSQL refused a write: its disk is full");
    nowMs += 1;
    expect(await check()).toBeNull();
  });

  it("is red before PostgreSQL itself has no room left", async () => {
    let free = 64 * 2 ** 20;
    const check = createStorageCheck({
      refusedWrites: createRefusedWrites(),
      folder: "/data",
      freeBytesOf: async (folder) => {
        expect(folder).toBe("/data");
        return free;
      },
    });
    expect(await check()).toBeNull();
    free -= 1;
    expect(await check()).toBe("the disk has 63 MiB left, less than 64");
  });

  it("reads the file system of the folder", async () => {
    const refusedWrites = createRefusedWrites();
    await expect(createStorageCheck({ refusedWrites, folder: "/nowhere/at/all" })()).rejects.toThrow(
      "ENOENT",
    );
    expect(await createStorageCheck({ refusedWrites, folder: import.meta.dirname })()).toBeNull();
  });
});

describe("a server that has become read-only", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.owner.query({ text: "create table scribbles (id int primary key)" });
    await database.owner.query({ text: "grant insert on scribbles to cauris_app" });
  });
  afterAll(() => database.drop());
  const write = { text: "insert into scribbles values (1)" };
  const turn = (to: "on" | "off") =>
    database.owner.query({
      text: `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = ${to}`,
    });

  it("is found by the first write: nothing took effect, its connection is dropped, and the next one may lead elsewhere", async () => {
    const refusedWrites = createRefusedWrites();
    const options = { url: database.url, applicationName: "t", refusedWrites };
    const db = createDatabase({ ...options, max: 1, log: quietLog });
    expect(await db.trouble()).toBeNull();
    await turn("on");
    // The probe's connection was opened earlier and could still write, so it does not show what new sessions meet.
    expect(await db.trouble()).toBeNull();
    await expect(db.query(write)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await expect(db.transaction((tx) => tx.query(write))).rejects.toBeInstanceOf(DatabaseUnavailableError);
    const batchWriter = await openDedicatedConnection(options);
    await expect(batchWriter.query(write)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(batchWriter.isBroken()).toBe(true);
    await batchWriter.close();
    expect(await db.trouble()).toContain("read-only");
    await turn("off");
    expect(await db.trouble()).toBeNull();
    await db.query(write);
    await db.close();
  });
});
