import { money } from "../../kit/money.ts";
import type { TimedStep } from "../payment-steps/index.ts";
import type { Charge } from "../payments/index.ts";
import { type Payout, payoutQuestion } from "../payouts/index.ts";
import {
  chooseRoute,
  type RouteQuestion,
  type RouteVerdicts,
  type RoutingSnapshot,
  routeVerdicts,
} from "../routing/index.ts";

/** Where an attempt went, or would go, and what stood in the way of the others. */
export interface RouteChoice {
  readonly accountId: string | null;
  /** Why there is no route; null: there is one. */
  readonly refused: string | null;
  readonly rules: RouteVerdicts;
}

/** A route as it was, beside the one that an equal payment would take now. */
export interface RouteThenAndNow {
  /** As it was when the attempt began, or the payout was sent; null: the trace was not kept, or nothing was routed yet. */
  readonly chosen: RouteChoice | null;
  readonly now: RouteChoice;
}
export interface RouteOfAttempt extends RouteThenAndNow {
  readonly chargeId: Charge["id"];
}

/** The routes of the attempts of a payment. Pure. */
export function routesOf(
  charges: readonly Charge[],
  steps: readonly TimedStep[],
  snapshot: RoutingSnapshot,
  nowMs: number,
): readonly RouteOfAttempt[] {
  return charges.map((charge) => {
    const { operator, scheme, countryCode } = charge.methodDetails;
    const question = {
      method: charge.paymentMethod,
      amount: money(charge.amount, charge.currency),
      country: countryCode ?? null,
      operator: operator ?? scheme ?? null,
    };
    return {
      chargeId: charge.id,
      chosen: chosenFor(charge.id, steps),
      now: choiceNow(snapshot, question, nowMs),
    };
  });
}

/** The route of a payout; null: none was chosen yet. Pure. */
export function routeOfPayout(
  payout: Payout,
  steps: readonly TimedStep[],
  snapshot: RoutingSnapshot,
  nowMs: number,
): RouteThenAndNow | null {
  const chosen = chosenFor(null, steps);
  if (chosen === null && payout.sentAtMs === null && payout.queuedAtMs === null) return null;
  return { chosen, now: choiceNow(snapshot, payoutQuestion(payout), nowMs) };
}

/** The last one: an attempt of which nothing was sent goes on through another account, and a payout waits for one. */
function chosenFor(chargeId: string | null, steps: readonly TimedStep[]): RouteChoice | null {
  const step = steps.findLast((one) => one.kind === "ROUTED" && one.chargeId === chargeId);
  return step?.kind === "ROUTED"
    ? { accountId: step.accountId, refused: step.refused, rules: step.rules }
    : null;
}

function choiceNow(snapshot: RoutingSnapshot, question: RouteQuestion, nowMs: number): RouteChoice {
  const route = chooseRoute(snapshot, question, nowMs);
  return {
    accountId: "refused" in route ? null : route.providerAccountId,
    refused: "refused" in route ? route.reason : null,
    rules: routeVerdicts(snapshot, question),
  };
}
