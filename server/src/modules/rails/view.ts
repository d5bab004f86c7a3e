import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { iso } from "../payments/index.ts";
import type { RailCorrection } from "./corrections-store.ts";
import type { ArrivalSuggestion } from "./match-arrivals.ts";
import type { RailBook } from "./read-store.ts";
import type {
  RailBookView,
  RailCorrectionAnswer,
  RailTrialBalanceView,
  SettlementInTransitView,
} from "./schemas.ts";
import type { OpenSettlement } from "./settlements-store.ts";
import type { RailTrialBalance } from "./trial-balance.ts";

/** `booked`: what the merchants' books say the account took, less what it sent. Minor units. */
export function railBookView(book: RailBook, booked: bigint): Static<typeof RailBookView> {
  const { balances } = book;
  const confirmed = -balances.clearing;
  return {
    object: "provider_account_book",
    mode: book.mode,
    providerAccountId: publicId("providerAccount", book.providerAccountId),
    currency: book.currency,
    clearing: { booked: `${booked}`, confirmed: `${confirmed}`, open: `${booked - confirmed}` },
    providerBalance: `${balances.provider_balance}`,
    providerFees: `${balances.provider_fees}`,
    inTransit: `${balances.in_transit}`,
    bank: `${balances.bank}`,
    adjustment: `${balances.adjustment}`,
    transferCount: Number(book.transferCount),
    seal: book.seal,
    updatedAt: iso(book.updatedAtMs),
  };
}

export function railTrialBalanceView({
  mode,
  atMs,
  rows,
  totals,
}: RailTrialBalance): Static<typeof RailTrialBalanceView> {
  return {
    object: "provider_books_trial_balance",
    mode,
    at: iso(atMs),
    accounts: rows.map(({ providerAccountId, currency, account, debit, credit }) => ({
      providerAccountId: publicId("providerAccount", providerAccountId),
      currency,
      account,
      debit: `${debit}`,
      credit: `${credit}`,
    })),
    totals: totals.map(({ currency, total }) => ({ currency, debit: `${total}`, credit: `${total}` })),
  };
}

export function settlementView(
  mode: Mode,
  settlement: OpenSettlement,
  suggestions: readonly ArrivalSuggestion[],
): Static<typeof SettlementInTransitView> {
  const { reference, transactionId, currency, amount, openAmount } = settlement;
  return {
    object: "settlement_in_transit",
    mode,
    providerAccountId: publicId("providerAccount", settlement.providerAccountId),
    reference,
    transactionId,
    currency,
    amount: `${amount}`,
    openAmount: `${openAmount}`,
    bookedAt: iso(settlement.bookedAtMs),
    suggestions: suggestions.map(({ credit, reasons }) => ({
      bankEntryId: publicId("bankEntry", credit.id),
      amount: `${credit.amount}`,
      bookedOn: credit.bookedOn,
      reference: credit.reference,
      reasons: [...reasons],
    })),
  };
}

export function railCorrectionView(correction: RailCorrection): RailCorrectionAnswer {
  const { mode, currency, debitAccount, creditAccount, amount, reason, settlementKey } = correction;
  const { differenceId, bankEntryId } = correction;
  return {
    object: "provider_book_correction",
    id: publicId("railCorrection", correction.id),
    mode,
    providerAccountId: publicId("providerAccount", correction.providerAccountId),
    currency,
    debit: debitAccount,
    credit: creditAccount,
    amount: `${amount}`,
    reason,
    settlement: settlementKey,
    differenceId: differenceId === null ? null : publicId("reconciliationDifference", differenceId),
    bankEntryId: bankEntryId === null ? null : publicId("bankEntry", bankEntryId),
    createdAt: iso(correction.createdAtMs),
  };
}
