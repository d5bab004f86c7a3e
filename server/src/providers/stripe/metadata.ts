import type { ProviderReference, StartRequest } from "../provider.ts";

/** Our values on Stripe's objects. The names are ours alone, because other programs may use the same account. */
const REFERENCE = "cauris_reference";
const EXPIRES_AT = "cauris_expires_at";

/** Of a payment: it is found by these when the answer with its number was lost. */
export function metadataOf({ reference, expiresAtMs }: Pick<StartRequest, "reference" | "expiresAtMs">) {
  return { [REFERENCE]: reference, [EXPIRES_AT]: String(expiresAtMs) };
}

export function refundMetadataOf(reference: ProviderReference) {
  return { [REFERENCE]: reference };
}

type Metadata = Readonly<Record<string, unknown>> | null | undefined;

/** Our reference of an object; null when it is none of ours. */
export function referenceIn(metadata: Metadata): string | null {
  const value = metadata?.[REFERENCE];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Epoch milliseconds after which the payer should no longer pay; null when the object does not say. */
export function deadlineIn(metadata: Metadata): number | null {
  const value = metadata?.[EXPIRES_AT];
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** A search for a payment by our reference, in Stripe's query language. */
export function searchFor(reference: ProviderReference): string {
  return `metadata['${REFERENCE}']:'${reference.replace(/[\\']/g, "")}'`;
}
