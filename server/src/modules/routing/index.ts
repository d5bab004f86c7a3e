export { chooseRoute, type RouteRefusal } from "./choose.ts";
export { type Fee, feeFor, feeOf } from "./fees.ts";
export {
  createRoutingRoutes,
  type IntroduceAccount,
  type RefundFeePolicy,
  type RefundFees,
  type RoutingDeskDeps,
} from "./manage/index.ts";
export { type AuthFlow, findOffer, type QrScheme, qrSchemes } from "./offers.ts";
export {
  type RemovalReason,
  type Route,
  type RouteQuestion,
  removalReasons,
  removalReasonsOf,
  routableMethods,
  type SessionQuestion,
} from "./rules.ts";
export {
  createRouting,
  type Routing,
  type RoutingDeps,
  SNAPSHOT_LIFE_MS,
  settingsContext,
} from "./service.ts";
export type {
  AmountBound,
  FeeSchedule,
  Outage,
  RoutableAccount,
  RoutingRule,
  RoutingSnapshot,
} from "./snapshot.ts";
export { findProviderAccountByName, type NewProviderAccount, type ProviderAccountRow } from "./store.ts";
export type { NewBound, NewFee, NewOutage, NewRule, RoutingScope } from "./table-store.ts";
export { type ExplainRow, explain, type MethodRow, methodsView, nameExplained } from "./view.ts";
