import type { IdSource } from "../kit/ids.ts";
import { money } from "../kit/money.ts";
import type { Random } from "../kit/random.ts";
import { newOwnId } from "./own-id.ts";
import type { PaymentQuestion, ProviderReference, ProviderTerms } from "./provider.ts";

/** A query about a payment that does not exist: an answer to it proves an account's address and credentials. */
export function questionAboutNothing(
  { capabilities: { methods, currencies }, referenceForm }: ProviderTerms,
  { ids, random, nowMs }: { readonly ids: IdSource; readonly random: Random; readonly nowMs: number },
): PaymentQuestion {
  const reference = ids.uuid() as ProviderReference;
  const [method = "MOBILE_MONEY"] = methods;
  const [currency = "XOF"] = currencies === "ANY" ? [] : currencies;
  return {
    reference,
    ownId: newOwnId(referenceForm, random) ?? reference,
    method,
    amount: money(100n, currency),
    startedAtMs: nowMs,
    handle: null,
  };
}
