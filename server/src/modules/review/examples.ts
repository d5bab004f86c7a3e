/** Bodies as `/docs` shows them. */
const MERCHANT_ID = "019aa5f2-0b10-7c43-9f21-5d8e3a7b6c40";
const CHARGE_ID = "ch_06f4c1n9k3v7x2m5t8b1d6q4r0";
const stamps = { createdAt: "2026-11-21T09:00:00.000Z", updatedAt: "2026-11-21T09:02:00.000Z" } as const;

export const heldExample = {
  object: "held_money",
  id: CHARGE_ID,
  mode: "SANDBOX",
  merchantId: MERCHANT_ID,
  version: 3,
  ...stamps,
  paymentIntentId: "pi_06f4c1g5r9t3v7x1n4b8d2e6m0",
  reason: "AMOUNT_MISMATCH",
  status: "IN_RECONCILIATION",
  expectedAmount: "5000",
  expectedDisplay: "CFA\u00a05,000",
  receivedAmount: "2500",
  currency: "XOF",
  booked: true,
  paymentMethod: "MOBILE_MONEY",
  operator: "MTN",
  provider: { name: "simulator", transactionId: "SP261121.0902.4R7K2M9X" },
  late: false,
  duplicate: false,
  reference: "order-1042",
  heldSince: "2026-11-21T09:02:00.000Z",
  ageSeconds: 3_480,
  possibleDecisions: ["RELEASE", "REFUND"],
  needsSecondOperator: false,
  openDecisionId: null,
  merchantName: "Maison Akwaba",
};

export const releaseExample = { reason: "The merchant accepts half now and half on delivery: ticket 4711" };
export const refundExample = { reason: "The payer asked for it: ticket 4712", route: "ORIGINAL_RAIL" };
export const reverseExample = {
  reason: "The beneficiary's account was closed after the payment",
  evidence: "The provider's reversal report of 25 November, line 3",
};
export const settleExample = {
  outcome: "SUCCEEDED",
  reason: "The operator confirmed it in writing after its outage",
  evidence: "Letter of 24 November, annex line 17",
  transactionId: "MP261121.0902.A10293",
};

export const decisionExample = {
  object: "money_decision",
  id: "dec_06f4c1p4t8v2x6m0q3b7n1d5k9",
  mode: "SANDBOX",
  merchantId: MERCHANT_ID,
  version: 1,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z",
  subjectType: "CHARGE",
  subjectId: CHARGE_ID,
  kind: "RELEASE",
  status: "DONE",
  heldBecause: "AMOUNT_MISMATCH",
  amount: "2500",
  amountDisplay: "CFA\u00a02,500",
  currency: "XOF",
  reason: releaseExample.reason,
  evidence: null,
  transactionId: null,
  refundRoute: null,
  refundId: null,
  fourEyes: false,
  proposedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  decidedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  decidedAt: "2026-11-21T10:00:00.000Z",
};

export const namedDecisionExample = {
  ...decisionExample,
  merchantName: "Maison Akwaba",
  proposedByName: "Awa Diop",
  decidedByName: "Awa Diop",
};

export const proposedExample = {
  ...decisionExample,
  kind: "SETTLE_SUCCEEDED",
  status: "PROPOSED",
  heldBecause: "UNRESOLVED",
  amount: "5000",
  amountDisplay: "CFA\u00a05,000",
  reason: settleExample.reason,
  evidence: settleExample.evidence,
  transactionId: settleExample.transactionId,
  fourEyes: true,
  decidedBy: null,
  decidedAt: null,
};
export const confirmedExample = {
  ...proposedExample,
  status: "DONE",
  version: 2,
  decidedBy: "op_06f4c1m2b7r4x9v1t5n8d3q6k0",
  decidedAt: "2026-11-21T10:05:00.000Z",
  updatedAt: "2026-11-21T10:05:00.000Z",
};

export const unresolvedExample = {
  object: "unresolved_payment",
  id: CHARGE_ID,
  mode: "SANDBOX",
  merchantId: MERCHANT_ID,
  version: 2,
  ...stamps,
  type: "CHARGE",
  status: "IN_RECONCILIATION",
  operator: "MTN",
  provider: "simulator",
  amount: "5000",
  amountDisplay: "CFA\u00a05,000",
  currency: "XOF",
  since: "2026-11-21T09:00:10.000Z",
  ageSeconds: 3_590,
  ageBucket: "UNDER_1_HOUR",
  askedTimes: 8,
  nextCheckAt: "2026-11-21T10:05:00.000Z",
  needsDecision: false,
  decidableAt: "2026-11-24T09:00:10.000Z",
  possibleDecisions: [],
  openDecisionId: null,
  merchantName: "Maison Akwaba",
};

export const summaryExample = {
  object: "unresolved_summary",
  mode: "SANDBOX",
  count: 1,
  ages: [{ ageBucket: "UNDER_1_HOUR", type: "CHARGE", currency: "XOF", count: 1, amount: "5000" }],
  timeToTruth: [{ type: "CHARGE", operator: "MTN", count: 120, p50Ms: 4_757, p99Ms: 107_635 }],
  asOf: "2026-11-21T10:00:00.000Z",
};

export const checkExample = {
  object: "payment_check",
  id: CHARGE_ID,
  mode: "SANDBOX",
  merchantId: MERCHANT_ID,
  type: "CHARGE",
  statusBefore: "IN_RECONCILIATION",
  status: "SUCCEEDED",
  resolved: true,
  checkedAt: "2026-11-21T10:00:00.000Z",
};
