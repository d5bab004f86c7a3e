import type { Static } from "typebox";
import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { Caller } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Locale } from "../../kit/money.ts";
import { listCharges } from "./list-charges.ts";
import { listIntents } from "./list-intents.ts";
import type { ChargeListQuery, IntentListQuery } from "./list-queries.ts";
import { readCharges, readIntents } from "./read-payments.ts";
import { chargeView, chargeWithStepView, intentView, intentWithStepView, type ViewContext } from "./view.ts";

/** The merchant whose objects are read, in one mode. */
export type MerchantScope = Pick<Caller, "merchantNo" | "merchantId" | "mode">;

export interface PaymentReadsDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly merchants: {
    profile(merchantNo: MerchantNo): Promise<{ readonly locale: Locale; readonly countryCode: string }>;
  };
}

export type PaymentReads = ReturnType<typeof createPaymentReads>;

/** Reads of one merchant's payments: by the merchant, and by operators of its tenant. */
export function createPaymentReads({ db, keyring, clock, merchants }: PaymentReadsDeps) {
  const contextOf = async (scope: MerchantScope): Promise<ViewContext & { readonly countryCode: string }> => {
    const { locale, countryCode } = await merchants.profile(scope.merchantNo);
    return { keyring, mode: scope.mode, merchantId: scope.merchantId, locale, countryCode };
  };

  return {
    intents: async (scope: MerchantScope, query: Static<typeof IntentListQuery>, nowMs: number) => {
      const context = await contextOf(scope);
      const { intents, meta } = await listIntents(
        { db, keyring, merchantNo: scope.merchantNo, nowMs },
        query,
      );
      const data = intents.map(({ intent, charges }) => intentView(intent, charges, context, nowMs));
      return { data, meta };
    },

    /** Refuses with RESOURCE_NOT_FOUND. */
    intent: async (scope: MerchantScope, id: Id<"paymentIntent"> | null, nowMs: number) => {
      const [found] = id === null ? [] : await readIntents(db, scope.merchantNo, [id]);
      if (found === undefined) throw errors.RESOURCE_NOT_FOUND();
      return intentWithStepView(found.intent, found.charges, await contextOf(scope), nowMs);
    },

    charges: async (scope: MerchantScope, query: Static<typeof ChargeListQuery>) => {
      const context = await contextOf(scope);
      const { countryCode } = context;
      const { charges, meta } = await listCharges(
        { db, keyring, merchantNo: scope.merchantNo, countryCode, nowMs: clock.nowMs() },
        query,
      );
      return { data: charges.map((charge) => chargeView(charge, context)), meta };
    },

    /** Refuses with RESOURCE_NOT_FOUND. */
    charge: async (scope: MerchantScope, text: string) => {
      const id = parsePublicId("charge", text);
      const [charge] = id === null ? [] : await readCharges(db, scope.merchantNo, [id]);
      if (charge === undefined) throw errors.RESOURCE_NOT_FOUND();
      return chargeWithStepView(charge, await contextOf(scope));
    },
  };
}
