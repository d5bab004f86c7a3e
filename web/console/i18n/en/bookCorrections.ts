import type { Texts } from "../texts.ts";

export const bookCorrections: Texts["bookCorrections"] = {
  title: "Corrections of the books of accounts",
  ledger: "Ledger",
  booked: "Booked",
  says: "The newest first. What waits for a colleague stands above. A correction is never erased.",
  none: "No correction was booked in this mode.",
  notBooked: "Not booked",
  notBookedSays:
    "In live mode one operator proposes and another confirms. What was not confirmed has changed nothing in the books.",
  state: "State",
  decided: "Decided",
  refusedBecause: (reason) => `Refused: ${reason}`,
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
