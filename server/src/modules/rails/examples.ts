/** Bodies as `/docs` shows them. */
export const railBookExample = {
  object: "provider_account_book",
  mode: "LIVE",
  providerAccountId: "acct_06f4c1h3v8x2m6q9t1b5n7d0k4",
  currency: "XOF",
  clearing: { booked: "5000", confirmed: "5000", open: "0" },
  providerBalance: "0",
  providerFees: "75",
  inTransit: "4925",
  bank: "0",
  adjustment: "0",
  transferCount: 3,
  seal: { number: 1, hash: "9f2c1f6b0c6c8c0f4f6b6d7a1e2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d" },
  updatedAt: "2026-11-21T02:00:00.000Z",
};

export const railTrialBalanceExample = {
  object: "provider_books_trial_balance",
  mode: "LIVE",
  at: "2026-12-01T00:00:00.000Z",
  accounts: [
    ["adjustment", "0", "0"],
    ["bank", "0", "0"],
    ["clearing", "0", "5000"],
    ["in_transit", "4925", "0"],
    ["provider_balance", "0", "0"],
    ["provider_fees", "75", "0"],
  ].map(([account, debit, credit]) => ({
    providerAccountId: railBookExample.providerAccountId,
    currency: "XOF",
    account,
    debit,
    credit,
  })),
  totals: [{ currency: "XOF", debit: "5000", credit: "5000" }],
};

export const arrivalExample = {
  providerAccountId: railBookExample.providerAccountId,
  mode: "LIVE",
  currency: "XOF",
  amount: "4925",
  reference: "BNK-2026-11-21-0007",
};

export const arrivedExample = { ...railBookExample, inTransit: "0", bank: "4925", transferCount: 4 };

export const settlementExample = {
  object: "settlement_in_transit",
  mode: "LIVE",
  providerAccountId: railBookExample.providerAccountId,
  reference: "SETTLE-2026-11-20",
  transactionId: "SETTLE-2026-11-20",
  currency: "XOF",
  amount: "4925",
  openAmount: "4925",
  bookedAt: "2026-11-21T02:00:00.000Z",
  suggestions: [
    {
      bankEntryId: "bent_06f4c1h3v8x2m6q9t1b5n7d0k4",
      amount: "4925",
      bookedOn: "2026-11-21",
      reference: arrivalExample.reference,
      reasons: ["AMOUNT"],
    },
  ],
};

export const correctBookExample = {
  providerAccountId: railBookExample.providerAccountId,
  mode: "LIVE",
  currency: "XOF",
  debit: "provider_fees",
  credit: "provider_balance",
  amount: "120",
  reason: "Monthly fee, in no statement: invoice 2026-11",
};

export const bookCorrectionExample = {
  object: "provider_book_correction",
  id: "radj_06f4c1h3v8x2m6q9t1b5n7d0k4",
  ...correctBookExample,
  settlement: null,
  differenceId: null,
  bankEntryId: null,
  createdAt: "2026-11-21T10:15:30.000Z",
};
