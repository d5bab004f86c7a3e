import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BankOffice, createBankOffice } from "../../../test/harness/bank-office.ts";
import { type Money, money } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { AccountCalls } from "../calls.ts";
import type { PaymentOutcome, ProviderAccount } from "../provider.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts } from "../testing/stand-in-accounts.ts";
import { createBankTransferConnector } from "./connector.ts";
import { bankTransferStandIn } from "./stand-in/index.ts";

const francs = (whole: bigint) => money(whole, "XOF");
const NEVER_SENT = francs(5_001n);
const SENT_TOO_LATE = francs(5_002n);
/** What the payer does with the instructions: the amount stands for the wish. */
const payments: Partial<Record<Wish, Money>> = {
  SUCCESS: francs(5_000n),
  PENDING: NEVER_SENT,
  PAYMENT_CANCELLED: SENT_TOO_LATE,
  INVALID_CURRENCY: money(5_000n, "XAF"),
};
const FIVE_DAYS_MS = 5 * 24 * 3_600_000;

/** The reasons by which the bank rejects a payout, by its amount. */
const rejections: Partial<Record<FailureCode, readonly [bigint, string]>> = {
  INVALID_RECIPIENT: [7_001n, "AC04"],
  AMOUNT_OUT_OF_BOUNDS: [7_002n, "AM02"],
  INVALID_AMOUNT: [7_003n, "AM12"],
  PROVIDER_UNAVAILABLE: [7_004n, "AM04"],
  RISK_BLOCKED: [7_005n, "RR04"],
  UNKNOWN: [7_006n, "XX99"],
};
const reasons = new Map(Object.values(rejections));
const payoutAmounts = (wish: "SUCCESS" | "PENDING" | FailureCode): bigint | null =>
  wish === "SUCCESS" ? 7_000n : wish === "PENDING" ? null : (rejections[wish]?.[0] ?? null);

const connector = ({ settledEntries, transferOrders }: BankOffice) =>
  createBankTransferConnector({ settledEntries, transferOrders, holdsFolder: () => true });

async function open(): Promise<ContractSubject> {
  const base = await mkdtemp(join(tmpdir(), "bank-contract-"));
  const office = createBankOffice();
  const accounts = await openStandInAccounts(bankTransferStandIn(base), connector(office));
  const { standIn, account, clock } = accounts;
  const instructed = new Set<string>();

  /** The payer reads the instructions once, and sends what they say. */
  const transfer = async (accountId: string, ownId: string, outcome: PaymentOutcome): Promise<void> => {
    if (outcome.kind !== "pending" || outcome.nextStep.kind !== "POLL" || instructed.has(ownId)) return;
    instructed.add(ownId);
    office.expectPayment(accountId, ownId);
    const { reference, amount } = outcome.nextStep.instructions ?? {};
    if (amount === String(SENT_TOO_LATE.minor)) clock.advance(FIVE_DAYS_MS);
    if (amount !== "5000") return;
    const body = JSON.stringify({ reference, amount });
    const headers = { "content-type": "application/json" };
    await fetch(`${standIn.url}/bank/transfer`, { method: "POST", headers, body });
  };
  const of = (through: ProviderAccount): AccountCalls => {
    const calls = accounts.of(through);
    return {
      ...calls,
      start: async (request) => {
        const outcome = await calls.start(request);
        await transfer(through.id, request.ownId, outcome);
        return outcome;
      },
    };
  };
  /** Orders leave, the bank decides, and its files are read: now, and again when what it has booked is told. */
  const exchange = async (): Promise<void> => {
    await office.sendOrders(account, clock.nowMs());
    await standIn.report();
    for (const { kind, holder, id, asked } of standIn.book.list()) {
      const code = reasons.get(asked.minor);
      if (kind === "PAYOUT" && code !== undefined) standIn.book.end({ kind, holder, id }, { code });
    }
    await standIn.report();
    await office.readFiles(account, clock.nowMs());
  };

  return {
    ...accounts,
    of,
    lateMs: 0,
    refundsUnlimited: true,
    advance: async (byMs) => {
      await exchange();
      await accounts.advance(byMs);
      await exchange();
    },
    paymentLike: (wish) => {
      const amount = payments[wish];
      const payer = { ...nobody, countryCode: "CI", payerName: "Awa Koné" };
      return amount === undefined ? null : { method: "BANK_TRANSFER", amount, payer };
    },
    payoutLike: (wish) => {
      const minor = payoutAmounts(wish);
      const recipient = { iban: "SN08SN0100152000048500003035", name: "SARL Baobab", countryCode: "SN" };
      return minor === null
        ? null
        : { ...recipient, amount: francs(minor), phone: null, operator: null, walletId: null };
    },
    // Of a payment the bank knows the reference that the payer wrote, of a refund only that it is a transfer.
    moved: async (kind, ownId) =>
      standIn.book
        .list()
        .filter((one) => one.status === "SUCCEEDED" && (one.kind === "PAYMENT") === (kind === "PAYMENT"))
        .filter(({ id, reference }) => (kind === "PAYMENT" ? reference : id) === ownId)
        .map(({ amount }) => amount),
    close: async () => {
      await accounts.close();
      await rm(base, { recursive: true });
    },
  };
}

describeProviderContract("bank_transfer", connector(createBankOffice()), open);
