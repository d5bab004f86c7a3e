import {
  accountOf,
  askableDifference,
  correctionOf,
  foundDifference,
  held,
  proposedCorrection,
  proposedDecision,
  settlementOf,
  statementOf,
  unresolved,
} from "./estate-money.ts";
import { made } from "./estate-objects.ts";
import type { Rule } from "./rule.ts";

const unknownBody = `7${"z".repeat(24)}0`;

const heldCharge: Rule = {
  object: (estate) => ({ chargeId: made(estate, "heldChargeId") }),
  unknown: { chargeId: `ch_${unknownBody}` },
  needsPayment: true,
};
const decision: Rule = {
  object: (estate) => ({ id: made(estate, "decisionId") }),
  unknown: { id: `dec_${unknownBody}` },
  needsPayment: true,
};
const correction: Rule = {
  object: (estate) => ({ id: made(estate, "correctionId") }),
  unknown: { id: `adj_${unknownBody}` },
};
const statement: Rule = {
  object: (estate) => ({ id: made(estate, "statementId") }),
  unknown: { id: `stmt_${unknownBody}` },
};
const difference: Rule = {
  object: (estate) => ({ id: made(estate, "differenceId") }),
  unknown: { id: `diff_${unknownBody}` },
};
const wallet: Rule = {
  object: ({ walletId }) => ({ id: walletId }),
  unknown: { id: `wal_${unknownBody}` },
};
const unresolvedCharge: Rule = {
  object: (estate) => ({ id: made(estate, "heldChargeId") }),
  unknown: { id: `ch_${unknownBody}` },
  needsPayment: true,
};

export const moneyRules: Readonly<Record<string, Rule>> = {
  listHeldMoney: {},
  getHeldMoney: heldCharge,
  releaseHeldMoney: { ...heldCharge, arrange: async (make) => ({ params: { chargeId: await held(make) } }) },
  refundHeldMoney: { ...heldCharge, arrange: async (make) => ({ params: { chargeId: await held(make) } }) },
  settleHeldMoney: {
    ...heldCharge,
    arrange: async (make) => ({ params: { chargeId: await unresolved(make) } }),
  },
  settleUnresolvedPayment: {
    ...unresolvedCharge,
    arrange: async (make) => ({ params: { id: await unresolved(make) } }),
  },
  listMoneyDecisions: {},
  getMoneyDecision: decision,
  confirmMoneyDecision: {
    ...decision,
    arrange: async (make) => ({ params: { id: await proposedDecision(make) } }),
  },
  rejectMoneyDecision: {
    ...decision,
    arrange: async (make) => ({ params: { id: await proposedDecision(make) } }),
  },
  listUnresolvedPayments: {},
  getUnresolvedSummary: { query: () => ({ mode: "SANDBOX" }) },
  getLateMoney: { query: () => ({ mode: "SANDBOX" }) },
  getUnresolvedPayment: {
    ...unresolvedCharge,
    arrange: async (make) => ({ params: { id: await unresolved(make) } }),
  },
  // Queries the provider; the answer is recorded as usual, and is not a person's act.
  checkUnresolvedPayment: { ...unresolvedCharge, audited: false },
  reversePayout: {
    object: (estate) => ({ id: estate.paid?.payoutId ?? "" }),
    unknown: { id: `po_${unknownBody}` },
    needsPayment: true,
    arrange: async (make, estate) => {
      const { walletId } = estate;
      const approval = (above: string | null) =>
        make.call("setPayoutApproval", { params: { id: walletId }, body: { above } });
      await approval(null);
      const body = { walletId, beneficiaryId: estate.beneficiaryId, amount: "100" };
      const { id } = await make.call("createPayout", { body });
      // Every payout of an estate waits for approval, so there is always one to approve.
      await approval("0");
      await make.test.advance(15_000, 5_000);
      return { params: { id } };
    },
  },
  getPayoutApproval: wallet,
  setPayoutApproval: {
    ...wallet,
    // It is 0 already, and an act that changes nothing is not audited.
    arrange: async (make, { walletId: id }) => {
      await make.call("setPayoutApproval", { params: { id }, body: { above: null } });
      return { body: { above: "0" } };
    },
    body: () => ({ above: "0" }),
  },
  listPayoutBatches: {},
  proposeLedgerCorrection: { names: correctionOf },
  listLedgerCorrections: {},
  getLedgerCorrection: correction,
  confirmLedgerCorrection: {
    ...correction,
    arrange: async (make, estate) => ({ params: { id: await proposedCorrection(make, estate) } }),
  },
  rejectLedgerCorrection: {
    ...correction,
    arrange: async (make, estate) => ({ params: { id: await proposedCorrection(make, estate) } }),
  },
  takeProviderStatement: {
    names: (estate) => ({ providerAccountId: accountOf(estate) }),
    arrange: async (make, estate) => ({
      names: statementOf(make, accountOf(estate), make.unique, "SUCCEEDED"),
    }),
  },
  listProviderStatements: {},
  getProviderStatement: statement,
  listProviderStatementLines: statement,
  getProviderBook: {
    query: (estate) => ({
      providerAccountId: accountOf(estate),
      mode: "SANDBOX",
      from: "2026-11-20T00:00:00Z",
      to: "2026-11-21T00:00:00Z",
    }),
  },
  resolveReconciliationDifferences: {
    arrange: async (make, estate) => ({ names: { ids: [await foundDifference(make, estate)] } }),
  },
  listReconciliationAccounts: { query: () => ({ mode: "SANDBOX" }) },
  getReconciliationCoverage: { query: () => ({ mode: "SANDBOX" }) },
  listProviderAccountBooks: { query: () => ({ mode: "SANDBOX" }) },
  getProviderBooksTrialBalance: { query: () => ({ mode: "SANDBOX" }) },
  listSettlementsInTransit: { query: () => ({ mode: "SANDBOX" }) },
  listProviderBookCorrections: {},
  correctProviderAccountBook: {
    names: (estate) => ({ providerAccountId: accountOf(estate), mode: "SANDBOX" }),
  },
  exportProviderAccountBook: {
    object: (estate) => ({ providerAccountId: accountOf(estate) }),
    unknown: { providerAccountId: `acct_${unknownBody}` },
    query: () => ({ mode: "SANDBOX", currency: "XOF" }),
  },
  bookSettlementArrival: {
    names: (estate) => ({ providerAccountId: accountOf(estate), mode: "SANDBOX" }),
    arrange: async (make, estate) => {
      const providerAccountId = accountOf(estate);
      await make.call("takeProviderStatement", { body: settlementOf(make, providerAccountId) });
      return { names: { providerAccountId, mode: "SANDBOX", reference: make.unique } };
    },
  },
  listReconciliationDifferences: {},
  getReconciliationDifference: difference,
  resolveReconciliationDifference: {
    ...difference,
    arrange: async (make, estate) => ({ params: { id: await foundDifference(make, estate) } }),
  },
  askAboutReconciliationDifference: {
    ...difference,
    arrange: async (make, estate) => ({ params: { id: await askableDifference(make, estate) } }),
  },
};
