/** Bodies as `/docs` shows them. */
const ACCOUNT_ID = "acct_06f4c1h3v8x2m6q9t1b5n7d0k4";
const FILE_ID = "pfile_06f4c1p4t8v2x6m0q3b7n1d5k8";
const OPERATOR_ID = "op_06f4c1h3v8x2m6q9t1b5n7d0k4";
const CREATED = "2026-11-20T15:00:00.000Z";

export const prepareExample = { providerAccountId: ACCOUNT_ID };
export const refuseExample = { note: "The account of one recipient is being checked." };

export const preparedFileExample = {
  object: "payout_file",
  id: FILE_ID,
  mode: "SANDBOX",
  providerAccountId: ACCOUNT_ID,
  messageId: "019A9B3C4D5E7F6089ABCDEF01234567",
  status: "PREPARED",
  transferCount: 2,
  total: "75000",
  currency: "XOF",
  delivery: null,
  sha256: null,
  preparedBy: null,
  releasedBy: null,
  releasedAt: null,
  deliveredAt: null,
  refusedBy: null,
  refusedAt: null,
  note: null,
  bankStatus: null,
  bankReason: null,
  version: 1,
  createdAt: CREATED,
  updatedAt: CREATED,
};

export const releasedFileExample = {
  ...preparedFileExample,
  status: "RELEASED",
  delivery: "FOLDER",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  releasedBy: OPERATOR_ID,
  releasedAt: "2026-11-20T15:20:00.000Z",
  version: 2,
};

export const refusedFileExample = {
  ...preparedFileExample,
  status: "REFUSED",
  transferCount: 0,
  total: "0",
  refusedBy: OPERATOR_ID,
  refusedAt: "2026-11-20T15:20:00.000Z",
  note: refuseExample.note,
  version: 2,
};

export const orderExample = {
  object: "transfer_order",
  id: "tord_06f4c1p4t8v2x6m0q3b7n1d5k7",
  mode: "SANDBOX",
  providerAccountId: ACCOUNT_ID,
  kind: "PAYOUT",
  reference: "K7M2Q9XT3A07",
  fileId: FILE_ID,
  amount: "25000",
  currency: "XOF",
  recipientName: "SARL Baobab",
  recipientAccount: "SN08 **** 3035",
  status: "IN_FILE",
  reason: null,
  bankStatus: null,
  bankReference: null,
  note: null,
  queuedAt: "2026-11-20T11:00:00.000Z",
  version: 2,
  createdAt: "2026-11-20T11:00:00.000Z",
  updatedAt: CREATED,
};

export const refusedOrderExample = {
  ...orderExample,
  fileId: null,
  status: "REJECTED",
  reason: "REFUSED_BY_OPERATOR",
  note: refuseExample.note,
  version: 3,
};
