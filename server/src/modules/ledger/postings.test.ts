import { describe, expect, it } from "vitest";
import type { Id } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { isWalletAccount, walletAccounts } from "./accounts.ts";
import { chargePosting, heldPosting } from "./charge-postings.ts";
import { balanceDelta, transfer, transferTypes, walletDelta } from "./postings.ts";
import { refundPosting, refundRelease, refundReservation, refundReversal } from "./refund-postings.ts";

const ACCOUNT = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40";
const walletId = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e41" as Id<"wallet">;
const charge = {
  id: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e42" as Id<"charge">,
  walletId,
  amount: 5_000n,
  fee: 100n,
  currency: "XOF",
} as const;
const clearing = `clearing:${ACCOUNT}`;

describe("a transfer", () => {
  it("of zero makes no posting", () => {
    expect(transfer("available", "held", 0n, "HOLD")).toEqual([]);
  });

  it("of a negative amount throws, because it is a bug", () => {
    expect(() => transfer("available", "held", -1n, "HOLD")).toThrow();
  });
});

describe("a charge that pays", () => {
  it.each(["available", "pending"] as const)(
    "brings the gross into %s and takes the fee out of it",
    (into) => {
      const { transfers, sourceType, sourceId, currency } = chargePosting(charge, ACCOUNT, into);
      expect({ transfers, sourceType, sourceId, currency }).toEqual({
        transfers: [
          { from: clearing, to: into, amount: 5_000n, type: "CHARGE" },
          { from: into, to: "fees", amount: 100n, type: "FEE" },
        ],
        sourceType: "charge",
        sourceId: charge.id,
        currency: "XOF",
      });
      expect(walletDelta(transfers)).toEqual({
        available: 0n,
        pending: 0n,
        held: 0n,
        reserved: 0n,
        [into]: 4_900n,
      });
    },
  );

  it("without a fee is one transfer", () => {
    expect(chargePosting({ ...charge, fee: 0n }, ACCOUNT, "available").transfers).toHaveLength(1);
  });
});

describe("money that is not the merchant's to use", () => {
  it("is booked to held without a fee, with the amount that came", () => {
    const { transfers } = heldPosting(charge, ACCOUNT, 4_000n);
    expect(transfers).toEqual([{ from: clearing, to: "held", amount: 4_000n, type: "CHARGE" }]);
  });

  it.each(["held", "reserved"] as const)("goes back out of %s when it is refunded", (from) => {
    const refund = {
      id: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e43" as Id<"refund">,
      walletId,
      amount: 700n,
      currency: "XOF",
    } as const;
    const { transfers, sourceType } = refundPosting(refund, ACCOUNT, from);
    expect(transfers).toEqual([{ from, to: clearing, amount: 700n, type: "REFUND" }]);
    expect(sourceType).toBe("refund");
  });
});

describe("a refund that a merchant asks for", () => {
  const refund = {
    id: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e44" as Id<"refund">,
    walletId,
    amount: 700n,
    currency: "XOF",
  } as const;

  it("reserves its amount in the wallet until the payer has it", () => {
    const { transfers } = refundReservation(refund);
    expect(transfers).toEqual([{ from: "available", to: "reserved", amount: 700n, type: "HOLD" }]);
  });

  it("releases its amount when it fails or is cancelled", () => {
    const { transfers } = refundRelease(refund);
    expect(transfers).toEqual([{ from: "reserved", to: "available", amount: 700n, type: "RELEASE" }]);
  });

  it("gives back the part of the fee that the platform returns", () => {
    expect(refundPosting(refund, ACCOUNT, "reserved", 11n).transfers).toEqual([
      { from: "reserved", to: clearing, amount: 700n, type: "REFUND" },
      { from: "fees", to: "available", amount: 11n, type: "FEE" },
    ]);
  });
});

describe("a refund that failed after it had succeeded", () => {
  const refund = {
    id: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e45" as Id<"refund">,
    walletId,
    amount: 700n,
    currency: "XOF",
  } as const;

  it("is booked back as it was booked, and the fee that was returned is taken again", () => {
    expect(refundReversal(refund, ACCOUNT, "available", 11n).transfers).toEqual([
      { from: clearing, to: "available", amount: 700n, type: "REFUND" },
      { from: "available", to: "fees", amount: 11n, type: "FEE" },
    ]);
    expect(refundReversal(refund, ACCOUNT, "held", 0n)).toMatchObject({
      sourceType: "refund",
      transfers: [{ from: clearing, to: "held", amount: 700n, type: "REFUND" }],
    });
  });

  it("leaves every account as it was before the refund", () => {
    const all = [
      ...refundReservation(refund).transfers,
      ...refundPosting(refund, ACCOUNT, "reserved", 11n).transfers,
      ...refundReversal(refund, ACCOUNT, "available", 11n).transfers,
    ];
    const sums = new Map<string, bigint>();
    for (const { from, to, amount } of all) {
      sums.set(from, (sums.get(from) ?? 0n) - amount);
      sums.set(to, (sums.get(to) ?? 0n) + amount);
    }
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  });
});

it("the change of the four accounts is the change of the balance, whatever is moved where (seed 11)", () => {
  const random = createSeededRandom(11);
  const accounts = [...walletAccounts, "fees", "adjustment", `clearing:${ACCOUNT}`] as const;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.unit() * values.length)] as T;
  for (let round = 0; round < 2_000; round += 1) {
    const transfers = Array.from({ length: 1 + Math.floor(random.unit() * 6) }, () => {
      const from = pick(accounts);
      return transfer(
        from,
        pick(accounts.filter((account) => account !== from)),
        BigInt(Math.floor(random.unit() * 1e12)),
        pick(transferTypes),
      );
    }).flat();
    const delta = walletDelta(transfers);
    const sum = walletAccounts.reduce((total, account) => total + delta[account], 0n);
    expect(transfers.reduce((total, each) => total + balanceDelta(each), 0n)).toBe(sum);
  }
});

it("moving money between a wallet's own accounts leaves its balance", () => {
  for (const from of walletAccounts) {
    for (const to of walletAccounts.filter((account) => account !== from)) {
      expect(isWalletAccount(from) && balanceDelta({ from, to, amount: 9n, type: "HOLD" })).toBe(0n);
    }
  }
});
