import type { ApiEvent } from "../../ui/api/views.ts";

/** The payment and the objects to which an event belongs, as far as its data names them. */
export interface EventObjects {
  readonly paymentIntentId: string | null;
  readonly payoutId: string | null;
}

/** Pure. */
export function objectsOf({ data }: Pick<ApiEvent, "data">): EventObjects {
  const { id, paymentIntentId } = data as Readonly<Record<string, unknown>>;
  return {
    paymentIntentId: textWith("pi_", paymentIntentId) ?? textWith("pi_", id),
    payoutId: textWith("po_", id),
  };
}

const textWith = (prefix: string, value: unknown): string | null =>
  typeof value === "string" && value.startsWith(prefix) ? value : null;

/** How the API is asked for the events of an object, of which people type the id. Pure. */
export const eventsOf = (id: string) => (id.startsWith("po_") ? { payoutId: id } : { paymentIntentId: id });
