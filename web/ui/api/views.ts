/** Types of the service's answers, taken from the schemas by which it checks them. Nothing of the service is loaded. */

import type { Static } from "typebox";
import type { CreatedKeySchema, KeySchema } from "../../../server/src/modules/access/schemas.ts";
import type { ActivityView, ListedAuditEntryView } from "../../../server/src/modules/audit/schemas.ts";
import type { BankEntryView, BankFileView } from "../../../server/src/modules/bank-files/schemas.ts";
import type { ChangeRequestView } from "../../../server/src/modules/change-requests/schemas.ts";
import type { CorrectionView } from "../../../server/src/modules/corrections/schemas.ts";
import type { ExportView } from "../../../server/src/modules/exports/schemas.ts";
import type { LinkView } from "../../../server/src/modules/links/schemas.ts";
import type { OpenLogInSchema, OwnAccountSchema } from "../../../server/src/modules/log-in/schemas.ts";
import type {
  InvitationSchema,
  IssuedInvitationSchema,
  MemberSchema,
} from "../../../server/src/modules/members/schemas.ts";
import type { MentionView, NotesView, NoteView } from "../../../server/src/modules/notes/schemas.ts";
import type { SettingsSchema } from "../../../server/src/modules/notifications/schemas.ts";
import type {
  DocumentSchema,
  DossierSchema,
  ProfileSchema,
  QueueEntrySchema,
  ReviewSchema,
} from "../../../server/src/modules/onboarding/schemas.ts";
import type { OperatorSchema } from "../../../server/src/modules/operators/schemas.ts";
import type { PayerPageView } from "../../../server/src/modules/payer-pages/schemas.ts";
import type { RefundView } from "../../../server/src/modules/payments/refunds/schemas.ts";
import type { ChargeView, PaymentIntentView } from "../../../server/src/modules/payments/schemas.ts";
import type { PayoutFileView, TransferOrderView } from "../../../server/src/modules/payout-files/schemas.ts";
import type { OwnApprovalView } from "../../../server/src/modules/payouts/approval-view.ts";
import type { BatchView, BeneficiaryView, PayoutView } from "../../../server/src/modules/payouts/schemas.ts";
import type { AlarmView, CallView, HealthView } from "../../../server/src/modules/provider-health/schemas.ts";
import type {
  RailBookView,
  RailCorrectionView,
  SettlementInTransitView,
} from "../../../server/src/modules/rails/schemas.ts";
import type { ReconciliationAccountView } from "../../../server/src/modules/reconciliation/accounts.ts";
import type { CoverageView } from "../../../server/src/modules/reconciliation/nightly/coverage.ts";
import type {
  DifferenceView,
  StatementLineView,
  StatementView,
} from "../../../server/src/modules/reconciliation/schemas.ts";
import type { SeriesView, SummaryView } from "../../../server/src/modules/reports/schemas.ts";
import type { RequestView } from "../../../server/src/modules/request-log/schemas.ts";
import type { LateMoneyView } from "../../../server/src/modules/review/late-money.ts";
import type {
  CheckView,
  DecisionView,
  HeldView,
  UnresolvedView,
} from "../../../server/src/modules/review/schemas.ts";
import type {
  AccountSchema,
  ProviderSchema,
  TestSchema,
} from "../../../server/src/modules/routing/manage/account-schemas.ts";
import type { DryRunSchema } from "../../../server/src/modules/routing/manage/dry-run-routes.ts";
import type { FeeSchema, PolicySchema } from "../../../server/src/modules/routing/manage/fee-routes.ts";
import type { FeeSchedules } from "../../../server/src/modules/routing/manage/fee-schedules.ts";
import type { networkView } from "../../../server/src/modules/routing/manage/merchant-view.ts";
import type { OutageSchema } from "../../../server/src/modules/routing/manage/outage-routes.ts";
import type { RuleSchema } from "../../../server/src/modules/routing/manage/rule-routes.ts";
import type { SubTenantSchema } from "../../../server/src/modules/routing/manage/sub-tenant-routes.ts";
import type { ScenariosView } from "../../../server/src/modules/sandbox/scenarios.ts";
import type { ClockView } from "../../../server/src/modules/sandbox/schemas.ts";
import type { SearchView } from "../../../server/src/modules/search/schemas.ts";
import type { QueueAgesView } from "../../../server/src/modules/service-state/queue-ages-route.ts";
import type {
  BackgroundWorkView,
  WebhookHealthView,
} from "../../../server/src/modules/service-state/schemas.ts";
import type { StandingSchema } from "../../../server/src/modules/standing/schemas.ts";
import type { MerchantSchema } from "../../../server/src/modules/tenant-merchants/schemas.ts";
import type { TenantTimelineView, TimelineView } from "../../../server/src/modules/timeline/schemas.ts";
import type {
  HoldView,
  SettlementView,
  TrialBalanceView,
} from "../../../server/src/modules/wallets/report-schemas.ts";
import type { WalletEntryView, WalletView } from "../../../server/src/modules/wallets/schemas.ts";
import type { EventType } from "../../../server/src/modules/webhooks/events.ts";
import type { EndpointHealthView } from "../../../server/src/modules/webhooks/health.ts";
import type {
  CreatedEndpointSchema,
  DeliveryDetailSchema,
  DeliverySchema,
  EndpointSchema,
  EventSchema,
  ReplaySchema,
} from "../../../server/src/modules/webhooks/schemas.ts";
import type { ColleagueView, WorkItemView, WorkView } from "../../../server/src/modules/work/schemas.ts";

export type OwnAccount = Static<typeof OwnAccountSchema>;
export type OpenLogIn = Static<typeof OpenLogInSchema>;
export type ListExport = Static<typeof ExportView>;
export type PaymentLink = Static<typeof LinkView>;
export type Refund = Static<typeof RefundView>;
export type Payout = Static<typeof PayoutView>;
export type PayoutBatch = Static<typeof BatchView>;
export type Beneficiary = Static<typeof BeneficiaryView>;
export type Wallet = Static<typeof WalletView>;
export type WalletEntry = Static<typeof WalletEntryView>;
export type Settlement = Static<typeof SettlementView>;
export type Hold = Static<typeof HoldView>;
export type Charge = Static<typeof ChargeView>;
export type PaymentIntent = Static<typeof PaymentIntentView>;
export type FeePreview = Awaited<ReturnType<FeeSchedules["preview"]>>;
export type ProviderHealth = Static<typeof HealthView>;
export type WebhookHealth = Static<typeof WebhookHealthView>;
export type BackgroundWork = Static<typeof BackgroundWorkView>;
export type QueueAges = Static<typeof QueueAgesView>;
export type LateMoney = Static<typeof LateMoneyView>;
export type Outage = Static<typeof OutageSchema>;
export type TrialBalance = Static<typeof TrialBalanceView>;
export type Standing = Static<typeof StandingSchema>;
export type Network = ReturnType<typeof networkView>;
export type ReportSummary = Static<typeof SummaryView>;
export type ReportSeries = Static<typeof SeriesView>;
export type NotificationSettings = Static<typeof SettingsSchema>;
export type Activity = Static<typeof ActivityView>;
export type IssuedInvitation = Static<typeof IssuedInvitationSchema>;
export type OwnApproval = Static<typeof OwnApprovalView>;
export type Dossier = Static<typeof DossierSchema>;
export type Paper = Static<typeof DocumentSchema>;
export type Profile = Static<typeof ProfileSchema>;
export type Search = Static<typeof SearchView>;
export type Timeline = Static<typeof TimelineView>;
export type TenantTimeline = Static<typeof TenantTimelineView>;
export type Work = Static<typeof WorkView>;
export type WorkItem = Static<typeof WorkItemView>;
export type TimelineEntry = Timeline["entries"][number];

export type CreatedKey = Static<typeof CreatedKeySchema>;
export type LoggedRequest = Static<typeof RequestView>;
export type Scenarios = Static<typeof ScenariosView>;
export type SandboxClock = Static<typeof ClockView>;
export type { EventType };
export type CreatedEndpoint = Static<typeof CreatedEndpointSchema>;
export type EndpointHealth = Static<typeof EndpointHealthView>;
export type Delivery = Static<typeof DeliverySchema>;
export type DeliveryDetail = Static<typeof DeliveryDetailSchema>;
export type Replay = Static<typeof ReplaySchema>;
export type ApiEvent = Static<typeof EventSchema>;

export type Merchant = Static<typeof MerchantSchema>;
export type ProviderAccount = Static<typeof AccountSchema>;
export type Provider = Static<typeof ProviderSchema>;
export type AccountTest = Static<typeof TestSchema>;
export type Rule = Static<typeof RuleSchema>;
export type DryRun = Static<typeof DryRunSchema>;
export type SubTenant = Static<typeof SubTenantSchema>;
export type ChangeRequest = Static<typeof ChangeRequestView>;
export type AccountHealth = Static<typeof HealthView>["accounts"][number];
export type Alarm = Static<typeof AlarmView>;
export type Call = Static<typeof CallView>;
export type Coverage = Static<typeof CoverageView>;
export type Statement = Static<typeof StatementView>;
export type StatementLine = Static<typeof StatementLineView>;
export type Difference = Static<typeof DifferenceView>;
export type ProviderBook = Static<typeof RailBookView>;
export type Correction = Static<typeof CorrectionView>;

/** A row of an operator's list says whose it is. */
export type Named<Row> = Row & { readonly merchantName: string | null };

// What only operators read.
export type Operator = Static<typeof OperatorSchema>;
export type AuditEntry = Static<typeof ListedAuditEntryView>;
export type Member = Static<typeof MemberSchema>;
export type MemberInvitation = Static<typeof InvitationSchema>;
export type ApiKey = Static<typeof KeySchema>;
export type Endpoint = Static<typeof EndpointSchema>;
export type FeeSchedule = Static<typeof FeeSchema>;
export type AccountName = Static<typeof ReconciliationAccountView>;
export type BankEntry = Static<typeof BankEntryView>;
export type BankFile = Static<typeof BankFileView>;
export type PayoutFile = Static<typeof PayoutFileView>;
export type TransferOrder = Static<typeof TransferOrderView>;
export type BookCorrection = Static<typeof RailCorrectionView>;
export type BookAccount = Static<typeof RailCorrectionView>["debit"];
export type InTransit = Static<typeof SettlementInTransitView>;
export type Colleague = Static<typeof ColleagueView>;
export type PayerPage = Static<typeof PayerPageView>;
export type RefundFeePolicy = Static<typeof PolicySchema>;
export type Review = Static<typeof ReviewSchema>;
export type QueueEntry = Static<typeof QueueEntrySchema>;
export type MoneyDecision = Static<typeof DecisionView>;
export type Note = Static<typeof NoteView>;
export type NoteList = Static<typeof NotesView>;
export type Mention = Static<typeof MentionView>;
export type HeldMoney = Static<typeof HeldView>;
export type UnresolvedPayment = Static<typeof UnresolvedView>;
export type ProviderCheck = Static<typeof CheckView>;
