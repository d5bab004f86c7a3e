import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { checkInvariants, type Violation } from "../invariants/index.ts";
import { createManualClock } from "../kit/clock.ts";
import { createIdSource, type MerchantNo, type TenantId } from "../kit/ids.ts";
import { createSeededRandom } from "../kit/random.ts";
import { createAudit } from "../modules/audit/service.ts";
import { type AuditEntry, systemActor, writeAudit } from "./audit.ts";
import type { Transaction } from "./database.ts";

const START_MS = Date.UTC(2026, 10, 21, 10);
const clock = createManualClock(START_MS);
const ids = createIdSource(clock, createSeededRandom(1));
const verifier = resolve(import.meta.dirname, "../../../tools/verify-audit.mjs");

let database: TestDatabase;
let folder: string;
const tenantId = ids.uuid() as TenantId;
const other = ids.uuid() as TenantId;
let merchantNo: MerchantNo;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "cauris-audit-"));
  for (const id of [tenantId, other]) {
    await database.db.query({
      text: "insert into tenants (id, name, created_at) values ($1, 'Tenant', $2)",
      values: [id, new Date(START_MS)],
    });
  }
  merchantNo = await createMerchant(tenantId);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function createMerchant(owner: TenantId): Promise<MerchantNo> {
  const id = ids.uuid();
  await database.owner.query({
    text: `insert into merchants (id, tenant_id, status, legal_name, display_name, country_code, created_at, updated_at)
           values ($1, $2, 'ACTIVE', 'Shop', 'Shop', 'CI', $3, $3)`,
    values: [id, owner, new Date(START_MS)],
  });
  const [row] = await database.owner.query<{ no: MerchantNo }>({
    text: "insert into merchant_numbers (merchant_id, mode) values ($1, 'LIVE') returning merchant_no as no",
    values: [id],
  });
  if (row === undefined) throw new Error("an insert returns its row");
  return row.no;
}

const act = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  tenantId,
  merchantNo: null,
  actor: { ...systemActor, requestId: "req_1", ip: "203.0.113.7" },
  action: "thing.changed",
  subject: "thing_1",
  before: null,
  after: 'é, "quoted"\n—',
  ...fields,
});
const write = (...entries: readonly AuditEntry[]) =>
  database.db.transaction(async (tx) => {
    for (const entry of entries) await writeAudit(tx, ids, clock.nowMs(), entry);
  });
const chain = (of: TenantId) =>
  database.db.query<{ sequence: bigint; previous: string; hash: string; action: string }>({
    text: `select sequence, encode(previous_hash, 'hex') as previous, encode(hash, 'hex') as hash, action
             from audit_log where tenant_id = $1 order by sequence`,
    values: [of],
  });

describe("the chain of a tenant", () => {
  it("takes up acts of 40 transactions at once without a gap, each behind the last", async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_none, index) =>
        write(
          act({ subject: `thing_${index}` }),
          act({ tenantId: other, subject: `thing_${index}` }),
          act({ merchantNo, tenantId: null, subject: `thing_${index}` }),
        ),
      ),
    );
    for (const [of, count] of [
      [tenantId, 80],
      [other, 40],
    ] as const) {
      const entries = await chain(of);
      expect(entries.map(({ sequence }) => Number(sequence))).toEqual(
        Array.from({ length: count }, (_none, index) => index + 1),
      );
      expect(entries.map(({ previous }) => previous)).toEqual([
        "0".repeat(64),
        ...entries.slice(0, -1).map(({ hash }) => hash),
      ]);
    }
    expect(await checkInvariants(database.db)).toEqual([]);
  });

  it("holds the act of a merchant under the merchant's tenant, whoever wrote it down", async () => {
    await write(act({ merchantNo, tenantId: null, action: "by.merchant" }));
    expect((await chain(tenantId)).at(-1)).toMatchObject({ action: "by.merchant" });
    await expect(write(act({ merchantNo, tenantId: other }))).rejects.toThrow("another tenant");
    await expect(write(act({ tenantId: null }))).rejects.toThrow("belongs to a tenant");
  });

  it("keeps nothing of an act that did not happen", async () => {
    const before = await chain(tenantId);
    const failing = database.db.transaction(async (tx) => {
      await writeAudit(tx, ids, clock.nowMs(), act());
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await chain(tenantId)).toEqual(before);
  });

  it("never makes two transactions wait for each other, whatever they lock besides", async () => {
    // Each transaction audits first and then needs the row that the other one holds. If the chain were locked at once,
    // this would be a deadlock.
    await database.owner.query({ text: "create table other_rows (id int primary key, n int not null)" });
    await database.owner.query({ text: "insert into other_rows values (1, 0), (2, 0)" });
    await database.owner.query({ text: "grant all on other_rows to cauris_app" });
    let runs = 0;
    const touching = (row: number) =>
      database.db.transaction(async (tx) => {
        runs += 1;
        await writeAudit(tx, ids, clock.nowMs(), act());
        await tx.query({ text: "update other_rows set n = n + 1 where id = $1", values: [row] });
        await writeAudit(tx, ids, clock.nowMs(), act({ tenantId: other }));
      });
    await Promise.all(Array.from({ length: 20 }, (_none, index) => touching(1 + (index % 2))));
    expect(runs).toBe(20);
    await database.owner.query({ text: "drop table other_rows" });
  });
});

/** Runs `plant` as the owner, runs the check, and rolls back. */
async function foundAfter(statements: readonly string[]): Promise<readonly Violation[]> {
  const takeBack = new Error("take back");
  let found: readonly Violation[] = [];
  const plantAndLook = async (tx: Transaction) => {
    for (const text of statements) await tx.query({ text: text.replaceAll(":tenant:", `'${tenantId}'`) });
    found = await checkInvariants(tx);
    throw takeBack;
  };
  await database.owner.transaction(plantAndLook).catch((error: unknown) => {
    if (error !== takeBack) throw error;
  });
  return found.filter(({ invariant }) => invariant.startsWith("audit."));
}

const changes: readonly (readonly [name: string, ...statements: string[]])[] = [
  ["another actor", "update audit_log set actor = 'nobody' where tenant_id = :tenant: and sequence = 7"],
  ["another value after", "update audit_log set after = null where tenant_id = :tenant: and sequence = 7"],
  [
    "another time",
    "update audit_log set created_at = created_at + interval '1 ms' where tenant_id = :tenant: and sequence = 7",
  ],
  [
    "another merchant",
    "update audit_log set merchant_no = null where tenant_id = :tenant: and merchant_no is not null",
  ],
  ["another hash", "update audit_log set hash = sha256('x') where tenant_id = :tenant: and sequence = 7"],
  ["an entry removed", "delete from audit_log where tenant_id = :tenant: and sequence = 7"],
  ["the first removed", "delete from audit_log where tenant_id = :tenant: and sequence = 1"],
  [
    "two entries in each other's place",
    "update audit_log set sequence = 1000000 where tenant_id = :tenant: and sequence = 7",
    "update audit_log set sequence = 7 where tenant_id = :tenant: and sequence = 8",
    "update audit_log set sequence = 8 where tenant_id = :tenant: and sequence = 1000000",
  ],
];

describe("the check of the chain", () => {
  it.each(changes)("finds %s", async (_name, ...statements) => {
    const names = (await foundAfter(statements)).map(({ invariant }) => invariant);
    expect(names).toContain("audit.chain_is_whole");
    expect(names).toContain("audit.new_entries_are_chained");
  });
  it("finds that the last entries are gone, and a chain that was cut back with them by its missing head", async () => {
    const cut =
      "delete from audit_log where tenant_id = :tenant: and sequence > (select max(sequence) - 3 from audit_log where tenant_id = :tenant:)";
    expect((await foundAfter([cut])).map(({ invariant }) => invariant)).toEqual([
      "audit.chain_ends_at_its_head",
    ]);
    expect(
      (await foundAfter(["delete from audit_heads where tenant_id = :tenant:"])).map(
        ({ invariant }) => invariant,
      ),
    ).toEqual(["audit.chain_ends_at_its_head"]);
  });
});

describe("the checker outside the service", () => {
  const run = promisify(execFile);
  const linesOf = async (query: { fromSequence?: number; limit?: number } = {}) =>
    (await createAudit({ db: database.db }).exportLines(tenantId, query)).body.toString("utf8");
  const verify = async (texts: readonly string[], ...options: readonly string[]) => {
    const files = texts.map((_text, index) => join(folder, `part-${index}.jsonl`));
    for (const [index, text] of texts.entries()) await writeFile(files[index] ?? "", text);
    return run(process.execPath, [verifier, ...options, ...files], { env: {} }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
    );
  };

  it("follows the whole chain, in one file or in several, and names its head", async () => {
    const entries = await chain(tenantId);
    const ok = `ok ${entries.length} entries, 1..${entries.length}, head ${entries.at(-1)?.hash}\n`;
    expect(await verify([await linesOf()])).toEqual({ code: 0, said: ok });
    expect(await verify([await linesOf({ limit: 30 }), await linesOf({ fromSequence: 31 })])).toEqual({
      code: 0,
      said: ok,
    });
    const kept = entries[29]?.hash ?? "";
    const rest = `ok ${entries.length - 30} entries, 31..${entries.length}, head ${entries.at(-1)?.hash}\n`;
    expect(await verify([await linesOf({ fromSequence: 31 })], "--after", kept)).toEqual({
      code: 0,
      said: rest,
    });
  });

  it.each([
    [
      "a changed text",
      (lines: string[]) => lines.with(4, (lines[4] ?? "").replace("thing.changed", "thing.kept")),
    ],
    [
      "a null made a text",
      (lines: string[]) => lines.with(4, (lines[4] ?? "").replace('"before":null', '"before":""')),
    ],
    ["a line left out", (lines: string[]) => lines.toSpliced(4, 1)],
    ["two lines swapped", (lines: string[]) => lines.with(4, lines[5] ?? "").with(5, lines[4] ?? "")],
    ["a line that is no JSON", (lines: string[]) => lines.with(4, "{")],
  ])("stops at %s", async (_name, bend) => {
    const lines = (await linesOf()).trimEnd().split("\n");
    const { code, said } = await verify([bend(lines).join("\n")]);
    expect(code).toBe(1);
    expect(said).toMatch(/part-0\.jsonl:[56]: /);
  });

  it("stops when the chain was written anew behind a hash that was kept", async () => {
    const { code, said } = await verify([await linesOf({ fromSequence: 31 })], "--after", "f".repeat(64));
    expect([code, said]).toEqual([1, expect.stringContaining("entry 31 does not name the hash")]);
  });
});
