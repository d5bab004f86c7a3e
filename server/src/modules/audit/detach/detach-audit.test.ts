import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { killDetachAt, runDetach } from "../../../../test/harness/detach-command.ts";
import { systemActor, writeAudit } from "../../../db/audit.ts";
import { checkInvariant, invariants } from "../../../invariants/index.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource, publicId, type TenantId } from "../../../kit/ids.ts";
import { createSystemRandom } from "../../../kit/random.ts";
import { createAudit } from "../service.ts";
import { createAuditDetaching } from "./detach-audit.ts";

/** The old part of an audit log goes into files that prove themselves, and the log goes on at their end. */
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2023, 0, 1, 12);
const clock = createManualClock(START_MS);
const ids = createIdSource(clock, createSystemRandom());
const verifier = resolve(import.meta.dirname, "../../../../../tools/verify-audit.mjs");

let database: TestDatabase;
let tenantId: TenantId;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
/** Twelve entries of a tenant of its own, one a day. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "detach-audit-"));
  clock.set(START_MS);
  tenantId = ids.uuid() as TenantId;
  await database.owner.query({
    text: "insert into tenants (id, name, created_at) values ($1, 'Tenant', $2)",
    values: [tenantId, new Date(START_MS)],
  });
  for (let day = 0; day < 12; day += 1) await act(day);
  return async () => {
    await database.owner.query({ text: "delete from audit_heads" });
    await database.owner.query({ text: "delete from audit_log" });
    await database.owner.query({ text: "delete from audit_detachments" });
    await rm(folder, { recursive: true });
  };
});
afterAll(() => database?.drop());

const act = (day: number): Promise<void> => {
  clock.set(START_MS + day * DAY_MS);
  return database.db.transaction((tx) =>
    writeAudit(tx, ids, clock.nowMs(), {
      tenantId,
      actor: systemActor,
      action: day % 2 === 0 ? "thing.made" : "thing.changed",
      subject: `thing_${day}`,
      after: 'é, "quoted"\n—',
    }),
  );
};
const beforeDay = (day: number): number => START_MS + day * DAY_MS;
type More = Partial<Parameters<typeof createAuditDetaching>[0]>;
const detaching = (more: More = {}) =>
  createAuditDetaching({ db: database.owner, clock, folder, pause: async () => {}, tell: () => {}, ...more });

async function sequences(): Promise<readonly number[]> {
  const [row] = await database.owner.query<{ found: readonly number[] | null }>({
    text: "select array_agg(sequence::int order by sequence) as found from audit_log where tenant_id = $1",
    values: [tenantId],
  });
  return row?.found ?? [];
}
const from = (first: number, last = 12): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_none, n) => first + n);

/** What the service checks of the log. */
async function broken(): Promise<readonly string[]> {
  const ofAudit = invariants.filter(({ name }) => name.startsWith("audit."));
  const found = await Promise.all(ofAudit.map((each) => checkInvariant(database.db, each)));
  return [...new Set(found.flat().map(({ detail }) => detail))];
}

const filesInOrder = async (): Promise<readonly string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted((a, b) => Number(a.split("-").at(-2)) - Number(b.split("-").at(-2)))
    .map((name) => join(folder, name));

/** The published checker over the files and a download of the rest. */
async function verify(rest: Buffer): Promise<string> {
  const path = join(folder, "rest.download");
  await writeFile(path, rest);
  return promisify(execFile)(process.execPath, [verifier, ...(await filesInOrder()), path]).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}
const audit = () => createAudit({ db: database.db });

it("moves entries into files, and the log goes on at their end, again and again", async () => {
  expect(await detaching().preview(beforeDay(5))).toBe(5n);
  expect(await sequences()).toEqual(from(1));
  expect(await detaching({ entriesAFile: 2 }).run(beforeDay(5))).toEqual({
    files: 3,
    entries: 5n,
    refused: [],
  });
  // The last one stays: what follows names its hash.
  expect(await sequences()).toEqual(from(5));
  expect(await broken()).toEqual([]);
  expect(await detaching().run(beforeDay(8))).toEqual({ files: 1, entries: 3n, refused: [] });
  expect(await sequences()).toEqual(from(8));
  await act(12);
  expect(await broken()).toEqual([]);
  const rest = await audit().exportLines(tenantId, {});
  expect(rest.from).toBe(9);
  expect(await verify(rest.body)).toMatch(/^ok 13 entries, 1\.\.13, head [0-9a-f]{64}\n$/);
  // A day on which nothing is older than what went.
  expect(await detaching().run(beforeDay(8))).toEqual({ files: 0, entries: 0n, refused: [] });
});

it("moves a whole log but for its last entry, on which the next one follows", async () => {
  expect((await detaching().run(beforeDay(40))).entries).toBe(12n);
  expect(await sequences()).toEqual([12]);
  expect(await broken()).toEqual([]);
  await act(40);
  expect(await sequences()).toEqual([12, 13]);
  expect(await broken()).toEqual([]);
  expect(await verify((await audit().exportLines(tenantId, {})).body)).toContain("ok 13 entries, 1..13");
});

it("lists, counts and exports what stays, and names where it begins", async () => {
  await detaching().run(beforeDay(5));
  const pages = async (order: "createdAt" | "-createdAt") => {
    const found: number[] = [];
    for (const page of [1, 2, 3]) {
      const { entries, meta } = await audit().list(tenantId, { page, pageSize: 3, sort: order });
      expect(meta).toMatchObject({ total: 8, totalPages: 3 });
      found.push(...entries.map(({ sequence }) => Number(sequence)));
    }
    return found;
  };
  expect(await pages("createdAt")).toEqual(from(5));
  expect(await pages("-createdAt")).toEqual(from(5).toReversed());
  const made = await audit().list(tenantId, { action: "thing.made" });
  expect(made.entries.map(({ sequence }) => Number(sequence))).toEqual([11, 9, 7, 5]);
  await expect(audit().exportLines(tenantId, { fromSequence: 4 })).rejects.toMatchObject({
    declaration: { wire: "AUDIT_DETACHED" },
    details: { availableFrom: 5 },
  });
  const whole = await audit().exportLines(tenantId, { fromSequence: 5 });
  expect(whole.body.toString().trim().split("\n")).toHaveLength(8);
});

it("hides what waits for its removal", async () => {
  const killed = { rowsARound: 2n, pause: () => Promise.reject(new Error("killed")) };
  await expect(detaching(killed).run(beforeDay(6))).rejects.toThrow("killed");
  expect(await sequences()).toEqual(from(2));
  expect(await broken()).toEqual([]);
  const [hidden] = await database.owner.query<{ id: string }>({
    text: "select id from audit_log where tenant_id = $1 and sequence = 4",
    values: [tenantId],
  });
  const cursor = publicId("auditEntry", hidden?.id as never);
  await expect(audit().list(tenantId, { starting_after: cursor })).rejects.toMatchObject({
    declaration: { wire: "VALIDATION_ERROR" },
  });
  expect((await audit().list(tenantId, {})).entries.at(-1)?.sequence).toBe(6n);
});

it.each([
  ["was changed", "update audit_log set after = 'x' where sequence = 2", "entry 2 is not what was hashed"],
  ["is gone", "delete from audit_log where sequence = 2", "entry 2 is missing"],
  [
    "was exchanged",
    "update audit_log set subject = 'y', hash = sha256('y') where sequence = 5",
    "entry 5 is not what was hashed",
  ],
  [
    "was written again with a fitting end",
    "update audit_log set previous_hash = sha256('z') where sequence = 6",
    "the log does not go on from entry 5",
  ],
  ["after the end is gone", "delete from audit_log where sequence = 6", "entry 6 is missing"],
])("refuses a log of which an entry %s, and removes nothing of it", async (_what, damage, reason) => {
  await database.owner.query({ text: `${damage} and tenant_id = $1`, values: [tenantId] });
  const before = await sequences();
  expect(await detaching().run(beforeDay(5))).toEqual({
    files: 0,
    entries: 0n,
    refused: [{ tenantId, reason }],
  });
  expect(await sequences()).toEqual(before);
});

it("takes nothing behind an entry of a later time, though later numbers carry earlier ones", async () => {
  await database.owner.query({
    text: "update audit_log set created_at = $2 where tenant_id = $1 and sequence = 3",
    values: [tenantId, new Date(beforeDay(9))],
  });
  expect(await detaching().preview(beforeDay(8))).toBe(2n);
});

it("tells an anchor that is not the one of its file from a whole log", async () => {
  await detaching().run(beforeDay(5));
  await database.owner.query({
    text: "update audit_detachments set last_hash = sha256('other') where tenant_id = $1",
    values: [tenantId],
  });
  expect(await broken()).toEqual([
    expect.stringContaining("entry 5: is not the one that its file ends with"),
  ]);
  await database.owner.query({
    text: "delete from audit_detachments where tenant_id = $1",
    values: [tenantId],
  });
  expect(await broken()).toEqual([expect.stringContaining("entry 5: the entry before it is gone")]);
});

it("goes on after a stop, only while the file is there as it was written", async () => {
  const killed = { rowsARound: 2n, pause: () => Promise.reject(new Error("killed")) };
  await expect(detaching(killed).run(beforeDay(6))).rejects.toThrow("killed");
  const [file = ""] = await filesInOrder();
  const text = await readFile(file, "utf8");
  await rename(file, `${file}.away`);
  expect((await detaching().run(beforeDay(6))).refused[0]?.reason).toContain("is not there");
  await writeFile(file, text.replace("thing_1", "thing_x"));
  expect((await detaching().run(beforeDay(6))).refused[0]?.reason).toContain("is not as it was written");
  expect(await sequences()).toEqual(from(2));
  await rename(`${file}.away`, file);
  expect(await detaching().run(beforeDay(6))).toEqual({ files: 0, entries: 0n, refused: [] });
  expect(await sequences()).toEqual(from(6));
  expect(await broken()).toEqual([]);
});

it("killed with kill -9 before the note, and before the removal, is finished by a second run", async () => {
  const args = ["--audit", "--before", "2023-01-06", "--to", folder];
  await killDetachAt(database, args, { text: "lock table audit_detachments in share mode" });
  expect(await sequences()).toEqual(from(1));
  // As a kill while it writes leaves it.
  await writeFile(join(folder, `audit-${tenantId}-1-5.jsonl.part`), "half a f");
  await killDetachAt(database, args, {
    text: "select 1 from audit_log where tenant_id = $1 and sequence = 3 for update",
    values: [tenantId],
  });
  expect(await sequences()).toEqual(from(1));
  expect(await broken()).toEqual([]);
  const { code, said } = await runDetach(database, args);
  expect([code, said]).toEqual([0, expect.stringContaining(`audit-${tenantId}-1-5.jsonl  removal finished`)]);
  expect(await sequences()).toEqual(from(5));
  expect(await broken()).toEqual([]);
  expect(await verify((await audit().exportLines(tenantId, {})).body)).toContain("ok 12 entries, 1..12");
});
