import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { insertMerchant, type TestMerchant } from "../../test/harness/rows.ts";
import { systemClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { recountReports } from "./recount-reports.ts";

it.each([
  ["an id of another form", ["--merchant", "mer_1"], "--merchant must be the id of a merchant"],
  ["an unknown option", ["--all"], "--all"],
  ["a word too many", ["everything"], "everything"],
])("recount-reports refuses %s before it touches the database", async (_name, args, words) => {
  await expect(recountReports(args)).rejects.toThrow(words);
});

describe("the sums of merchants whose ledger was moved out in part", () => {
  const ids = createIdSource(systemClock, createSystemRandom());
  let database: TestDatabase;
  let whole: TestMerchant;
  let detached: TestMerchant;
  beforeAll(async () => {
    database = await createTestDatabase();
    whole = await merchantWithSums();
    detached = await merchantWithSums();
    await database.owner.query({
      text: `insert into ledger_detachments (merchant_no, wallet_id, first_position, last_position, last_at, seal_number, seal_hash,
               file_name, file_sha256, removed_through, detached_at)
             values ($1, $2, 1, 8, now(), 1, sha256('s'), 'ledger.jsonl', sha256('f'), 7, now())`,
      values: [detached.merchantNo, detached.walletId],
    });
    vi.stubEnv("DATABASE_URL", database.url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await database?.drop();
  });
  afterEach(() => vi.restoreAllMocks());

  async function merchantWithSums(): Promise<TestMerchant> {
    const merchant = await insertMerchant(database.owner, ids, systemClock.nowMs());
    await database.owner.query({
      text: "insert into report_wallets (merchant_no, wallet_id, position) values ($1, $2, 8)",
      values: [merchant.merchantNo, merchant.walletId],
    });
    return merchant;
  }
  async function counted(): Promise<readonly number[]> {
    const rows = await database.owner.query<{ no: number }>({
      text: "select merchant_no as no from report_wallets order by merchant_no",
    });
    return rows.map(({ no }) => no);
  }
  /** What it writes for the operator. */
  async function said(args: readonly string[]): Promise<string> {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await recountReports(args)).toBe(0);
    return write.mock.calls.map(([text]) => text).join("");
  }

  it("are refused by name, and stay", async () => {
    await expect(recountReports(["--merchant", detached.merchantId])).rejects.toThrow(
      "1 merchants and modes keep their sums: a part of their ledger was moved out of the database.",
    );
    expect(await counted()).toEqual([whole.merchantNo, detached.merchantNo]);
  });

  it("stay when all others are counted again, which is said", async () => {
    expect(await said([])).toBe(
      "1 merchants and modes keep their sums: a part of their ledger was moved out of the database.\n" +
        "The sums of 1 merchants and modes are forgotten. The service counts them again.\n",
    );
    expect(await counted()).toEqual([detached.merchantNo]);
  });
});
