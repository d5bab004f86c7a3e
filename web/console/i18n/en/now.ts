import type { Texts } from "../texts.ts";

/** What is wrong now. */
export const now: Texts["now"] = {
  title: "Now",
  lastDay: "Last 24 hours",
  ofDecided: (count: string) => `of ${count} decided attempts`,
  unknown: "Outcome unknown",
  noMoney: "no money in doubt",
  underWay: "Under way",
  p95: (length: string) => `95 % within ${length}`,
  outages: "Declared outages",
  noOutages: "No outage is declared.",
  outageStates: {
    CLOSED: "Closed",
    DEGRADED: "Disturbed",
  },
  since: (moment: string) => `since ${moment}`,
  accounts: "Accounts at providers",
  noAccounts: "No account in this mode.",
  suspended: "Suspended",
  inService: "In service",
  noCalls: "No call in a quarter of an hour",
  calls: (calls: string, faults: string, average: string) =>
    `${calls} calls in a quarter of an hour, ${faults} faults, ${average} on average`,
  byOperator: "By operator",
  none: "No operator",
  declare: "Declare an outage",
  outage: "Outage",
  declareShort: "Declare",
  declareOf: (name) => `Declare an outage: ${name}`,
};
