import type { Estate } from "./estate.ts";
import type { Rule } from "./rule.ts";

const unknownBody = `7${"z".repeat(24)}0`;
const nobody = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";

const inMode: Pick<Rule, "query"> = { query: ({ mode }) => ({ mode }) };
const paid = (estate: Estate): NonNullable<Estate["paid"]> => {
  if (estate.paid === null) throw new Error(`${estate.marker} has no payment`);
  return estate.paid;
};

/** A merchant of the tenant, in the mode of its estate. */
const merchant: Rule = {
  ...inMode,
  object: ({ merchantId }) => ({ merchantId }),
  unknown: { merchantId: nobody },
};
const objectOf = (prefix: string, id: (estate: Estate) => string): Rule => ({
  ...inMode,
  object: (estate) => ({ merchantId: estate.merchantId, id: id(estate) }),
  unknown: { merchantId: nobody, id: `${prefix}_${unknownBody}` },
  needsPayment: true,
});

const ownWallet: Rule = {
  object: ({ walletId }) => ({ id: walletId }),
  unknown: { id: `wal_${unknownBody}` },
};

/** A payment that has notes. */
const noted: Rule = {
  object: (estate) => ({ id: paid(estate).chargeId }),
  unknown: { id: `ch_${unknownBody}` },
  needsPayment: true,
};

export const readRules: Readonly<Record<string, Rule>> = {
  getOwnPayoutApproval: ownWallet,
  setOwnPayoutApproval: { ...ownWallet, body: () => ({ above: "250000" }) },
  getReportSummary: {},
  getReportSeries: {},
  getStanding: {},
  getCaller: {},
  listActivity: {},
  listNetworks: {},
  listMerchantOutages: {},
  listTenantPayments: inMode,
  getTenantPayment: {
    object: (estate) => ({ id: paid(estate).chargeId }),
    unknown: { id: `ch_${unknownBody}` },
    needsPayment: true,
  },
  getTimeline: {
    object: (estate) => ({ id: paid(estate).sessionId }),
    unknown: { id: `cs_${"0".repeat(58)}` },
    needsPayment: true,
  },
  getTenantTimeline: {
    object: (estate) => ({ id: paid(estate).sessionId }),
    unknown: { id: `cs_${"0".repeat(58)}` },
    needsPayment: true,
  },
  listNotes: { ...noted, takes: "merchant.payments.read" },
  writeNote: { ...noted, takes: "merchant.payments.manage" },
  listOperatorNotes: noted,
  // Whoever may read may write: a note changes nothing.
  writeOperatorNote: { ...noted, readsOnly: true },
  listTenantMerchantCharges: merchant,
  getTenantMerchantCharge: objectOf("ch", (estate) => paid(estate).chargeId),
  listTenantMerchantSessions: merchant,
  getTenantMerchantSession: objectOf("cs", ({ sessionId }) => sessionId),
  listTenantMerchantRefunds: merchant,
  getTenantMerchantRefund: objectOf("re", (estate) => paid(estate).refundId),
  listTenantMerchantPayouts: merchant,
  getTenantMerchantPayout: objectOf("po", (estate) => paid(estate).payoutId),
  listTenantMerchantWallets: merchant,
  listTenantMerchantEntries: objectOf("wal", ({ walletId }) => walletId),
  listTenantMerchantEvents: merchant,
  getTenantMerchantEvent: objectOf("evt", (estate) => paid(estate).eventId),
  listTenantMerchantEndpoints: merchant,
  getTenantReportSummary: inMode,
  getTenantReportSeries: inMode,
};
