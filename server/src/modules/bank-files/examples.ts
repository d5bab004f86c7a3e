/** Bodies as `/docs` shows them. */
const ACCOUNT_ID = "acct_06f4c1h3v8x2m6q9t1b5n7d0k4";
const FILE_ID = "bfile_06f4c1p4t8v2x6m0q3b7n1d5k9";
const CREATED = "2026-11-21T10:00:00.000Z";

export const entriesExample = {
  providerAccountId: ACCOUNT_ID,
  entries: [
    {
      direction: "CREDIT",
      amount: "5000",
      currency: "XOF",
      bookedOn: "2026-11-20",
      bankReference: "BK-20261120-0778",
      text: "Commande K7M2Q9XT3A07",
      counterpartyName: "Awa Koné",
    },
  ],
};

export const uploadExample = {
  providerAccountId: ACCOUNT_ID,
  fileName: "statement-20261120.csv",
  contentType: "text/csv",
  content: Buffer.from(
    "bookingDate;amount;currency;reference\n2026-11-20;5000;XOF;Commande K7M2Q9XT3A07\n",
  ).toString("base64"),
};

export const fileExample = {
  object: "bank_file",
  id: FILE_ID,
  mode: "LIVE",
  providerAccountId: ACCOUNT_ID,
  source: "UPLOAD",
  fileName: "statement-20261120.csv",
  format: "CSV",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  entryCount: 1,
  newCount: 1,
  matchedCount: 0,
  queuedCount: 1,
  payoutFileId: null,
  receivedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  createdAt: CREATED,
};

export const entryExample = {
  object: "bank_entry",
  id: "bent_06f4c1p4t8v2x6m0q3b7n1d5k9",
  mode: "LIVE",
  providerAccountId: ACCOUNT_ID,
  fileId: FILE_ID,
  direction: "CREDIT",
  isReversal: false,
  amount: "5000",
  currency: "XOF",
  bookedOn: "2026-11-20",
  bankReference: "BK-20261120-0778",
  endToEndReference: null,
  structuredReferences: [],
  text: "Commande K7M2Q9XT3A07",
  counterpartyName: "Awa Koné",
  counterpartyAccount: null,
  returnReason: null,
  status: "QUEUED",
  cause: "UNKNOWN_REFERENCE",
  matchedBy: null,
  reference: null,
  suggestions: [
    {
      reference: "K7M2Q9XT3A07",
      chargeId: "ch_06f4c1n9k3v7x2m5t8b1d6q4r0",
      status: "FAILED",
      amount: "5000",
      currency: "XOF",
      reasons: ["REFERENCE", "AMOUNT"],
    },
  ],
  note: null,
  decidedBy: null,
  decidedAt: null,
  version: 1,
  createdAt: CREATED,
  updatedAt: CREATED,
};

export const assignExample = {
  reference: "K7M2Q9XT3A07",
  note: "The payer sent the bank's receipt by mail.",
};
export const dismissExample = { note: "Rent for November: not about a payment." };
export const assignedExample = {
  ...entryExample,
  status: "ASSIGNED",
  matchedBy: "OPERATOR",
  reference: "K7M2Q9XT3A07",
  suggestions: null,
  note: assignExample.note,
  decidedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  decidedAt: CREATED,
  version: 2,
};
export const bookExample = {
  account: "adjustment",
  note: "The bank has paid the rejected payout; it was asked for the money.",
};
export const bookedExample = {
  ...entryExample,
  direction: "DEBIT",
  cause: "NOT_EXPECTED",
  status: "BOOKED",
  suggestions: null,
  note: bookExample.note,
  decidedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  decidedAt: CREATED,
  version: 2,
};
