import type { ProviderBook } from "../../ui/api/views.ts";

/** What the platform holds in a currency: at providers, on the way and at banks. Minor units as text. */
export interface PlatformTotal {
  readonly currency: string;
  readonly held: string;
  /** Booked for merchants, and not confirmed by any statement. */
  readonly open: string;
}

type Summed = Pick<ProviderBook, "currency" | "providerBalance" | "inTransit" | "bank"> & {
  readonly clearing: Pick<ProviderBook["clearing"], "open">;
};

/** The sums of all books by currency, in the order of the alphabet. Pure. */
export function totalsOf(books: readonly Summed[]): readonly PlatformTotal[] {
  const sums = new Map<string, { held: bigint; open: bigint }>();
  for (const { currency, providerBalance, inTransit, bank, clearing } of books) {
    const before = sums.get(currency) ?? { held: 0n, open: 0n };
    sums.set(currency, {
      held: before.held + BigInt(providerBalance) + BigInt(inTransit) + BigInt(bank),
      open: before.open + BigInt(clearing.open),
    });
  }
  return [...sums]
    .map(([currency, { held, open }]) => ({ currency, held: held.toString(), open: open.toString() }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
