import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { quietLog } from "../../../test/harness/log.ts";
import { callerOf, createReadApi, type ReadApi } from "../../../test/harness/read-api.ts";
import { insertMerchant, PROVIDER_ACCOUNT_ID, type TestMerchant } from "../../../test/harness/rows.ts";
import { testSeed } from "../../../test/harness/seed.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, publicId } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { createSealer, post, transfer } from "../ledger/index.ts";
import { createWalletsRoutes } from "./routes.ts";

const SEED = testSeed();
const NOW_MS = Date.UTC(2026, 10, 21, 10);
const HOUR_MS = 3_600_000;
const clock = createManualClock(NOW_MS);
const random = createSeededRandom(SEED);
const ids = createIdSource(clock, random);
const script = fileURLToPath(new URL("../../../../tools/verify-ledger.mjs", import.meta.url));

let database: TestDatabase;
let api: ReadApi;
let merchant: TestMerchant;
let folder: string;
let whole: string;

/** A shop's day: payments with fees, refunds, payouts, a correction; sealed every hour but the last. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verify-ledger-"));
  database = await createTestDatabase();
  const { owner, db } = database;
  merchant = await insertMerchant(owner, ids, NOW_MS);
  const provider = `clearing:${PROVIDER_ACCOUNT_ID}` as const;
  const book = async (
    sourceType: "charge" | "refund" | "adjustment",
    ...transfers: ReturnType<typeof transfer>[]
  ) => {
    const posting = {
      walletId: merchant.walletId,
      currency: "XOF",
      sourceType,
      sourceId: ids.uuid(),
    } as const;
    await db.transaction((tx) =>
      post(tx, ids, merchant.merchantNo, { ...posting, transfers: transfers.flat() }, clock.nowMs()),
    );
  };
  const sealer = createSealer({ db, clock, log: quietLog });
  for (let hour = 0; hour < 4; hour += 1) {
    for (let count = 0; count < 5; count += 1) {
      const amount = BigInt(1_000 + Math.floor(random.unit() * 9_000));
      await book(
        "charge",
        transfer(provider, "available", amount, "CHARGE"),
        transfer("available", "fees", 10n, "FEE"),
      );
    }
    await book("refund", transfer("available", "reserved", 300n, "HOLD"));
    await book("refund", transfer("reserved", provider, 300n, "REFUND"));
    await book("adjustment", transfer("adjustment", "available", 7n, "ADJUSTMENT"));
    clock.advance(HOUR_MS);
    if (hour < 3) await sealer.runOnce();
  }
  api = await createReadApi(
    createWalletsRoutes({
      db,
      clock,
      merchants: { profile: async () => ({ displayName: "Shop", locale: "fr" }) },
    }),
    {
      owner: callerOf(merchant, ids, ["merchant.reports.read"]),
      "other-area": callerOf(merchant, ids, ["merchant.wallets.read"]),
    },
    { database, clock, ids, keyring: createTestKeyring() },
  );
  whole = (await download()).body.toString();
});
afterAll(async () => {
  await api.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

const download = (query = "") =>
  api.download(`/payments/wallets/${publicId("wallet", merchant.walletId)}/ledger?${query}`);

type Verdict = { readonly code: number; readonly output: string };

/** Runs the published script as a merchant does: on files, in a process without any of our code. */
async function verify(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const args = [script, ...options, ...Object.keys(files)];
  return new Promise<Verdict>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

/** Calls the script's own function on a text: many texts take the time of one process. */
async function judge(text: string): Promise<Verdict> {
  const { verifyFiles }: { verifyFiles(files: readonly object[]): { code: number; said: string[] } } =
    await import(pathToFileURL(script).href);
  const { code, said } = verifyFiles([{ name: "changed.jsonl", text }]);
  return { code, output: said.join("\n") };
}

const linesOf = (text: string) => text.trimEnd().split("\n");
const lastSeal = (text: string): { number: number; hash: string } =>
  linesOf(text)
    .map((line) => JSON.parse(line))
    .findLast(({ record }) => record === "seal");

describe(`an export of the ledger (seed ${SEED})`, () => {
  it("holds every transfer once, its seals, and what is not sealed yet", async () => {
    const records = linesOf(whole).map((line) => JSON.parse(line));
    const kinds = records.map(({ record }) => record);
    expect([kinds.at(0), kinds.at(-1)]).toEqual(["opening", "end"]);
    const transfers = records.filter(({ record }) => record === "transfer");
    expect(transfers.map(({ position }) => position)).toEqual(
      Array.from({ length: 52 }, (_none, n) => n + 1),
    );
    expect(kinds.filter((kind) => kind === "seal")).toHaveLength(3);
    expect(kinds.slice(kinds.lastIndexOf("seal") + 1)).toEqual([...Array(13).fill("transfer"), "end"]);
    expect(whole).not.toContain(PROVIDER_ACCOUNT_ID);
  });

  it("passes the published script, as JSON lines and as a spreadsheet", async () => {
    const csv = await download("format=csv");
    expect([csv.status, csv.mediaType, csv.fileName]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "ledger-XOF-2026-11-21-2026-11-21.csv",
    ]);
    for (const files of [{ "a.jsonl": whole }, { "a.csv": csv.body.toString() }]) {
      const { code, output } = await verify(files);
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain("transfers 1 to 52, sound");
      expect(output).toContain("13 transfers at the end are not sealed yet");
      expect(output).toContain(`last seal 3:${lastSeal(whole).hash}`);
    }
  });

  it("is also given as JSON, with the same records", async () => {
    const { body } = await api.get(
      `/payments/wallets/${publicId("wallet", merchant.walletId)}/ledger?format=json`,
    );
    expect(body.data).toEqual(linesOf(whole).map((line) => JSON.parse(line)));
  });

  it("of a period begins and ends at seals; files that follow each other are one chain", async () => {
    const parts = await Promise.all(
      ["to=2026-11-21T11:30:00Z", "from=2026-11-21T11:30:00Z"].map(async (query) =>
        (await download(query)).body.toString(),
      ),
    );
    const [early = "", late = ""] = parts;
    expect(lastSeal(early).number).toBe(2);
    expect(JSON.parse(linesOf(late)[0] ?? "")).toMatchObject({ record: "opening", number: 2, position: 26 });
    expect(await verify({ "late.jsonl": late, "early.jsonl": early })).toMatchObject({ code: 0 });
    const third = (await download("from=2026-11-21T12:30:00Z")).body.toString();
    const gap = (await download("to=2026-11-21T10:30:00Z")).body.toString();
    const { code, output } = await verify({ "a.jsonl": gap, "b.jsonl": third });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining("does not begin at a seal of the file before it"),
    ]);
  });

  it("is checked against a seal that the merchant kept", async () => {
    const { number, hash } = lastSeal(whole);
    expect((await verify({ "a.jsonl": whole }, "--seal", `${number}:${hash}`)).code).toBe(0);
    const other = await verify({ "a.jsonl": whole }, "--seal", `${number}:${"0".repeat(64)}`);
    expect([other.code, other.output]).toEqual([1, expect.stringContaining(`seal ${number} is ${hash}`)]);
  });

  it("an export of a wallet without transfers passes the check", async () => {
    const empty = (await download("to=2026-11-20T00:00:00Z")).body.toString();
    expect(linesOf(empty)).toHaveLength(2);
    expect(await judge(empty)).toMatchObject({ code: 0 });
  });

  it("403 without the permission, 400 for a format, 404 for another wallet", async () => {
    const path = `/payments/wallets/${publicId("wallet", merchant.walletId)}/ledger`;
    expect((await api.get(path, "other-area")).body.error.code).toBe("INSUFFICIENT_PERMISSIONS");
    expect((await api.get(`${path}?format=pdf`)).status).toBe(400);
    expect((await api.get(`/payments/wallets/${publicId("wallet", ids.next("wallet"))}/ledger`)).status).toBe(
      404,
    );
  });
});

type Change = (lines: string[]) => void;
const edit =
  (match: (record: Record<string, unknown>) => boolean, change: Readonly<Record<string, unknown>>): Change =>
  (lines) => {
    const index = lines.findIndex((line) => match(JSON.parse(line)));
    lines[index] = JSON.stringify({ ...JSON.parse(lines[index] ?? ""), ...change });
  };
const atPosition = (position: number) => (record: Record<string, unknown>) =>
  record.record === "transfer" && record.position === position;
const sealNumber = (number: number) => (record: Record<string, unknown>) =>
  record.record === "seal" && record.number === number;
const swap =
  (left: number, right: number): Change =>
  (lines) => {
    const [a, b] = [left, right].map((position) =>
      lines.findIndex((line) => atPosition(position)(JSON.parse(line))),
    );
    if (a === undefined || b === undefined) throw new Error("both lines are there");
    [lines[a], lines[b]] = [lines[b] ?? "", lines[a] ?? ""];
  };
const remove =
  (match: (record: Record<string, unknown>) => boolean): Change =>
  (lines) => {
    lines.splice(
      lines.findIndex((line) => match(JSON.parse(line))),
      1,
    );
  };

describe("the script finds", () => {
  it.each<[string, Change, string]>([
    ["a changed amount", edit(atPosition(3), { amount: "1" }), "the balance after it is"],
    ["a changed balance", edit(atPosition(3), { balanceAfter: "1" }), "the balance after it is"],
    ["another source", edit(atPosition(3), { sourceId: "ch_00000000000000000000000000" }), "is not the hash"],
    ["another type", edit(atPosition(3), { type: "REFUND" }), "is not the hash"],
    [
      "another time",
      edit(atPosition(3), { createdAt: "2026-11-21T10:00:00.001Z" }),
      "older than the transfer before",
    ],
    ["another account at a provider", edit(atPosition(1), { from: "adjustment" }), "the balances are"],
    ["a removed transfer", remove(atPosition(5)), "transfer 5 is missing"],
    ["two transfers in another order", swap(3, 4), "transfer 3 is missing"],
    ["a removed seal", remove(sealNumber(2)), "seal 2 is missing"],
    ["a changed seal", edit(sealNumber(2), { hash: "f".repeat(64) }), "is not the hash"],
    ["a seal with other sums", edit(sealNumber(2), { balances: "available=0" }), "the balances are"],
    [
      "a chain that begins elsewhere",
      edit(sealNumber(1), { previousHash: "f".repeat(64) }),
      "does not name the hash",
    ],
    [
      "an opening that was made up",
      edit(({ record }) => record === "opening", { hash: "f".repeat(64) }),
      "without a seal",
    ],
    ["a file that was cut short", (lines) => lines.splice(-5), "cut short"],
    ["a line behind the end", (lines) => lines.push(lines[1] ?? ""), "behind the end"],
    [
      "a wallet that is another one",
      edit(({ record }) => record === "opening", { walletId: "wal_00000000000000000000000000" }),
      "is not the hash",
    ],
  ])("%s", async (_name, change, said) => {
    const lines = linesOf(whole);
    change(lines);
    const { code, output } = await judge(`${lines.join("\n")}\n`);
    expect([code, output]).toEqual([1, expect.stringContaining(said)]);
  });

  it("money without a source, although all balances and seals were recomputed to match", async () => {
    const lines = linesOf(whole);
    edit(({ record }) => record === "opening", { balances: "available=5" })(lines);
    const { code, output } = await judge(`${lines.join("\n")}\n`);
    expect([code, output]).toEqual([1, expect.stringContaining("the balance after it is")]);
  });

  it("that a file holds nothing to check", async () => {
    expect((await verify({})).code).toBe(2);
    expect((await judge("no ledger\n")).code).toBe(2);
    expect((await judge('{"record":"opening"}\n')).code).toBe(1);
  });
});

it("the script needs only Node", async () => {
  const imports = [...(await readFile(script, "utf8")).matchAll(/^import .* from "(.*)";$/gm)].map(
    ([, from]) => from,
  );
  expect(imports).toEqual(["node:crypto", "node:fs", "node:url"]);
});
