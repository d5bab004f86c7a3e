import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import { decimalText, money } from "../../kit/money.ts";
import type { Seal } from "../ledger/index.ts";
import type { Hold, SettlementDay } from "./forecast-store.ts";
import type {
  HoldView,
  SealView,
  SettlementView,
  StatementView,
  TrialBalanceView,
} from "./report-schemas.ts";
import type { Statement } from "./statement.ts";
import type { Wallet } from "./store.ts";
import type { TrialBalance } from "./trial-balance.ts";
import { type WalletContext, walletEntryView } from "./view.ts";

const instant = (atMs: number): string => new Date(atMs).toISOString();
const textOf = (wallet: Wallet) => (minor: bigint) => decimalText(money(minor, wallet.currency));

function ofWallet(wallet: Wallet, { mode, merchantId }: WalletContext) {
  return { mode, merchantId, walletId: publicId("wallet", wallet.id), currency: wallet.currency };
}

function sealView(seal: Seal): Static<typeof SealView> | null {
  if (seal.number === 0) return null;
  return {
    number: seal.number,
    lastPosition: Number(seal.lastPosition),
    hash: seal.hash,
    createdAt: instant(seal.sealedAtMs),
  };
}

export function statementView(
  statement: Statement,
  context: WalletContext,
  nowMs: number,
): Static<typeof StatementView> {
  const { wallet, period, entries } = statement;
  const text = textOf(wallet);
  return {
    object: "wallet_statement",
    ...ofWallet(wallet, context),
    from: instant(period.fromMs),
    to: instant(period.toMs),
    openingBalance: text(statement.openingBalance),
    credits: text(statement.credits),
    debits: text(statement.debits),
    closingBalance: text(statement.closingBalance),
    totals: statement.totals.map((total) => ({ ...total, amount: text(total.amount) })),
    entryCount: entries.length,
    entries: entries.map((entry) => walletEntryView(entry, context)),
    seal: sealView(statement.seal),
    createdAt: instant(nowMs),
  };
}

export function trialBalanceView(
  found: TrialBalance,
  context: WalletContext,
  nowMs: number,
): Static<typeof TrialBalanceView> {
  const text = textOf(found.wallet);
  return {
    object: "trial_balance",
    ...ofWallet(found.wallet, context),
    at: instant(found.atMs),
    entryCount: Number(found.transferCount),
    accounts: found.accounts.map(({ account, debit, credit }) => ({
      account,
      debit: text(debit),
      credit: text(credit),
    })),
    totalDebit: text(found.total),
    totalCredit: text(found.total),
    seal: sealView(found.seal),
    createdAt: instant(nowMs),
  };
}

export function settlementView(
  wallet: Wallet,
  day: SettlementDay,
  context: WalletContext,
): Static<typeof SettlementView> {
  return {
    object: "wallet_settlement",
    ...ofWallet(wallet, context),
    date: day.date,
    amount: textOf(wallet)(day.amount),
    chargeCount: Number(day.chargeCount),
    firstDueAt: instant(day.firstDueAtMs),
    lastDueAt: instant(day.lastDueAtMs),
  };
}

export function holdView(wallet: Wallet, hold: Hold, { mode }: WalletContext): Static<typeof HoldView> {
  const text = textOf(wallet);
  return {
    object: "wallet_hold",
    mode,
    walletId: publicId("wallet", wallet.id),
    chargeId: publicId("charge", hold.chargeId),
    paymentIntentId: publicId("paymentIntent", hold.paymentIntentId),
    refundId: hold.refundId === null ? null : publicId("refund", hold.refundId),
    status: hold.refundId === null ? "AWAITING_DECISION" : "BEING_REFUNDED",
    reason: hold.reason,
    amount: text(hold.amount),
    chargeAmount: text(hold.chargeAmount),
    currency: wallet.currency,
    heldSince: instant(hold.heldSinceMs),
  };
}
