import {
  awaitedReference,
  bankAccountOf,
  bankFileOf,
  preparedFile,
  queuedEntry,
  queuedOrder,
  unexpectedDebit,
} from "./estate-bank.ts";
import { made } from "./estate-objects.ts";
import type { Rule } from "./rule.ts";

const unknownBody = `7${"z".repeat(24)}0`;

const entry: Rule = {
  object: (estate) => ({ id: made(estate, "bankEntryId") }),
  unknown: { id: `bent_${unknownBody}` },
};

const payoutFile: Rule = {
  object: (estate) => ({ id: made(estate, "payoutFileId") }),
  unknown: { id: `pfile_${unknownBody}` },
  needsPayment: true,
};
const transferOrder: Rule = {
  object: (estate) => ({ id: made(estate, "transferOrderId") }),
  unknown: { id: `tord_${unknownBody}` },
  needsPayment: true,
};

export const bankRules: Readonly<Record<string, Rule>> = {
  takeBankFile: {
    names: (estate) => ({ providerAccountId: bankAccountOf(estate) }),
    arrange: async (make, estate) => ({ names: bankFileOf(make, estate) }),
  },
  listBankFiles: {},
  getBankFile: {
    object: (estate) => ({ id: made(estate, "bankFileId") }),
    unknown: { id: `bfile_${unknownBody}` },
  },
  takeBankEntries: {
    names: (estate) => ({ providerAccountId: bankAccountOf(estate) }),
    arrange: async (make, estate) => ({
      body: {
        providerAccountId: bankAccountOf(estate),
        entries: [
          { direction: "CREDIT", amount: "5000", currency: "XOF", bookedOn: "2026-11-20", text: make.unique },
        ],
      },
    }),
  },
  listBankEntries: {},
  getBankEntry: entry,
  assignBankEntry: {
    ...entry,
    arrange: async (make, estate) => ({
      params: { id: await queuedEntry(make, estate) },
      names: { reference: await awaitedReference(make, estate) },
    }),
  },
  bookBankEntry: {
    ...entry,
    arrange: async (make, estate) => ({ params: { id: await unexpectedDebit(make, estate) } }),
  },
  dismissBankEntry: {
    ...entry,
    arrange: async (make, estate) => ({ params: { id: await queuedEntry(make, estate) } }),
  },
  preparePayoutFile: {
    names: (estate) => ({ providerAccountId: bankAccountOf(estate) }),
    needsPayment: true,
    arrange: async (make, estate) => {
      await queuedOrder(make, estate);
      return { names: { providerAccountId: bankAccountOf(estate) } };
    },
  },
  listPayoutFiles: {},
  getPayoutFile: payoutFile,
  releasePayoutFile: {
    ...payoutFile,
    arrange: async (make, estate) => ({ params: { id: await preparedFile(make, estate) } }),
  },
  refusePayoutFile: {
    ...payoutFile,
    arrange: async (make, estate) => ({ params: { id: await preparedFile(make, estate) } }),
  },
  downloadPayoutFile: payoutFile,
  listTransferOrders: {},
  getTransferOrder: transferOrder,
  refuseTransferOrder: {
    ...transferOrder,
    arrange: async (make, estate) => ({ params: { id: await queuedOrder(make, estate) } }),
  },
};
