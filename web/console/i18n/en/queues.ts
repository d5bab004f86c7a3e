import type { Texts } from "../texts.ts";

/** Late webhooks, failing endpoints, and work that waits. */
export const queues: Texts["queues"] = {
  webhooks: "Webhooks",
  due: (count: string, length: string) => `${count} due, the oldest for ${length}`,
  nothingDue: "nothing is due",
  late: "Late",
  notRead: "This could not be counted. It is tried again at once.",
  waitedAtMost: (length) => `The longest wait in 48 hours: ${length}`,
  neverWaited: "Nothing waited in 48 hours.",
  noEndpoints: "No endpoint in this mode.",
  endpointStates: {
    active: "in service",
    failing: "failing",
    paused: "paused",
    unverified: "not verified",
    disabled: "switched off",
  },
  noneFails: "No endpoint fails.",
  failedPerDay: (most, days) => `Failing by day, in ${days} days: at most ${most}`,
  fails: "Failing",
  waiting: "What waits for somebody",
  oldest: (moment: string) => `the oldest since ${moment}`,
  backgroundWork: "Background work",
  wholeInstallation: "Of the whole installation, both modes together.",
  background: {
    charge_checks: "Questions to providers",
    refunds: "Refunds",
    payouts: "Payouts",
    payout_batches: "Payout files",
    beneficiaries: "Checks of names",
    settlements: "Money to make available",
    merchant_logos: "Logos",
    mails: "Mails",
  },
};
