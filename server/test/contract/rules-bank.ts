import { awaitedReference, bankAccountOf, bankFileOf, queuedEntry } from "./estate-bank.ts";
import { made } from "./estate-objects.ts";
import type { Rule } from "./rule.ts";

const unknownBody = `7${"z".repeat(24)}0`;

const entry: Rule = {
  object: (estate) => ({ id: made(estate, "bankEntryId") }),
  unknown: { id: `bent_${unknownBody}` },
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
  dismissBankEntry: {
    ...entry,
    arrange: async (make, estate) => ({ params: { id: await queuedEntry(make, estate) } }),
  },
};
