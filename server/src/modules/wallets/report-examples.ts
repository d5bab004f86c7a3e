import { walletEntryExample, walletExample } from "./examples.ts";

/** Answers as `/docs` shows them. A test checks them against the schemas. */
const ofWallet = {
  mode: walletExample.mode,
  merchantId: walletExample.merchantId,
  walletId: walletExample.id,
  currency: walletExample.currency,
};

const seal = {
  number: 4,
  lastPosition: 1412,
  hash: "5b0f7cf61e2f3cfe26a3d7e5bd0c2b6f4b8b3f0f4a6f0d9f1c7f8a4f3f6b2d19",
  createdAt: "2026-11-21T10:17:00.000Z",
};

export const statementExample = {
  object: "wallet_statement",
  ...ofWallet,
  from: "2026-11-21T00:00:00.000Z",
  to: "2026-11-22T00:00:00.000Z",
  openingBalance: "5000",
  openingBalanceMinor: "5000",
  credits: "0",
  creditsMinor: "0",
  debits: "100",
  debitsMinor: "100",
  closingBalance: "4900",
  closingBalanceMinor: "4900",
  totals: [{ type: "FEE", direction: "DEBIT", count: 1, amount: "100", amountMinor: "100" }],
  entryCount: 1,
  entries: [walletEntryExample],
  seal,
  createdAt: "2026-11-22T08:00:00.000Z",
};

export const trialBalanceExample = {
  object: "trial_balance",
  ...ofWallet,
  at: "2026-11-22T00:00:00.000Z",
  entryCount: 1412,
  accounts: [
    { account: "available", debit: "0", debitMinor: "0", credit: "4900", creditMinor: "4900" },
    { account: "fees", debit: "0", debitMinor: "0", credit: "100", creditMinor: "100" },
    {
      account: "provider:0f4b5a1f7c2d4e8f9a6b3c1d2e5f7a80",
      debit: "5000",
      debitMinor: "5000",
      credit: "0",
      creditMinor: "0",
    },
  ],
  totalDebit: "5000",
  totalDebitMinor: "5000",
  totalCredit: "5000",
  totalCreditMinor: "5000",
  seal,
  createdAt: "2026-11-22T08:00:00.000Z",
};

export const settlementExample = {
  object: "wallet_settlement",
  ...ofWallet,
  date: "2026-11-23",
  amount: "124500",
  amountMinor: "124500",
  chargeCount: 25,
  firstDueAt: "2026-11-23T08:12:04.000Z",
  lastDueAt: "2026-11-23T21:40:51.000Z",
};

export const holdExample = {
  object: "wallet_hold",
  mode: walletExample.mode,
  walletId: walletExample.id,
  chargeId: "ch_06f4c1mh0r9t3v7x1n5b8d2e6g",
  paymentIntentId: "pi_06f4c1mh0r9t3v7x1n5b8d2e6c",
  refundId: null,
  status: "AWAITING_DECISION",
  reason: "AMOUNT_MISMATCH",
  amount: "4000",
  amountMinor: "4000",
  chargeAmount: "5000",
  chargeAmountMinor: "5000",
  currency: walletExample.currency,
  heldSince: "2026-11-21T10:15:42.000Z",
};

export const ledgerRecordExample = {
  record: "transfer",
  position: 1412,
  id: "019aa5f2-1c40-7d31-8a52-6b3f0e9d4c72",
  transactionId: walletEntryExample.transactionId,
  type: "FEE",
  from: "available",
  to: "fees",
  amount: "100",
  currency: walletExample.currency,
  sourceType: "charge",
  sourceId: walletEntryExample.sourceId,
  balanceAfter: "4900",
  createdAt: walletEntryExample.createdAt,
};
