export { fitsPayoutToday } from "./account-limits.ts";
export {
  chooseRoute,
  findsRouteLater,
  isOffer,
  isTestPhone,
  offerOf,
  type RouteRefusal,
  withFullDay,
} from "./choose.ts";
export { feeFor, feesInForce } from "./fees.ts";
export { createRoutingRoutes, createRoutingSetUp } from "./manage/index.ts";
export type { Offer } from "./offers.ts";
export { createRefusedCredentials } from "./refused-credentials.ts";
export {
  isCarried,
  type Route,
  type RouteQuestion,
  removalReasons,
  removalReasonsOf,
  routableMethods,
  type SessionQuestion,
  withoutPassingObstacles,
} from "./rules.ts";
export { createRouting, openSettings, type Routing, SNAPSHOT_LIFE_MS, settingsContext } from "./service.ts";
export type { FeeSchedule, RoutingSnapshot } from "./snapshot.ts";
export { createSuspensions, type Suspensions } from "./suspensions.ts";
export { type RouteVerdicts, routeVerdicts } from "./trace.ts";
export { explain, methodsView, nameExplained } from "./view.ts";
