import { money } from "../../kit/money.ts";
import type { TimedStep } from "../payment-steps/index.ts";
import type { Charge } from "../payments/index.ts";
import { chooseRoute, type RouteVerdicts, type RoutingSnapshot, routeVerdicts } from "../routing/index.ts";

/** Where an attempt went, or would go, and what stood in the way of the others. */
export interface RouteChoice {
  readonly accountId: string | null;
  /** Why there is no route; null: there is one. */
  readonly refused: string | null;
  readonly rules: RouteVerdicts;
}

export interface RouteOfAttempt {
  readonly chargeId: Charge["id"];
  /** As it was when the attempt began; null: the trace was not kept. */
  readonly chosen: RouteChoice | null;
  readonly now: RouteChoice;
}

/** The route of each attempt as it was, beside the one that an equal attempt would take now. Pure. */
export function routesOf(
  charges: readonly Charge[],
  steps: readonly TimedStep[],
  snapshot: RoutingSnapshot,
  nowMs: number,
): readonly RouteOfAttempt[] {
  return charges.map((charge) => {
    // The last one: an attempt of which nothing was sent goes on through another account.
    const step = steps.findLast((one) => one.kind === "ROUTED" && one.chargeId === charge.id);
    const { operator, scheme, countryCode } = charge.methodDetails;
    const question = {
      method: charge.paymentMethod,
      amount: money(charge.amount, charge.currency),
      country: countryCode ?? null,
      operator: operator ?? scheme ?? null,
    };
    const route = chooseRoute(snapshot, question, nowMs);
    return {
      chargeId: charge.id,
      chosen:
        step?.kind === "ROUTED"
          ? { accountId: step.accountId, refused: step.refused, rules: step.rules }
          : null,
      now: {
        accountId: "refused" in route ? null : route.providerAccountId,
        refused: "refused" in route ? route.reason : null,
        rules: routeVerdicts(snapshot, question),
      },
    };
  });
}
