import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { insertMerchant, PROVIDER_ACCOUNT_ID, type TestMerchant } from "../../../test/harness/rows.ts";
import { checkInvariants } from "../../invariants/index.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type Id } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { type LedgerAccount, walletAccounts } from "./accounts.ts";
import type { Posting } from "./postings.ts";
import { transfer } from "./postings.ts";
import { post } from "./store.ts";

const SEED = 4217;
const OPERATIONS = 400;
const NOW_MS = Date.UTC(2026, 10, 21, 10);
const random = createSeededRandom(SEED);
const ids = createIdSource(createManualClock(NOW_MS), random);
const clearing: LedgerAccount = `clearing:${PROVIDER_ACCOUNT_ID}`;

let database: TestDatabase;
let merchant: TestMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  merchant = await insertMerchant(database.owner, ids, NOW_MS);
});
afterAll(() => database.drop());

type Balances = Record<(typeof walletAccounts)[number], bigint>;

function adjustment(transfers: Posting["transfers"], walletId = merchant.walletId): Posting {
  return { walletId, currency: "XOF", sourceType: "adjustment", sourceId: ids.uuid(), transfers };
}

const book = (posting: Posting) =>
  database.db.transaction((tx) => post(tx, ids, merchant.merchantNo, posting, NOW_MS));

async function stored(): Promise<Balances> {
  const [row] = await database.db.query<Balances>({
    text: "select available, pending, held, reserved from wallets where merchant_no = $1 and id = $2",
    values: [merchant.merchantNo, merchant.walletId],
  });
  if (row === undefined) throw new Error("the wallet is there");
  return row;
}

async function transferCount(): Promise<bigint> {
  const [row] = await database.db.query<{ n: bigint }>({
    text: "select count(*) as n from ledger_transfers",
  });
  return row?.n ?? 0n;
}

/** This test puts money into pending without a settlement that would release it. */
async function expectSoundBooks(): Promise<void> {
  const found = await checkInvariants(database.db);
  expect(found.filter(({ invariant }) => invariant !== "wallets.pending_settles")).toEqual([]);
}

describe(`bookings agree with a model that only adds and subtracts (seed ${SEED})`, () => {
  it("after every operation; one that would overdraw is refused whole and changes nothing", async () => {
    const model: Balances = { available: 0n, pending: 0n, held: 0n, reserved: 0n };
    const accounts: readonly LedgerAccount[] = [...walletAccounts, clearing, "fees", "adjustment"];
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random.unit() * values.length)] as T;
    let [refused, written] = [0, 0n];
    for (let round = 0; round < OPERATIONS; round += 1) {
      const transfers = Array.from({ length: 1 + Math.floor(random.unit() * 3) }, () => {
        const from = random.unit() < 0.2 ? clearing : pick(accounts);
        const to = pick(accounts.filter((account) => account !== from));
        return transfer(from, to, BigInt(1 + Math.floor(random.unit() * 900)), "ADJUSTMENT");
      }).flat();
      const next = { ...model };
      for (const account of walletAccounts) {
        for (const { from, to, amount } of transfers) {
          if (from === account) next[account] -= amount;
          if (to === account) next[account] += amount;
        }
      }
      const overdraws = walletAccounts.some((account) => next[account] < 0n);
      const outcome = await book(adjustment(transfers)).then(
        () => "booked",
        () => "refused",
      );
      expect({ round, outcome }).toEqual({ round, outcome: overdraws ? "refused" : "booked" });
      if (overdraws) refused += 1;
      else {
        Object.assign(model, next);
        written += BigInt(transfers.length);
      }
      expect({ round, ...(await stored()) }).toEqual({ round, ...model });
    }
    expect(await transferCount()).toBe(written);
    expect(refused).toBeGreaterThan(20);
    await expectSoundBooks();
  });

  it("when many book at the same time, no money is lost, made or spent twice", async () => {
    const before = await stored();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_none, index) =>
        book(
          adjustment(
            index % 2 === 0
              ? transfer(clearing, "available", 1_000n, "CHARGE")
              : transfer("available", "reserved", before.available / 10n + 1_000n, "HOLD"),
          ),
        ),
      ),
    );
    const after = await stored();
    const holds = results.filter(({ status }, index) => index % 2 === 1 && status === "fulfilled").length;
    const held = BigInt(holds) * (before.available / 10n + 1_000n);
    expect(after.available).toBe(before.available + 30_000n - held);
    expect(after.reserved).toBe(before.reserved + held);
    expect(after.available).toBeGreaterThanOrEqual(0n);
    await expectSoundBooks();
  });
});

describe("a posting is refused whole", () => {
  it.each<[string, () => Posting]>([
    [
      "in another currency than its wallet",
      () => ({ ...adjustment(transfer(clearing, "available", 5n, "CHARGE")), currency: "EUR" }),
    ],
    [
      "into a wallet that is not there",
      () => adjustment(transfer(clearing, "available", 5n, "CHARGE"), ids.next("wallet")),
    ],
    [
      "when its last transfer names no account",
      () =>
        adjustment([
          ...transfer(clearing, "available", 5n, "CHARGE"),
          { from: "available", to: "pocket" as LedgerAccount, amount: 1n, type: "ADJUSTMENT" },
        ]),
    ],
  ])("%s", async (_name, posting) => {
    const [balances, count] = [await stored(), await transferCount()];
    await expect(book(posting())).rejects.toThrow();
    expect([await stored(), await transferCount()]).toEqual([balances, count]);
  });

  it("into another merchant's wallet", async () => {
    const other = await insertMerchant(database.owner, ids, NOW_MS);
    const walletId: Id<"wallet"> = other.walletId;
    await expect(book(adjustment(transfer(clearing, "available", 5n, "CHARGE"), walletId))).rejects.toThrow();
  });
});

it("what is booked cannot be changed or removed by the service", async () => {
  for (const text of ["update ledger_transfers set amount = 1", "delete from ledger_transfers"]) {
    await expect(database.db.query({ text })).rejects.toThrow();
  }
});
