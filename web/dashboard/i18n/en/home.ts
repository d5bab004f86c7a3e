import type { Texts } from "../texts.ts";

/** How the day goes. */
export const home: Texts["home"] = {
  title: "Home",
  collect: "Collect money",
  today: "Today",
  currency: "Currency",
  attention: "To do",
  networks: "Operators",
  toBalance: "Balances and statements",
  takings: "Takings",
  newest: "Newest payments",
  noPayment: "No payment yet.",
  payments: "Payments",
  todaysPayments: "Today’s payments",
  average: "Average payment",
  lastWeek: (value: string) => `a week ago at this hour: ${value}`,
  decided: (count: string) => `decided attempts: ${count}`,
  rateByDay: (low: string, high: string) => `over 14 days: between ${low} and ${high}`,
  fees: (amount: string) => `fees: ${amount}`,
  blocked: {
    MERCHANT_NOT_ACTIVE: "Your account is not active.",
    KYB_NOT_APPROVED: "Your dossier is not approved yet.",
    NO_WALLET: "No wallet is open yet.",
    LIVE_MODE_REFUSED: "This installation takes no live payments yet.",
  },
  toSetup: "Open the dossier",
  named: (count: number) => (count > 1 ? `${count} notes name you` : "A note names you"),
  toNotes: "See the notes",
  papers: (count: number) =>
    count > 1
      ? `${count} papers of the dossier end soon or have ended`
      : `${count} paper of the dossier ends soon or has ended`,
  approvals: (count: number) =>
    count === 1 ? `${count} payout waits for approval` : `${count} payouts wait for approval`,
  toPayouts: "See payouts",
  unknown: (count: string) => `Outcome unknown in the last 30 days: ${count}. Do not deliver yet.`,
  toPayments: "See payments",
  endpoints: (count: number) =>
    count === 1 ? `${count} webhook endpoint is stopped` : `${count} webhook endpoints are stopped`,
  failing: (count: number) =>
    count === 1
      ? `${count} webhook endpoint fails: its events wait`
      : `${count} webhook endpoints fail: their events wait`,
  toEndpoints: "See endpoints",
  nothingWaits: "Nothing waits for you.",
  networksOpen: (open: number, all: number) => `${open} of ${all} open`,
  networkStates: {
    DEGRADED: "Disturbed",
    CLOSED: "Closed",
  },
  noWallet: "No wallet yet.",
  guide: {
    title: "Your first trial payment",
    done: "Done:",
    key: "Make a sandbox key",
    toKeys: "Keys",
    link: "Make a payment link or a session",
    toLinks: "Links",
    pay: "Pay with the phone +225 07 07 07 07 89",
    toSimulator: "Simulator",
    look: "Find the payment here",
  },
};
