import type { Texts } from "../texts.ts";

export const thresholds: Texts["thresholds"] = {
  title: "Threshold of payouts",
  intro:
    "A payout of more than this amount waits for the approval of another person. All that one account gets within 24 hours counts together.",
  now: "Today:",
  none: "No payout waits for approval.",
  every: "Every payout waits for approval.",
  above: (amount: string) => `Above ${amount}`,
  choice: "What waits for approval",
  choiceEvery: "Every payout",
  choiceAbove: "Payouts above an amount",
  choiceNone: "No payout",
  amount: "Amount",
  badAmount: "Write an amount in the currency of the wallet.",
  takesTwo:
    "In live mode a higher amount, or none, takes two people: your proposal waits until a colleague sends the same, for seven days at most.",
  saveEvery: "Make every payout wait",
  saveAbove: (amount: string) => `Make payouts wait above ${amount}`,
  saveNone: "Make nothing wait",
  saved: "It is saved.",
  proposed: "Your proposal waits for a second person.",
  proposal: "Proposal that waits for a second person",
  proposalBy: (who: string, until: string) => `By ${who}, until ${until}`,
  confirm: "Confirm the proposal",
  withdraw: "Take the proposal back",
  FOUR_EYES_REQUIRED:
    "Another person must confirm: one of you two brought in the other less than 30 days ago.",
  noWallet: "This mode has no wallet yet: the platform opens one.",
  approvers: "Who may approve",
  noApprover: "Nobody may approve in this mode. Invite an approver.",
  waitsForFactor: "waits for a second factor",
};
