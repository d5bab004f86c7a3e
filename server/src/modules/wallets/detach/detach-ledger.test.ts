import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { killDetachAt, runDetach } from "../../../../test/harness/detach-command.ts";
import { createTestKeyring } from "../../../../test/harness/keyring.ts";
import { quietLog } from "../../../../test/harness/log.ts";
import { callerOf, createReadApi, type ReadApi } from "../../../../test/harness/read-api.ts";
import { insertMerchant, PROVIDER_ACCOUNT_ID, type TestMerchant } from "../../../../test/harness/rows.ts";
import { checkInvariant, invariants } from "../../../invariants/index.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource, publicId } from "../../../kit/ids.ts";
import { createSystemRandom } from "../../../kit/random.ts";
import { createSealer, post, transfer } from "../../ledger/index.ts";
import { createWalletsRoutes } from "../routes.ts";
import { createDetaching } from "./detach-ledger.ts";

/** The old part of the books goes into files that prove themselves, and what stays is whole without it. */
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2023, 0, 10, 8);
const clock = createManualClock(START_MS);
const ids = createIdSource(clock, createSystemRandom());
const script = fileURLToPath(new URL("../../../../../tools/verify-ledger.mjs", import.meta.url));
const provider = `clearing:${PROVIDER_ACCOUNT_ID}` as const;

let database: TestDatabase;
let merchant: TestMerchant;
let api: ReadApi;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "detach-"));
  clock.set(START_MS);
  merchant = await insertMerchant(database.owner, ids, START_MS);
  for (let hour = 0; hour < 6; hour += 1) await hourOfBookings(hour < 5);
  await api?.stop();
  api = await createReadApi(
    createWalletsRoutes({
      db: database.db,
      clock,
      merchants: { profile: async () => ({ displayName: "Shop", locale: "fr" }) },
    }),
    { owner: callerOf(merchant, ids, ["merchant.reports.read", "merchant.wallets.read"]) },
    { database, clock, ids, keyring: createTestKeyring() },
  );
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

async function hourOfBookings(isSealed: boolean): Promise<void> {
  const { db, owner } = database;
  for (let count = 0; count < 4; count += 1) {
    const transfers = [
      transfer(provider, "available", 1_000n + BigInt(count), "CHARGE"),
      transfer("available", "fees", 10n, "FEE"),
    ];
    const { walletId } = merchant;
    const posting = { walletId, currency: "XOF", sourceType: "charge", sourceId: ids.uuid() } as const;
    await db.transaction((tx) =>
      post(tx, ids, merchant.merchantNo, { ...posting, transfers: transfers.flat() }, clock.nowMs()),
    );
  }
  clock.advance(HOUR_MS);
  if (isSealed) await createSealer({ db, clock, log: quietLog }).runOnce();
  await owner.query({
    text: `insert into report_wallets (merchant_no, wallet_id, position) select merchant_no, id, transfer_count from wallets
             where id = $1 on conflict (merchant_no, wallet_id) do update set position = excluded.position`,
    values: [merchant.walletId],
  });
}

const atHour = (hour: number): number => START_MS + hour * HOUR_MS;
const detaching = (more: Partial<Parameters<typeof createDetaching>[0]> = {}) =>
  createDetaching({ db: database.owner, clock, folder, pause: async () => {}, tell: () => {}, ...more });
const run = (beforeMs: number, more?: Parameters<typeof detaching>[0]) =>
  detaching(more).run(beforeMs, merchant.merchantId);

async function positions(): Promise<readonly number[]> {
  const [row] = await database.owner.query<{ found: readonly number[] }>({
    text: "select array_agg(position::int order by position) as found from ledger_transfers where wallet_id = $1",
    values: [merchant.walletId],
  });
  return row?.found ?? [];
}
const from = (first: number): readonly number[] =>
  Array.from({ length: 49 - first }, (_none, n) => first + n);

/** What the service checks of the books, from their beginning, as it does each week. */
async function brokenBooks(): Promise<readonly unknown[]> {
  const ofBooks = invariants.filter(
    ({ name, reach }) => /^(ledger|wallets)\./.test(name) && reach !== "recent",
  );
  const found = (await Promise.all(ofBooks.map((each) => checkInvariant(database.db, each)))).flat();
  return found.filter(({ merchantNo }) => merchantNo === merchant.merchantNo);
}

/** The published script's verdict on files in this order. */
async function judge(texts: readonly string[]): Promise<{ code: number; said: readonly string[] }> {
  const { verifyFiles }: { verifyFiles(files: readonly object[]): { code: number; said: string[] } } =
    await import(pathToFileURL(script).href);
  return verifyFiles(texts.map((text, n) => ({ name: `${n}.jsonl`, text })));
}
const written = async (): Promise<readonly string[]> => {
  const names = (await readdir(folder)).toSorted((a, b) => Number(a.split("-")[6]) - Number(b.split("-")[6]));
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
};

const path = (what: string): string => `/payments/wallets/${publicId("wallet", merchant.walletId)}/${what}`;
const instant = (ms: number): string => encodeURIComponent(new Date(ms).toISOString());

it("moves whole seals into a file, and the books go on at its end, again and again", async () => {
  const before = await api.get(path("trial-balance"), "owner");
  expect(await detaching().preview(atHour(2), merchant.merchantId)).toBe(16n);
  expect(await run(atHour(2))).toEqual({ files: 1, transfers: 16n, refused: [] });
  // The last one stays: what follows is counted from its balance.
  expect(await positions()).toEqual(from(16));
  expect(await brokenBooks()).toEqual([]);
  expect((await api.get(path("trial-balance"), "owner")).body.data.accounts).toEqual(
    before.body.data.accounts,
  );

  expect(await run(atHour(4))).toEqual({ files: 1, transfers: 16n, refused: [] });
  expect(await positions()).toEqual(from(32));
  await hourOfBookings(true);
  expect(await brokenBooks()).toEqual([]);
  const rest = await api.download(path("ledger"), "owner");
  const { code, said } = await judge([...(await written()), rest.body.toString()]);
  expect({ code, said: said.join("\n") }).toMatchObject({ code: 0 });
  expect(said.slice(0, 3).map((line) => line.replace(/^.*: /, ""))).toEqual([
    "transfers 1 to 16, sound",
    "transfers 17 to 32, sound",
    "transfers 33 to 56, sound",
  ]);
});

it("answers for the time that stays, and names where it begins for the time that went", async () => {
  await run(atHour(2));
  const kept = await api.get(path(`statement?from=${instant(atHour(2))}&to=${instant(atHour(6))}`), "owner");
  expect(kept.body.data.openingBalance).toBe("7932");
  for (const what of [
    `statement?from=${instant(atHour(1))}&to=${instant(atHour(3))}`,
    `trial-balance?at=${instant(atHour(1))}`,
    `ledger?from=${instant(atHour(0))}`,
  ]) {
    const { status, body } = await api.get(path(what), "owner");
    expect([what, status, body.error?.code ?? body.message]).toEqual([what, 400, "LEDGER_DETACHED"]);
  }
  const entries = await api.get(path("entries?pageSize=100"), "owner");
  expect(entries.body.data).toHaveLength(33);
});

it("refuses a wallet whose old transfers are not what was sealed, and removes nothing of it", async () => {
  const change = (amount: number) =>
    database.owner.query({
      text: "update ledger_transfers set amount = $2 where wallet_id = $1 and position = 3",
      values: [merchant.walletId, amount],
    });
  await change(9_999);
  const { refused, files } = await run(atHour(4));
  expect([files, refused]).toEqual([0, [{ walletId: merchant.walletId, reason: "seal 1 does not hold" }]]);
  expect(await positions()).toEqual(from(1));
});

it("takes nothing that is not sealed, not counted in the reports, or belongs to something open", async () => {
  const { owner } = database;
  const { merchantNo, walletId } = merchant;
  expect(await detaching().preview(atHour(9), merchant.merchantId)).toBe(40n);
  const [third] = await owner.query<{ id: string }>({
    text: "select source_id as id from ledger_transfers where wallet_id = $1 and position = 17",
    values: [walletId],
  });
  await owner.query({
    text: "insert into settlements (merchant_no, charge_id, wallet_id, amount, due_at) values ($1, $2, $3, 1, now())",
    values: [merchantNo, third?.id, walletId],
  });
  expect(await detaching().preview(atHour(9), merchant.merchantId)).toBe(16n);
  await owner.query({ text: "delete from settlements where merchant_no = $1", values: [merchantNo] });
  await owner.query({
    text: "update report_wallets set position = 8 where wallet_id = $1",
    values: [walletId],
  });
  expect(await detaching().preview(atHour(9), merchant.merchantId)).toBe(8n);
});

it("goes on after a kill in the middle, only while the file is there as it was written", async () => {
  const killed = { rowsARound: 5n, pause: () => Promise.reject(new Error("killed")) };
  await expect(run(atHour(3), killed)).rejects.toThrow("killed");
  expect(await positions()).toEqual(from(5));
  // Between the two the books are whole: they begin at the end of the file already.
  expect(await brokenBooks()).toEqual([]);

  const [name = ""] = await readdir(folder);
  const file = join(folder, name);
  const text = await readFile(file, "utf8");
  await rename(file, `${file}.away`);
  expect((await run(atHour(3))).refused[0]?.reason).toContain("is not there");
  await writeFile(file, text.replace('"amount":"1001"', '"amount":"1002"'));
  expect((await run(atHour(3))).refused[0]?.reason).toContain("is not as it was written");
  expect(await positions()).toEqual(from(5));

  await rename(`${file}.away`, file);
  expect(await run(atHour(3))).toEqual({ files: 0, transfers: 0n, refused: [] });
  expect(await positions()).toEqual(from(24));
  expect(await brokenBooks()).toEqual([]);
  expect((await judge(await written())).code).toBe(0);
});

it("killed with kill -9 before the note, and before the removal, is finished by a second run", async () => {
  const args = ["--before", "2023-01-11", "--to", folder, "--merchant", merchant.merchantId];
  await killDetachAt(database, args, { text: "lock table ledger_detachments in share mode" });
  expect(await positions()).toEqual(from(1));
  // As a kill while it writes leaves it.
  await writeFile(join(folder, `ledger-${merchant.walletId}-1-40.jsonl.part`), "half a f");
  await killDetachAt(database, args, {
    text: "select 1 from ledger_transfers where wallet_id = $1 and position = 3 for update",
    values: [merchant.walletId],
  });
  expect(await positions()).toEqual(from(1));
  expect(await brokenBooks()).toEqual([]);
  const { code, said } = await runDetach(database, args);
  expect([code, said]).toEqual([0, expect.stringContaining("-1-40.jsonl  removal finished")]);
  expect(await positions()).toEqual(from(40));
  expect(await brokenBooks()).toEqual([]);
  const rest = await api.download(path("ledger"), "owner");
  expect((await judge([...(await written()), rest.body.toString()])).code).toBe(0);
});

it("writes a file again whose run was killed before it was noted", async () => {
  const gone = { ...database.owner, query: () => Promise.reject(new Error("killed")) };
  await writeFile(join(folder, `ledger-${merchant.walletId}-1-16.jsonl`), "half a file");
  await expect(run(atHour(2), { db: gone })).rejects.toThrow("killed");
  expect((await run(atHour(2))).files).toBe(1);
  expect((await judge(await written())).code).toBe(0);
  await rm(folder, { recursive: true });
});
