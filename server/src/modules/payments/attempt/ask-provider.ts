import { type Id, type MerchantNo, publicId } from "../../../kit/ids.ts";
import { money } from "../../../kit/money.ts";
import type { PaymentOutcome, QueryOutcome, StartRequest } from "../../../providers/provider.ts";
import type { PaymentDeps } from "../deps.ts";
import { openPayer, type PayerRecord } from "../payer.ts";
import type { CheckoutSession } from "../session/types.ts";
import type { Charge } from "../types.ts";

/** Calls to the provider of a charge. They never throw: what cannot be told is `unknown`. */
export interface ProviderCaller {
  /** `record`: what the charge has sealed of its payer, where the caller still has it in its hands. */
  start(session: CheckoutSession, charge: Charge, record?: PayerRecord): Promise<PaymentOutcome>;
  query(charge: Charge): Promise<QueryOutcome>;
}

type Deps = Pick<
  PaymentDeps,
  "keyring" | "log" | "routing" | "providers" | "callbackUrl" | "chargeReference"
>;

export function createProviderCaller(deps: Deps): ProviderCaller {
  const withAccount = async <Outcome>(
    charge: Charge,
    call: (account: Awaited<ReturnType<Deps["routing"]["providerAccount"]>>) => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: "unknown"; readonly reason: string }> => {
    try {
      if (charge.providerAccountId === null) throw new Error("a charge without a route is never sent");
      return await call(await deps.routing.providerAccount(charge.providerAccountId));
    } catch (error) {
      deps.log.error("provider.call.failed", {
        chargeId: publicId("charge", charge.id),
        provider: charge.provider,
        error,
      });
      return { kind: "unknown", reason: "the call failed on our side" };
    }
  };

  const namesOf = (charge: { readonly merchantNo: MerchantNo; readonly id: Id<"charge"> }) => {
    const reference = deps.chargeReference(charge.merchantNo, charge.id);
    return { reference, ownId: reference };
  };

  return {
    start: (session, charge, record) =>
      withAccount(charge, (account) => {
        const { payer, returnUrl, scenario } = record ?? openPayer(deps.keyring, charge, charge.payer);
        const request: StartRequest = {
          ...namesOf(charge),
          method: charge.paymentMethod,
          amount: money(charge.amount, charge.currency),
          payer,
          title: session.title,
          locale: session.detail.locale,
          returnUrl,
          callbackUrl: deps.callbackUrl(account),
          expiresAtMs: session.expiresAtMs,
          ...(scenario === undefined ? {} : { providerOptions: { scenario } }),
        };
        return deps.providers.of(account).start(request);
      }),
    query: (charge) =>
      withAccount<QueryOutcome>(charge, (account) =>
        deps.providers.of(account).query({
          ...namesOf(charge),
          method: charge.paymentMethod,
          amount: money(charge.amount, charge.currency),
          startedAtMs: charge.createdAtMs,
          handle: null,
        }),
      ),
  };
}
