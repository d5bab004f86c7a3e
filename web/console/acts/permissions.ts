import type { ChangeRequest, WorkItem } from "../../ui/api/views.ts";
import type { TenantArea, TenantPermission } from "../../ui/app/permissions.tsx";

/**
 * The operations of the API that the console's acts call, by their name, each with the permission that the service asks
 * for. A page offers an act only to a reader who has it. A test compares the table with the published operations.
 */
export const actPermissions = {
  createMerchant: "tenant.merchants.manage",
  activateMerchant: "tenant.merchants.manage",
  suspendMerchant: "tenant.merchants.manage",
  reinstateMerchant: "tenant.merchants.manage",
  closeMerchant: "tenant.merchants.manage",
  inviteMerchantOwner: "tenant.merchants.manage",
  createMerchantWallet: "tenant.merchants.manage",
  revokeMerchantApiKey: "tenant.merchants.manage",
  setPayerPage: "tenant.merchants.manage",
  setRequestLimit: "tenant.merchants.manage",
  recoverMerchantMember: "tenant.merchants.manage",
  acceptDossierDocument: "tenant.kyb.manage",
  refuseDossierDocument: "tenant.kyb.manage",
  setDossierDocumentExpiry: "tenant.kyb.manage",
  startKybReview: "tenant.kyb.manage",
  requestKybInfo: "tenant.kyb.manage",
  proposeKybDecision: "tenant.kyb.manage",
  confirmKybDecision: "tenant.kyb.manage",
  withdrawKybDecision: "tenant.kyb.manage",
  createOperator: "tenant.team.manage",
  renewOperatorInvitation: "tenant.team.manage",
  recoverOperator: "tenant.team.manage",
  revokeOperatorInvitation: "tenant.team.manage",
  unlockOperator: "tenant.team.manage",
  endOperatorLogIns: "tenant.team.manage",
  endOperatorLogIn: "tenant.team.manage",
  updateOperator: "tenant.team.manage",
  openOutage: "tenant.routing.manage",
  closeOutage: "tenant.routing.manage",
  createRoutingRule: "tenant.routing.manage",
  updateRoutingRule: "tenant.routing.manage",
  deleteRoutingRule: "tenant.routing.manage",
  reorderRoutingRules: "tenant.routing.manage",
  dryRunRouting: "tenant.routing.read",
  createProviderAccount: "tenant.providers.manage",
  createSubTenant: "tenant.providers.manage",
  updateSubTenant: "tenant.providers.manage",
  updateProviderAccount: "tenant.providers.manage",
  takeBankFile: "tenant.reconciliation.manage",
  testProviderAccount: "tenant.providers.manage",
  acknowledgeProviderAlarm: "tenant.providers.manage",
  setFeeSchedule: "tenant.fees.manage",
  setRefundFeePolicy: "tenant.fees.manage",
  checkUnresolvedPayment: "tenant.payments.manage",
  releaseHeldMoney: "tenant.payments.manage",
  refundHeldMoney: "tenant.payments.manage",
  settleUnresolvedPayment: "tenant.payments.manage",
  confirmMoneyDecision: "tenant.payments.manage",
  rejectMoneyDecision: "tenant.payments.manage",
  takeProviderStatement: "tenant.reconciliation.manage",
  resolveReconciliationDifferences: "tenant.reconciliation.manage",
  askAboutReconciliationDifference: "tenant.reconciliation.manage",
  preparePayoutFile: "tenant.payments.manage",
  releasePayoutFile: "tenant.payments.manage",
  refusePayoutFile: "tenant.payments.manage",
  downloadPayoutFile: "tenant.payments.manage",
  refuseTransferOrder: "tenant.payments.manage",
  bookSettlementArrival: "tenant.reconciliation.manage",
  assignBankEntry: "tenant.payments.manage",
  bookBankEntry: "tenant.payments.manage",
  dismissBankEntry: "tenant.payments.manage",
  correctProviderAccountBook: "tenant.ledger.manage",
  proposeLedgerCorrection: "tenant.ledger.manage",
  confirmLedgerCorrection: "tenant.ledger.manage",
  rejectLedgerCorrection: "tenant.ledger.manage",
  exportAuditEntries: "tenant.audit.read",
} as const satisfies Readonly<Record<string, TenantPermission>>;

/** An act by the name of its operation; deciding about a change by the kind of the change. */
export type OperatorAct = keyof typeof actPermissions | { readonly change: ChangeRequest["kind"] };

/** What it takes to decide about a proposed change of each kind: the list of the service, as a test checks. */
export const changePermissions = {
  CREATE_PROVIDER_ACCOUNT: "tenant.providers.manage",
  UPDATE_PROVIDER_ACCOUNT: "tenant.providers.manage",
  UPDATE_SUB_TENANT: "tenant.providers.manage",
  CREATE_ROUTING_RULE: "tenant.routing.manage",
  UPDATE_ROUTING_RULE: "tenant.routing.manage",
  DELETE_ROUTING_RULE: "tenant.routing.manage",
  REORDER_ROUTING_RULES: "tenant.routing.manage",
  SET_FEE_SCHEDULE: "tenant.fees.manage",
  SET_REFUND_FEE_POLICY: "tenant.fees.manage",
  SET_PAYOUT_APPROVAL: "tenant.payments.manage",
  ASSIGN_BANK_ENTRY: "tenant.payments.manage",
  BOOK_BANK_ENTRY: "tenant.payments.manage",
  CORRECT_PROVIDER_BOOK: "tenant.ledger.manage",
  RELEASE_PAYOUT_FILE: "tenant.payments.manage",
  SET_PAYER_PAGE: "tenant.merchants.manage",
  RECOVER_PERSON: "tenant.merchants.manage",
  RECOVER_OPERATOR: "tenant.team.manage",
  CREATE_OPERATOR: "tenant.team.manage",
  UPDATE_OPERATOR: "tenant.team.manage",
} as const satisfies Readonly<Record<ChangeRequest["kind"], TenantPermission>>;

/** The permission that an act takes. Pure. */
export const permissionOf = (act: OperatorAct): TenantPermission =>
  typeof act === "string" ? actPermissions[act] : changePermissions[act.change];

const workAreas: Readonly<Record<Exclude<WorkItem["kind"], "CHANGE_REQUEST">, TenantArea>> = {
  DOSSIER: "kyb",
  EXPIRING_PAPER: "kyb",
  HELD_MONEY: "payments",
  UNKNOWN_PAYMENT: "payments",
  MONEY_DECISION: "payments",
  LEDGER_CORRECTION: "ledger",
  DOSSIER_DECISION: "kyb",
  RETURNED_PAYOUT: "payments",
  BANK_ENTRY: "reconciliation",
  DIFFERENCES: "reconciliation",
  DIFFERENCE: "reconciliation",
  STATEMENT_GAP: "reconciliation",
  ENDPOINT_DISABLED: "merchants",
  PROVIDER_ALARM: "providers",
  BROKEN_INVARIANT: "reconciliation",
  BALANCE_GAP: "reconciliation",
};

/** Whether a reader may take a row of the work queue, give it back, or say that it was seen to. Pure. */
export const mayTake = (kind: WorkItem["kind"], may: (permission: TenantPermission) => boolean): boolean =>
  kind === "CHANGE_REQUEST"
    ? Object.values(changePermissions).some(may)
    : may(`tenant.${workAreas[kind]}.manage`);
