import { totpCode, totpStep } from "../../src/modules/log-in/totp.ts";
import { linkTokenTo } from "../harness/mails.ts";
import { base32Bytes } from "../harness/operators.ts";
import type { Estate } from "./estate.ts";
import { refundWithoutAccount } from "./estate-bank.ts";
import { accountBody, boundBody, made, proposedChange, providerAlarm } from "./estate-objects.ts";
import type { Maker } from "./maker.ts";
import type { Arranged, Rule } from "./rule.ts";
import { bankRules } from "./rules-bank.ts";
import { exportRules } from "./rules-exports.ts";
import { memberRules } from "./rules-members.ts";
import { moneyRules } from "./rules-money.ts";
import { onboardingRules } from "./rules-onboarding.ts";
import { readRules } from "./rules-reads.ts";
import { sandboxRules } from "./rules-sandbox.ts";
import { workRules } from "./rules-work.ts";

const unknownBody = `7${"z".repeat(24)}0`;
/** The results of its payment. */
function paidOf(estate: Estate): NonNullable<Estate["paid"]> {
  if (estate.paid === null) throw new Error(`${estate.marker} has no payment`);
  return estate.paid;
}

/** A new colleague, without permissions that the inviter would have to have, whose link is open. */
const invited = (make: Maker) => {
  const body = { email: `${make.unique}@invited.example`, name: "Awa", permissions: ["tenant.team.read"] };
  return make.call("createOperator", { body });
};

/** A new colleague who has opened the account. */
async function openedColleague(make: Maker) {
  const { id, email } = await invited(make);
  const token = await linkTokenTo(make.test, email, "/invite");
  const password = "cheval batterie agrafe correct";
  await make.call("acceptOperatorInvitation", { body: { token, password } });
  return { id, email, password };
}

/** A colleague who is setting up a second factor, and the code in its app. */
async function beginning(make: Maker) {
  const { token, password } = await make.login();
  const { secret } = await make.call("beginOwnSecondFactor", { apiKey: token, body: { password } });
  return { token, password, secret, totp: totpOf(make, secret, 0) };
}

/** One who has set it up, with a password and an unused code. */
async function enrolled(make: Maker): Promise<Arranged> {
  const { token, password, secret, totp } = await beginning(make);
  await make.call("confirmOwnSecondFactor", { apiKey: token, body: { totp } });
  return { token, names: { password, totp: totpOf(make, secret, 1) } };
}

const totpOf = (make: Maker, secret: string, stepsAway: number): string =>
  totpCode(base32Bytes(secret), totpStep(make.test.clock.nowMs()) + stepsAway);

const session: Rule = {
  object: ({ sessionId }) => ({ id: sessionId }),
  unknown: { id: `cs_${"0".repeat(58)}` },
};
/** Without a session, and never attempted. */
const openIntent: Rule = {
  object: (estate) => ({ id: made(estate, "openIntentId") }),
  unknown: { id: `pi_${unknownBody}` },
  arrange: async (make) => {
    const body = { amount: "5000", currency: "XOF" };
    return { params: { id: (await make.call("createPaymentIntent", { body })).id } };
  },
};
const link: Rule = { object: ({ linkId }) => ({ id: linkId }), unknown: { id: `plink_${unknownBody}` } };
const wallet: Rule = { object: ({ walletId }) => ({ id: walletId }), unknown: { id: `wal_${unknownBody}` } };
const endpoint: Rule = {
  object: ({ endpointId }) => ({ id: endpointId }),
  unknown: { id: `we_${unknownBody}` },
};
const refund: Rule = {
  object: (estate) => ({ id: paidOf(estate).refundId }),
  unknown: { id: `re_${unknownBody}` },
  needsPayment: true,
};
const beneficiary: Rule = {
  object: ({ beneficiaryId }) => ({ id: beneficiaryId }),
  unknown: { id: `ben_${unknownBody}` },
};
const payout: Rule = {
  object: (estate) => ({ id: paidOf(estate).payoutId }),
  unknown: { id: `po_${unknownBody}` },
  needsPayment: true,
};
const delivery: Rule = {
  object: (estate) => ({ id: estate.endpointId, deliveryId: paidOf(estate).deliveryId }),
  unknown: { id: `we_${unknownBody}`, deliveryId: `wd_${unknownBody}` },
  needsPayment: true,
};
const key: Rule = { object: ({ keyId }) => ({ keyId }), unknown: { keyId: `key_${unknownBody}` } };
const publicSession: Rule = {
  object: ({ sessionId }) => ({ sessionId }),
  unknown: { sessionId: `cs_${"0".repeat(58)}` },
};
const publicLink: Rule = { object: ({ slug }) => ({ slug }), unknown: { slug: "no-such-link" } };

const colleague: Rule = {
  object: (estate) => ({ id: made(estate, "colleagueId") }),
  unknown: { id: `op_${unknownBody}` },
};

const subTenant: Rule = {
  object: (estate) => ({ id: made(estate, "subTenantId") }),
  unknown: { id: `sub_${unknownBody}` },
};
const account: Rule = {
  object: (estate) => ({ id: made(estate, "providerAccountId") }),
  unknown: { id: `acct_${unknownBody}` },
};
const routingRule: Rule = {
  object: (estate) => ({ id: made(estate, "ruleId") }),
  unknown: { id: `rule_${unknownBody}` },
};
const changeRequest: Rule = {
  object: (estate) => ({ id: made(estate, "changeRequestId") }),
  unknown: { id: `creq_${unknownBody}` },
};
const outage: Rule = {
  object: (estate) => ({ id: made(estate, "outageId") }),
  unknown: { id: `outage_${unknownBody}` },
};
const ofOwnSubTenant = (estate: Estate) => ({ subTenantId: made(estate, "subTenantId") });

export const rules: Readonly<Record<string, Rule>> = {
  ...onboardingRules,
  ...exportRules,
  ...memberRules,
  ...moneyRules,
  ...bankRules,
  ...readRules,
  ...workRules,
  ...sandboxRules,
  createSubTenant: {},
  listSubTenants: {},
  getSubTenant: subTenant,
  updateSubTenant: { ...subTenant, body: (unique) => ({ name: `Entity ${unique}` }) },
  listProviders: {},
  createProviderAccount: {
    names: ofOwnSubTenant,
    arrange: async (make, estate) => ({
      names: accountBody(make, made(estate, "subTenantId")),
    }),
  },
  listProviderAccounts: {},
  getProviderAccount: account,
  updateProviderAccount: { ...account, body: (unique) => ({ name: `Acquirer ${unique}` }) },
  // Queries the provider and changes nothing.
  testProviderAccount: { ...account, audited: false },
  listProviderCalls: {},
  getProviderHealth: {},
  listProviderAlarms: {},
  acknowledgeProviderAlarm: {
    object: (estate) => ({ id: made(estate, "alarmId") }),
    unknown: { id: `alarm_${unknownBody}` },
    arrange: async (make, estate) => ({
      params: { id: await providerAlarm(make, made(estate, "providerAccountId")) },
    }),
  },
  createRoutingRule: { names: ofOwnSubTenant, takesTwo: true },
  listRoutingRules: {},
  getRoutingRule: routingRule,
  updateRoutingRule: {
    ...routingRule,
    takesTwo: true,
    body: (unique) => ({ currency: "XOF", amountMax: `${1_000 + Number(unique)}` }),
  },
  deleteRoutingRule: {
    ...routingRule,
    takesTwo: true,
    arrange: async (make, estate) => {
      const body = { mode: "LIVE", method: "CARD", ...ofOwnSubTenant(estate) };
      return { params: { id: (await make.call("createRoutingRule", { body })).id } };
    },
  },
  reorderRoutingRules: {
    takesTwo: true,
    arrange: async (make) => {
      const listed = await make.call("listRoutingRules", { query: { mode: "LIVE", pageSize: "100" } });
      return { names: { mode: "LIVE", ruleIds: listed.map(({ id }: { id: string }) => id).toReversed() } };
    },
  },
  dryRunRouting: { readsOnly: true },
  listAmountBounds: {},
  setAmountBound: { arrange: async () => ({ names: boundBody() }) },
  deleteAmountBound: {
    object: (estate) => ({ id: made(estate, "boundId") }),
    unknown: { id: `bound_${unknownBody}` },
    spends: true,
    arrange: async (make) => {
      const { id } = await make.call("setAmountBound", { body: boundBody() });
      return { params: { id } };
    },
  },
  openOutage: {},
  listOutages: {},
  getOutage: outage,
  closeOutage: {
    ...outage,
    arrange: async (make) => {
      const body = { mode: "LIVE", method: "CARD", status: "DEGRADED", reason: make.unique };
      return { params: { id: (await make.call("openOutage", { body })).id } };
    },
  },
  listFeeSchedules: {},
  setFeeSchedule: { takesTwo: true },
  previewFee: { readsOnly: true },
  getRefundFeePolicy: {},
  setRefundFeePolicy: { takesTwo: true },
  getPayerPage: {},
  setPayerPage: { takesTwo: true },
  listChangeRequests: {},
  getChangeRequest: changeRequest,
  confirmChangeRequest: {
    ...changeRequest,
    arrange: async (make) => ({
      params: { id: await proposedChange(make) },
      token: (await make.login()).token,
    }),
  },
  refuseChangeRequest: {
    ...changeRequest,
    arrange: async (make) => ({
      params: { id: await proposedChange(make) },
      token: (await make.login()).token,
    }),
  },
  withdrawChangeRequest: {
    ...changeRequest,
    arrange: async (make) => {
      const { token } = await make.login();
      return { params: { id: await proposedChange(make, token) }, token };
    },
  },
  logInOperator: {
    names: ({ operator: { email, password } }) => ({ email, password }),
    arrange: async (make) => {
      const { email, password } = await make.login();
      return { names: { email, password } };
    },
  },
  // These two end the caller's own token.
  logOutOperator: { arrange: async (make) => ({ token: (await make.login()).token }) },
  changeOwnPassword: {
    arrange: async (make) => {
      const { token, password } = await make.login();
      return { token, names: { currentPassword: password } };
    },
  },
  getOwnOperator: {},
  listOwnSessions: {},
  endOwnSession: {
    object: (estate) => ({ id: made(estate, "loginId") }),
    unknown: { id: `ops_${unknownBody}` },
    arrange: async (make) => {
      const { token, sessionId } = await make.login();
      return { token, params: { id: sessionId } };
    },
  },
  endOtherSessions: { arrange: async (make) => ({ token: (await make.login()).token }) },
  getOwnSecondFactor: {},
  beginOwnSecondFactor: {
    arrange: async (make) => {
      const { token, password } = await make.login();
      return { token, names: { password } };
    },
  },
  confirmOwnSecondFactor: {
    arrange: async (make) => {
      const { token, totp } = await beginning(make);
      return { token, names: { totp } };
    },
  },
  renewOwnRecoveryCodes: { arrange: (make) => enrolled(make) },
  removeOwnSecondFactor: { arrange: (make) => enrolled(make) },
  unlockOperator: colleague,
  listOperatorLogIns: colleague,
  // Not the estate's own colleague, whose log-in others use.
  endOperatorLogIns: {
    ...colleague,
    arrange: async (make) => ({ params: { id: (await openedColleague(make)).id } }),
  },
  endOperatorLogIn: {
    object: (estate) => ({ id: made(estate, "colleagueId"), logInId: unknownBody }),
    unknown: { id: `op_${unknownBody}`, logInId: unknownBody },
    arrange: async (make) => {
      const { id, email, password } = await openedColleague(make);
      await make.call("logInOperator", { apiKey: null, body: { email, password } });
      const [logIn] = await make.call("listOperatorLogIns", { params: { id } });
      return { params: { id, logInId: logIn.id } };
    },
  },
  createOperator: {
    body: (unique) => ({ email: `${unique}@new.example`, name: "Awa", permissions: ["tenant.team.read"] }),
  },
  renewOperatorInvitation: {
    ...colleague,
    arrange: async (make) => ({ params: { id: (await invited(make)).id } }),
  },
  recoverOperator: {
    ...colleague,
    arrange: async (make) => ({ params: { id: (await openedColleague(make)).id } }),
    takesTwo: true,
  },
  revokeOperatorInvitation: {
    ...colleague,
    arrange: async (make) => ({ params: { id: (await invited(make)).id } }),
  },
  acceptOperatorInvitation: {
    arrange: async (make) => {
      const { email } = await invited(make);
      return { names: { token: await linkTokenTo(make.test, email, "/invite") } };
    },
  },
  listOperators: {},
  getOperator: colleague,
  updateOperator: { ...colleague, body: (unique) => ({ name: `Colleague ${unique}` }) },
  listAuditEntries: {},
  exportAuditEntries: {},
  createCheckoutSession: {},
  listCheckoutSessions: {},
  getCheckoutSession: session,
  expireCheckoutSession: session,
  cancelCheckoutSession: session,
  listCheckoutSessionAttempts: session,
  explainCheckoutSessionMethods: session,
  createPaymentLink: {
    body: (unique) => ({ amount: "5000", currency: "XOF", title: "Cotisation", slug: `slug-${unique}` }),
  },
  listPaymentLinks: {},
  getPaymentLink: link,
  updatePaymentLink: { ...link, body: () => ({ inactiveMessage: "Reprise lundi" }) },
  cancelPaymentLink: link,
  listPaymentIntents: {},
  getPaymentIntent: {
    object: (estate) => ({ id: paidOf(estate).intentId }),
    unknown: { id: `pi_${unknownBody}` },
    needsPayment: true,
  },
  createPaymentIntent: {},
  confirmPaymentIntent: openIntent,
  cancelPaymentIntent: openIntent,
  // No live estate routes a payment.
  createCharge: { needsPayment: true },
  followMerchant: {},
  search: { query: ({ marker }) => ({ q: marker }) },
  searchTenant: { query: ({ marker }) => ({ q: marker }) },
  listCharges: {},
  getCharge: {
    object: (estate) => ({ id: paidOf(estate).chargeId }),
    unknown: { id: `ch_${unknownBody}` },
    needsPayment: true,
  },
  listMerchantCharges: {},
  createRefund: {
    object: (estate) => ({ id: paidOf(estate).chargeId }),
    unknown: { id: `ch_${unknownBody}` },
    body: () => ({ amount: "1" }),
    needsPayment: true,
  },
  listRefunds: {},
  getRefund: refund,
  cancelRefund: refund,
  giveRefundRecipient: {
    ...refund,
    arrange: async (make, estate) => ({
      params: { id: await refundWithoutAccount(make, paidOf(estate).chargeId) },
    }),
  },
  createBeneficiary: {},
  listBeneficiaries: {},
  getBeneficiary: beneficiary,
  updateBeneficiary: beneficiary,
  approveBeneficiary: {
    ...beneficiary,
    arrange: async (make) => {
      // A number whose holder's name the simulator does not know.
      const details = { phone: "+2250504030449", operator: "MTN" };
      const body = { name: "Awa Koné", type: "MOBILE_MONEY", details, currency: "XOF" };
      const { id } = await make.call("createBeneficiary", { body });
      return { params: { id } };
    },
  },
  disableBeneficiary: { ...beneficiary, spends: true },
  createPayout: {
    names: ({ walletId, beneficiaryId }) => ({ walletId, beneficiaryId }),
    needsPayment: true,
  },
  createPayoutBatch: {
    names: ({ walletId, beneficiaryId }) => ({ walletId, rows: [{ beneficiaryId, amount: "1" }] }),
  },
  getPayoutBatch: {
    object: ({ batchId }) => ({ id: batchId }),
    unknown: { id: `pob_${unknownBody}` },
  },
  listPayouts: {},
  getPayout: payout,
  approvePayout: payout,
  cancelPayout: payout,
  listWallets: {},
  getWallet: wallet,
  listWalletEntries: wallet,
  getWalletStatement: wallet,
  getWalletTrialBalance: wallet,
  exportWalletLedger: wallet,
  listWalletSettlements: wallet,
  listWalletHolds: wallet,
  createWebhookEndpoint: { body: (_unique, receiverUrl) => ({ url: receiverUrl }) },
  listWebhookEndpoints: {},
  getWebhookEndpoint: endpoint,
  getWebhookEndpointHealth: endpoint,
  updateWebhookEndpoint: { ...endpoint, body: () => ({ ordered: true }) },
  deleteWebhookEndpoint: { ...endpoint, spends: true },
  rotateWebhookSecret: endpoint,
  // Events sent again change only deliveries, which show themselves what was sent and when.
  pingWebhookEndpoint: { ...endpoint, audited: false },
  replayWebhookEvents: { ...endpoint, audited: false },
  listWebhookDeliveries: endpoint,
  getWebhookDelivery: delivery,
  resendWebhookDelivery: { ...delivery, audited: false },
  listEvents: {},
  getEvent: {
    object: (estate) => ({ id: paidOf(estate).eventId }),
    unknown: { id: `evt_${unknownBody}` },
    needsPayment: true,
  },
  listRequests: {},
  getRequest: {
    object: (estate) => ({ id: made(estate, "requestId") }),
    unknown: { id: `req_${unknownBody}` },
  },
  // A key cannot give more than it has: the caller may have no more than this.
  createApiKey: { body: () => ({ name: "Reader", permissions: ["merchant.apikeys.read"] }) },
  listApiKeys: {},
  getApiKey: key,
  updateApiKey: { ...key, body: (unique) => ({ name: `Reader ${unique}` }) },
  rollApiKey: key,
  revokeApiKey: { ...key, spends: true },
  readPublicCheckoutSession: publicSession,
  listPublicCheckoutMethods: publicSession,
  completeCheckoutSession: publicSession,
  leaveCheckoutAttempt: publicSession,
  readPublicCheckoutStatus: publicSession,
  readPublicPaymentLink: publicLink,
  openPaymentLinkSession: {
    ...publicLink,
    // Of its own: another case pauses the link of the estate.
    arrange: async (make) => {
      const body = { amount: "5000", currency: "XOF", quantityMax: 5 };
      return { params: { slug: (await make.call("createPaymentLink", { body })).slug } };
    },
  },
};
