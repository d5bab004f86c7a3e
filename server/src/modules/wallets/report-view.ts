import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import { inTurns } from "../../kit/turns.ts";
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
import { amountTexts, type WalletContext, walletEntryView } from "./view.ts";

const instant = (atMs: number): string => new Date(atMs).toISOString();
const textsOf =
  ({ currency }: Wallet) =>
  <const Name extends string>(amounts: Readonly<Record<Name, bigint>>) =>
    amountTexts(currency, amounts);

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

/** A statement has up to 20 000 entries: they are formatted with turns for other requests. */
export async function statementView(
  statement: Statement,
  context: WalletContext,
  nowMs: number,
): Promise<Static<typeof StatementView>> {
  const { wallet, period, openingBalance, credits, debits, closingBalance } = statement;
  const texts = textsOf(wallet);
  const entries: Static<typeof StatementView>["entries"] = [];
  await inTurns(statement.entries, (entry) => {
    entries.push(walletEntryView(entry, context));
  });
  return {
    object: "wallet_statement",
    ...ofWallet(wallet, context),
    from: instant(period.fromMs),
    to: instant(period.toMs),
    ...texts({ openingBalance, credits, debits, closingBalance }),
    totals: statement.totals.map(({ amount, ...total }) => ({ ...total, ...texts({ amount }) })),
    entryCount: entries.length,
    entries,
    seal: sealView(statement.seal),
    createdAt: instant(nowMs),
  };
}

export function trialBalanceView(
  found: TrialBalance,
  context: WalletContext,
  nowMs: number,
): Static<typeof TrialBalanceView> {
  const texts = textsOf(found.wallet);
  return {
    object: "trial_balance",
    ...ofWallet(found.wallet, context),
    at: instant(found.atMs),
    entryCount: Number(found.transferCount),
    accounts: found.accounts.map(({ account, debit, credit }) => ({
      account,
      ...texts({ debit, credit }),
    })),
    ...texts({ totalDebit: found.total, totalCredit: found.total }),
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
    ...textsOf(wallet)({ amount: day.amount }),
    chargeCount: Number(day.chargeCount),
    firstDueAt: instant(day.firstDueAtMs),
    lastDueAt: instant(day.lastDueAtMs),
  };
}

export function holdView(wallet: Wallet, hold: Hold, { mode }: WalletContext): Static<typeof HoldView> {
  return {
    object: "wallet_hold",
    mode,
    walletId: publicId("wallet", wallet.id),
    chargeId: publicId("charge", hold.chargeId),
    paymentIntentId: publicId("paymentIntent", hold.paymentIntentId),
    refundId: hold.refundId === null ? null : publicId("refund", hold.refundId),
    status: hold.refundId === null ? "AWAITING_DECISION" : "BEING_REFUNDED",
    reason: hold.reason,
    ...textsOf(wallet)({ amount: hold.amount, chargeAmount: hold.chargeAmount }),
    currency: wallet.currency,
    heldSince: instant(hold.heldSinceMs),
  };
}
