import { publicId } from "../../kit/ids.ts";
import type { AccountFacts, BookPeriod, RemainingFacts, Restore } from "./types.ts";

/** How far our clock and a provider's may differ. */
const CLOCK_TOLERANCE_MS = 300_000;

/** What stands in the way of sending money again, in sentences; none: nothing does. Pure. */
export function judgeRemaining(
  restore: Restore,
  facts: RemainingFacts,
  acceptedAccounts: readonly string[] = [],
): readonly string[] {
  const asking =
    facts.unasked === 0
      ? []
      : [
          `${facts.unasked} payments, refunds and payouts in flight were not asked about yet: the service asks.`,
        ];
  const accounts = facts.accounts
    .filter(({ id }) => !acceptedAccounts.includes(publicId("providerAccount", id)))
    .flatMap((account) => judgeAccount(restore, account));
  return [...asking, ...accounts];
}

function judgeAccount(
  { restoredToMs, lostUntilMs }: Restore,
  { id, provider, name, openDifferences, books }: AccountFacts,
): readonly string[] {
  const account = `${provider} "${name}" (${publicId("providerAccount", id)})`;
  const from = restoredToMs - CLOCK_TOLERANCE_MS;
  if (!covers(books, from, lostUntilMs)) {
    const period = `${new Date(from).toISOString()} to ${new Date(lostUntilMs).toISOString()}`;
    return [`${account}: no book of the provider's covers ${period}. Hand one in under Reconciliation.`];
  }
  return openDifferences === 0
    ? []
    : [`${account}: ${openDifferences} differences are open. Settle each under Reconciliation.`];
}

/** Whether the books, sorted by their beginning, leave no gap in the period. */
function covers(books: readonly BookPeriod[], fromMs: number, toMs: number): boolean {
  let reachedMs = fromMs;
  for (const book of books) {
    if (book.fromMs > reachedMs) break;
    reachedMs = Math.max(reachedMs, book.toMs);
  }
  return reachedMs >= toMs;
}
