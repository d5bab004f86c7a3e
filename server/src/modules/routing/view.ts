import { type Id, publicId } from "../../kit/ids.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import type { AuthFlow } from "./offers.ts";
import { assessOffers, type OfferAssessment, type RemovalReason, type SessionQuestion } from "./rules.ts";

/** One row of `GET /checkout/pay/:sessionId/methods`. Amounts are minor units as text; null: no bound. */
export interface MethodRow {
  readonly method: PaymentMethod;
  /** The mobile-money operator or the scheme of a QR code. */
  readonly operator: string | null;
  readonly displayName: string;
  readonly countryCode: string | null;
  readonly min: string | null;
  readonly max: string | null;
  readonly step: string | null;
  readonly authFlow: AuthFlow;
  readonly status: "OPERATIONAL" | "DEGRADED" | "CLOSED";
  /** The USSD code to dial. */
  readonly prompt: string | null;
}

/**
 * The rows a payer chooses from. A way to pay that only an outage or a suspended account has removed stays in the list
 * as CLOSED, so that the payer reads why the usual operator is missing; all others that are not offered are left out.
 */
export function methodsView(question: SessionQuestion): readonly MethodRow[] {
  const rows: MethodRow[] = [];
  for (const assessed of assessOffers(question)) {
    const status = statusOf(assessed);
    if (status === null) continue;
    const { offer, bound } = assessed;
    rows.push({
      method: offer.method,
      operator: offer.operator,
      displayName: offer.displayName,
      countryCode: offer.countryCode,
      min: bound === null ? null : bound.min.toString(),
      max: bound === null ? null : bound.max.toString(),
      step: bound === null ? null : bound.step.toString(),
      authFlow: offer.authFlow,
      status,
      prompt: offer.prompt,
    });
  }
  return rows;
}

function statusOf(assessed: OfferAssessment): MethodRow["status"] | null {
  if (assessed.offered) return assessed.degraded ? "DEGRADED" : "OPERATIONAL";
  const { reason } = assessed.removal;
  return reason === "OUTAGE" || reason === "ACCOUNT_SUSPENDED" ? "CLOSED" : null;
}

/** One row of `GET /checkout/sessions/:id/methods/explain`: for the merchant's developers and the operator. */
export interface ExplainRow {
  readonly method: PaymentMethod;
  readonly operator: string | null;
  readonly displayName: string;
  readonly countryCode: string | null;
  readonly offered: boolean;
  /** Null when offered. */
  readonly reason: RemovalReason | null;
  readonly ruleId: string | null;
  readonly subTenantId: string | null;
  readonly providerAccountId: string | null;
  /** Minor units as text. */
  readonly min: string | null;
  readonly max: string | null;
  readonly step: string | null;
  readonly outage: { readonly status: "DEGRADED" | "CLOSED"; readonly reason: string } | null;
}

/** The row with public ids. */
export function nameExplained(row: ExplainRow): ExplainRow {
  const { ruleId, subTenantId, providerAccountId } = row;
  return {
    ...row,
    ruleId: ruleId === null ? null : publicId("routingRule", ruleId as Id<"routingRule">),
    subTenantId: subTenantId === null ? null : publicId("subTenant", subTenantId as Id<"subTenant">),
    providerAccountId:
      providerAccountId === null
        ? null
        : publicId("providerAccount", providerAccountId as Id<"providerAccount">),
  };
}

/** Per way to pay: offered and by which rule, or the one reason that removed it. */
export function explain(question: SessionQuestion): readonly ExplainRow[] {
  return assessOffers(question).map((assessed) => {
    const { offer, bound } = assessed;
    const removal = assessed.offered ? null : assessed.removal;
    const route = assessed.offered ? assessed.route : null;
    const outage = removal?.outage ?? null;
    return {
      method: offer.method,
      operator: offer.operator,
      displayName: offer.displayName,
      countryCode: offer.countryCode,
      offered: assessed.offered,
      reason: removal?.reason ?? null,
      ruleId: route?.ruleId ?? removal?.ruleId ?? null,
      subTenantId: route?.subTenantId ?? removal?.subTenantId ?? null,
      providerAccountId: route?.providerAccountId ?? removal?.accountId ?? null,
      min: bound === null ? null : bound.min.toString(),
      max: bound === null ? null : bound.max.toString(),
      step: bound === null ? null : bound.step.toString(),
      outage: outage === null ? null : { status: outage.status, reason: outage.reason },
    };
  });
}
