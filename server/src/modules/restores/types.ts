import type { Id } from "../../kit/ids.ts";

/** A database that was restored to an earlier state: between `restoredToMs` and `lostUntilMs` its memory is lost. */
export interface Restore {
  readonly id: string;
  readonly restoredToMs: number;
  readonly lostUntilMs: number;
  readonly declaredAtMs: number;
}

/** What a provider's book covers: `fromMs` included, `toMs` excluded. */
export interface BookPeriod {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface AccountFacts {
  readonly id: Id<"providerAccount">;
  readonly provider: string;
  readonly name: string;
  /** Of books that reach into the lost time. */
  readonly openDifferences: number;
  /** Books that were compared since the declaration, by their beginning. */
  readonly books: readonly BookPeriod[];
}

export interface RemainingFacts {
  /** Money in flight whose provider was not asked since the declaration. */
  readonly unasked: number;
  readonly heldPayouts: number;
  readonly heldRefunds: number;
  /** Enabled live accounts. */
  readonly accounts: readonly AccountFacts[];
}
