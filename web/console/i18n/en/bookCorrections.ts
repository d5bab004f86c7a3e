import type { Texts } from "../texts.ts";

export const bookCorrections: Texts["bookCorrections"] = {
  title: "Corrections of the books of accounts",
  ledger: "Ledger",
  booked: "Booked",
  says: "The newest first. What waits for a colleague stands above. A correction is never erased.",
  none: "No correction was booked in this mode.",
  amount: "Amount",
  moved: "Movement",
  account: "Account",
  reason: "Reason",
  because: "Answers",
  when: "When",
  difference: "A difference",
  bankEntry: "An entry of the bank",
  settlement: (reference) => `The settlement ${reference}`,
  fromTo: (from, to) => `“${from}” to “${to}”`,
  accounts: {
    adjustment: "adjustment",
    bank: "bank",
    clearing: "clearing",
    in_transit: "on the way",
    provider_balance: "at the provider",
    provider_fees: "the provider’s fees",
  },
};
