/** Bodies as `/docs` shows them. */
const MERCHANT_ID = "019aa5f2-0b10-7c43-9f21-5d8e3a7b6c40";
const WALLET_ID = "wal_06f4c1h3v8x2m6q9t1b5n7d0k4";
const BENEFICIARY_ID = "ben_06f4c1m2b7r4x9v1t5n8d3q6k0";
const stamps = { createdAt: "2026-11-21T10:00:00.000Z", updatedAt: "2026-11-21T10:00:00.000Z" } as const;
const details = {
  phone: "+225 05 ** ** ** 89",
  operator: "MTN",
  countryCode: "CI",
  iban: null,
  bankName: null,
  walletId: null,
} as const;

export const createBeneficiaryExample = {
  name: "Awa Koné",
  type: "MOBILE_MONEY",
  details: { phone: "+2250500000789", operator: "MTN" },
  currency: "XOF",
  reference: "supplier-17",
};

export const beneficiaryExample = {
  object: "beneficiary",
  id: BENEFICIARY_ID,
  mode: "SANDBOX",
  merchantId: MERCHANT_ID,
  name: "Awa Koné",
  type: "MOBILE_MONEY",
  details,
  currency: "XOF",
  status: "ACTIVE",
  nameCheck: "MATCH",
  approvedBy: null,
  registeredName: null,
  rejectionReason: null,
  warnings: [],
  payoutsAllowedFrom: "2026-11-21T10:00:00.000Z",
  reference: "supplier-17",
  metadata: {},
  version: 1,
  ...stamps,
};

export const changeBeneficiaryExample = { reference: "supplier-18" };

export const createPayoutExample = {
  walletId: WALLET_ID,
  beneficiaryId: BENEFICIARY_ID,
  amount: "2500",
  reference: "salary-2026-11-awa",
  description: "Salaire de novembre",
};

export const payoutExample = {
  object: "payout",
  id: "po_06f4c1n9k3v7x2m5t8b1d6q4r0",
  mode: "SANDBOX",
  merchantId: MERCHANT_ID,
  walletId: WALLET_ID,
  beneficiaryId: BENEFICIARY_ID,
  destination: { name: "Awa Koné", type: "MOBILE_MONEY", ...details },
  amount: "2500",
  amountDisplay: "2\u202f500\u00a0F\u202fCFA",
  currency: "XOF",
  status: "PENDING",
  reference: "salary-2026-11-awa",
  description: "Salaire de novembre",
  metadata: {},
  approvalRequired: false,
  createdBy: "key_06f4c1g5r9t3v7x1n4b8d2e6m0",
  approvedBy: null,
  provider: null,
  failureCode: null,
  approvedAt: null,
  queuedAt: null,
  sentAt: null,
  paidAt: null,
  failedAt: null,
  reversedAt: null,
  cancelledAt: null,
  version: 1,
  ...stamps,
};

export const createBatchExample = {
  walletId: WALLET_ID,
  reference: "salaries-2026-11",
  rows: [{ beneficiaryId: BENEFICIARY_ID, amount: "2500", reference: "salary-2026-11-awa" }],
};

export const batchExample = {
  object: "payout_batch",
  id: "pob_06f4c1p4t8v2x6m0q3b7n1d5k9",
  mode: "SANDBOX",
  merchantId: MERCHANT_ID,
  walletId: WALLET_ID,
  currency: "XOF",
  status: "COMPLETED",
  reference: "salaries-2026-11",
  rowCount: 1,
  acceptedCount: 1,
  refusedCount: 0,
  rows: [
    {
      index: 0,
      beneficiaryId: BENEFICIARY_ID,
      amount: "2500",
      reference: "salary-2026-11-awa",
      status: "ACCEPTED",
      payoutId: payoutExample.id,
      error: null,
    },
  ],
  completedAt: "2026-11-21T10:00:01.000Z",
  version: 2,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:01.000Z",
};

const { rows: _rows, ...withoutRows } = batchExample;
export const batchSummaryExample = withoutRows;
