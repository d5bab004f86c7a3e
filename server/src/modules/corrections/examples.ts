/** Bodies as `/docs` shows them. */
export const proposeExample = {
  merchantId: "019aa5f2-0b10-7c43-9f21-5d8e3a7b6c40",
  mode: "SANDBOX",
  walletId: "wal_06f4c1h3v8x2m6q9t1b5n7d0k4",
  direction: "CREDIT",
  amount: "1500",
  reason: "A fee was charged twice in October: ticket 4713",
  evidence: "diff_06f4c1q8v2x6m0t3b7n1d5k9r4",
};

export const correctionExample = {
  object: "ledger_correction",
  id: "adj_06f4c1p4t8v2x6m0q3b7n1d5k9",
  ...proposeExample,
  amountDisplay: "CFA\u00a01,500",
  currency: "XOF",
  status: "PROPOSED",
  proposedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  decidedBy: null,
  decidedAt: null,
  version: 1,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z",
};

export const namedCorrectionExample = {
  ...correctionExample,
  merchantName: "Maison Akwaba",
  proposedByName: "Awa Diop",
  decidedByName: null,
};

export const postedExample = {
  ...correctionExample,
  status: "POSTED",
  decidedBy: "op_06f4c1m2b7r4x9v1t5n8d3q6k0",
  decidedAt: "2026-11-21T10:05:00.000Z",
  version: 2,
  updatedAt: "2026-11-21T10:05:00.000Z",
};
