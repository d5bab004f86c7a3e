import { chargeExample } from "../read-examples.ts";

/** Answers as `/docs` shows them. A test checks them against the schemas. */
export const createRefundExample = {
  amount: "2000",
  reason: "REQUESTED_BY_PAYER",
  note: "One of two tickets",
  metadata: { ticket: "T-19" },
};

export const refundExample = {
  object: "refund",
  id: "re_06f4c1n7w2r9t3v7x1n5b8d2e6",
  mode: "SANDBOX",
  merchantId: chargeExample.merchantId,
  chargeId: chargeExample.id,
  paymentIntentId: chargeExample.paymentIntentId,
  amount: "2000",
  amountDisplay: "2\u202f000\u00a0F\u202fCFA",
  currency: "XOF",
  status: "PENDING",
  reason: "REQUESTED_BY_PAYER",
  note: "One of two tickets",
  route: "ORIGINAL_RAIL",
  automatic: false,
  accountNeeded: false,
  feeRefunded: "0",
  providerTransactionId: null,
  failureCode: null,
  failureMessage: null,
  createdBy: "key_06f4c1g5r9t3v7x1n4b8d2e6m0",
  metadata: { ticket: "T-19" },
  version: 1,
  createdAt: "2026-11-21T11:02:10.000Z",
  updatedAt: "2026-11-21T11:02:10.000Z",
  succeededAt: null,
  failedAt: null,
  cancelledAt: null,
};

export const refundedExample = {
  ...refundExample,
  status: "SUCCEEDED",
  providerTransactionId: "SR261121.1102.C48377",
  version: 3,
  updatedAt: "2026-11-21T11:02:18.000Z",
  succeededAt: "2026-11-21T11:02:18.000Z",
};

export const cancelledRefundExample = {
  ...refundExample,
  status: "CANCELLED",
  version: 2,
  updatedAt: "2026-11-21T11:02:13.000Z",
  cancelledAt: "2026-11-21T11:02:13.000Z",
};

export const recipientExample = { iban: "SN08 SN01 0015 2000 0485 0000 3035", holderName: "Awa Koné" };

/** As soon as the account is given. */
export const refundToAccountExample = {
  ...refundExample,
  status: "PROCESSING",
  version: 4,
  updatedAt: "2026-11-21T11:30:00.000Z",
};
