import type { BookAccount } from "../../ui/api/views.ts";

/** What happened to an account at a provider, as a person would say it, and between which accounts of its book that moves money. */
export const happenings = {
  FEE: { debit: "provider_fees", credit: "provider_balance" },
  REST: { debit: "provider_fees", credit: "in_transit" },
  NOT_OURS: { debit: "clearing", credit: "adjustment" },
  NEVER_HAD: { debit: "adjustment", credit: "clearing" },
} as const satisfies Readonly<Record<string, Moved>>;

interface Moved {
  readonly debit: BookAccount;
  readonly credit: BookAccount;
}
export type Happening = keyof typeof happenings;
/** The same money in the other direction takes an error back. */
export type Direction = "USUAL" | "BACK";

/** The two accounts of a correction. Pure. */
export function movedBy(happening: Happening, direction: Direction): Moved {
  const { debit, credit } = happenings[happening];
  return direction === "USUAL" ? { debit, credit } : { debit: credit, credit: debit };
}

/** What a difference of this kind usually means for the book. Pure. */
export const usualHappening = (kind: string): Happening =>
  kind === "MISSING_HERE" ? "NOT_OURS" : kind === "MISSING_THERE" ? "NEVER_HAD" : "FEE";
