/** Bodies as `/docs` shows them. */
const ACCOUNT_ID = "acct_06f4c1h3v8x2m6q9t1b5n7d0k4";
const line = {
  type: "PAYMENT",
  reference: "06f4c1n9k3v7x2m5t8b1d6q4r0000001",
  transactionId: "SP261121.0902.4R7K2M9X",
  status: "SUCCEEDED",
  amount: "5000",
  currency: "XOF",
  fee: "75",
  occurredAt: "2026-11-20T09:02:00.000Z",
} as const;
const stamps = { createdAt: "2026-11-21T10:00:00.000Z", updatedAt: "2026-11-21T10:00:00.000Z" } as const;

export const takeExample = {
  providerAccountId: ACCOUNT_ID,
  mode: "SANDBOX",
  from: "2026-11-20T00:00:00.000Z",
  to: "2026-11-21T00:00:00.000Z",
  format: "csv",
  content: `type,reference,transactionId,status,amount,currency,fee,occurredAt\n${Object.values(line).join(",")}\n`,
};

export const statementExample = {
  object: "provider_statement",
  id: "stmt_06f4c1p4t8v2x6m0q3b7n1d5k9",
  mode: "SANDBOX",
  providerAccountId: ACCOUNT_ID,
  from: "2026-11-20T00:00:00.000Z",
  to: "2026-11-21T00:00:00.000Z",
  source: "CSV",
  lineCount: 1,
  matchedCount: 0,
  ignoredCount: 0,
  differenceCount: 1,
  openCount: 1,
  summary: [{ kind: "STATUS", currency: "XOF", count: 1, amount: "5000" }],
  uploadedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  version: 1,
  ...stamps,
};

const differenceExample = {
  object: "reconciliation_difference",
  id: "diff_06f4c1q8v2x6m0t3b7n1d5k9r4",
  mode: "SANDBOX",
  statementId: statementExample.id,
  kind: "STATUS",
  type: "PAYMENT",
  status: "OPEN",
  lineNo: 1,
  reference: line.reference,
  transactionId: line.transactionId,
  merchantId: "019aa5f2-0b10-7c43-9f21-5d8e3a7b6c40",
  subjectId: "ch_06f4c1n9k3v7x2m5t8b1d6q4r0",
  ours: { status: "FAILED", amount: "5000", currency: "XOF" },
  theirs: { status: "SUCCEEDED", amount: "5000", currency: "XOF" },
  occurredAt: line.occurredAt,
  note: null,
  resolvedBy: null,
  resolvedAt: null,
  version: 1,
  ...stamps,
};

export const namedDifferenceExample = {
  ...differenceExample,
  merchantName: "Maison Akwaba",
  resolvedByName: null,
  correctionIds: ["adj_06f4c1p4t8v2x6m0q3b7n1d5k9"],
};

export const resolveManyExample = {
  ids: [differenceExample.id],
  note: "The provider corrected its report: mail of 22 November",
};
export const resolvedManyExample = {
  object: "resolved_differences",
  resolved: [differenceExample.id],
  notResolved: [],
};

export const statementLineExample = { object: "provider_statement_line", id: "1", ...line };

export const resolveExample = { note: "The provider corrected its report: mail of 22 November" };
export const resolvedExample = {
  ...differenceExample,
  status: "RESOLVED",
  note: resolveExample.note,
  resolvedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  resolvedAt: "2026-11-22T08:00:00.000Z",
  version: 2,
  updatedAt: "2026-11-22T08:00:00.000Z",
};

export const bookExample = {
  object: "provider_book",
  mode: "SANDBOX",
  providerAccountId: ACCOUNT_ID,
  lines: [line],
};
