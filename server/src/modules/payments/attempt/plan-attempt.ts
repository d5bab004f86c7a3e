import { errors } from "../../../http/errors.ts";
import type { AskedBy } from "../../../http/limits/index.ts";
import { money } from "../../../kit/money.ts";
import type { FailureCode, PaymentMethod } from "../../../kit/payment-terms.ts";
import {
  chooseRoute,
  isOffer,
  isTestPhone,
  offerOf,
  routableMethods,
  routeVerdicts,
} from "../../routing/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { type PayerRecord, phoneMac, sealPayer } from "../payer.ts";
import type { CheckoutSession } from "../session/types.ts";
import type { Attempt } from "./decide-attempt.ts";
import { type ReadDetails, requireOtp, requireOwnNumber, requireReturnUrl } from "./payment-details.ts";

/** How a payer wants to pay, parsed and checked. */
export interface AttemptRequest {
  readonly method: PaymentMethod;
  readonly details: ReadDetails;
  /** Where a redirected payer returns to; null: a payer who is redirected cannot pay. */
  readonly returnUrl: string | null;
  readonly customFieldValues: Readonly<Record<string, string>>;
  /** Hash of method and details: equal ones are the same attempt. */
  readonly fingerprint: Buffer;
  /** The requester of a prompt on the payer's phone; null: the merchant's own server. */
  readonly by: AskedBy | null;
  /** The scenario of the provider simulator. Refused with SANDBOX_ONLY in live mode. */
  readonly scenario?: string | null;
}

/** What follows the commit of the attempt. */
export interface NextOfAttempt {
  /** The failure code when our own rules refuse it, before any provider is called. */
  readonly refused: FailureCode | null;
  /** The payer data that the attempt has sealed, for the first call. */
  readonly record: PayerRecord;
}

export type PlannedAttempt =
  | ({ readonly kind: "planned"; readonly attempt: Attempt } & NextOfAttempt)
  /** Nothing can carry this payment: its currency, its amount or the provider set-up exclude all methods. */
  | { readonly kind: "no_methods" }
  | { readonly kind: "not_offered"; readonly offered: readonly PaymentMethod[] };

export type PlanAttempt = (session: CheckoutSession, request: AttemptRequest) => Promise<PlannedAttempt>;

type Deps = Pick<
  PaymentDeps,
  "clock" | "ids" | "keyring" | "merchants" | "routing" | "trace" | "countPhone" | "newOwnId" | "publicUrl"
>;

/**
 * Finds the route of an attempt: asks routing, and writes nothing except the count of the payer's phone. Refuses with
 * SANDBOX_ONLY, RATE_LIMITED, and VALIDATION_ERROR where a one-time password is missing.
 */
export function createPlanAttempt(deps: Deps): PlanAttempt {
  const { clock, ids, keyring, merchants, routing } = deps;
  return async (session, request) => {
    const { method, details, returnUrl, customFieldValues, fingerprint, by, scenario = null } = request;
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(session.merchantNo);
    if (scenario !== null && profile.mode === "LIVE") throw errors.SANDBOX_ONLY();
    const snapshot = await routing.snapshotFor(profile.tenantId, profile.mode);
    const amount = money(session.amount, session.currency);
    const question = { method, amount, country: details.country, operator: details.operator };
    const found = chooseRoute(snapshot, question, nowMs);
    const chosen = "refused" in found ? null : found;
    const offer = offerOf(snapshot, question, chosen);
    requireOwnNumber(details, isTestPhone(snapshot, chosen, details.payer.phone ?? ""));
    if (offer !== null) requireOtp(offer, details);
    requireReturnUrl(offer, returnUrl);
    const wallet = profile.wallets.find((each) => each.currency === session.currency);
    if (wallet === undefined) return { kind: "no_methods" };
    const inSession = session.allowedMethods === null || session.allowedMethods.includes(method);
    // A route for just this way to pay shows that the method is offered: the others need not be assessed.
    if (!inSession || chosen === null || !isOffer(question, offer)) {
      const offered = routableMethods({
        snapshot,
        amount,
        walletCurrencies: profile.wallets.map(({ currency }) => currency),
        sessionMethods: session.allowedMethods,
        nowMs,
      });
      const boundsRefuse = "refused" in found && found.refused !== "PROVIDER_UNAVAILABLE";
      if (offered.length === 0 && !boundsRefuse) return { kind: "no_methods" };
      if (!offered.includes(method) && !(inSession && boundsRefuse)) return { kind: "not_offered", offered };
    }
    const payerPhoneMac = details.payer.phone === null ? null : phoneMac(keyring, details.payer.phone);
    // A caller that meets another attempt and decides again counts twice: this errs in favour of the phone's owner.
    const chargeId = ids.next("charge");
    if (payerPhoneMac !== null) {
      const { merchantNo, paymentLinkId: linkId } = session;
      await deps.countPhone({
        phoneMac: payerPhoneMac,
        chargeId,
        merchantNo,
        mode: profile.mode,
        linkId,
        by,
      });
    }
    const attempt = { merchantNo: session.merchantNo, chargeId };
    const route = "refused" in found ? found : await routing.takeRoute(snapshot, question, attempt, nowMs);
    deps.trace?.note(session, {
      kind: "ROUTED",
      chargeId,
      ...("refused" in route
        ? { accountId: null, provider: null, refused: route.reason }
        : { accountId: route.providerAccountId, provider: route.provider, refused: null }),
      rules: () => routeVerdicts(snapshot, question),
    });
    const record: PayerRecord = {
      payer: details.payer,
      returnUrl: returnUrl ?? deps.publicUrl,
      customFieldValues,
      ...(scenario === null ? {} : { scenario }),
    };
    return {
      kind: "planned",
      record,
      refused: "refused" in route ? route.refused : null,
      attempt: {
        chargeId,
        walletId: wallet.id,
        paymentMethod: method,
        methodDetails: details.shown,
        payer: sealPayer(keyring, { merchantNo: session.merchantNo, id: chargeId }, record),
        payerPhoneMac,
        requestFingerprint: fingerprint,
        route:
          "refused" in route
            ? null
            : {
                providerAccountId: route.providerAccountId,
                provider: route.provider,
                providerReference: deps.newOwnId(route.provider),
              },
      },
    };
  };
}
