import type { ChangeRequest } from "../../ui/api/views.ts";

/** The kinds that move money, each with the field of `after` that says how much, in minor units. */
const sums: Partial<Record<ChangeRequest["kind"], string>> = {
  ASSIGN_BANK_ENTRY: "amount",
  BOOK_BANK_ENTRY: "amount",
  CORRECT_PROVIDER_BOOK: "amount",
  RELEASE_PAYOUT_FILE: "total",
};

/** How much money a change would move; null: it moves none. Pure. */
export function movedSum({
  kind,
  after,
}: Pick<ChangeRequest, "kind" | "after">): { readonly amount: string; readonly currency: string } | null {
  const field = sums[kind];
  const amount = field === undefined ? undefined : after?.[field];
  const currency = after?.currency;
  return typeof amount === "string" && typeof currency === "string" ? { amount, currency } : null;
}
