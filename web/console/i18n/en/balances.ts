import type { Texts } from "../texts.ts";

/** What an account holds, by its provider and by our book. */
export const balances: Texts["balances"] = {
  states: {
    AGREES: "Agrees",
    EXPLAINED: "Explained",
    DIFFERS: "Differs",
    STAYS: "The gap stays",
  },
  holds: (theirs, ours) => `Balance: ${theirs} theirs, ${ours} ours`,
  gapIs: (gap, incoming, outgoing, tolerance) =>
    `Gap: ${gap}. On its way at that moment: ${incoming} to the account, ${outgoing} from it. Tolerated: ${tolerance}.`,
  gapSince: (moment) =>
    `The gap is there since the reading of ${moment}. Find the line that explains it, often a fee: hand it in, or correct the book of the account.`,
};
