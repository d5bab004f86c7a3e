import { type AccountActor, formatActor } from "./actor.ts";

/**
 * Relations that make two accounts count as one person:
 * - `created`: one gave the other its first secret, or a new way in, and may know it for a while.
 * - `replaces`: one is the successor of the other, held by the same person permanently.
 */
export type OriginRelation = "created" | "replaces";

/** An account and the account it comes from. */
export interface Making {
  readonly made: AccountActor;
  readonly maker: AccountActor;
  readonly relation: OriginRelation;
  readonly atMs: number;
}

/** Maker and made count as one person for this long: 30 days. */
export const ONE_PERSON_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether a relation still joins the two. One dated in the future, because a clock was set back, does. */
export function stillJoins({ relation, atMs }: Pick<Making, "relation" | "atMs">, nowMs: number): boolean {
  return relation === "replaces" || nowMs < atMs + ONE_PERSON_MS;
}

/**
 * The account and all accounts it comes from, over any number of steps that still join, as `formatActor` writes them.
 * The service itself made the first accounts of an installation; that does not make them one person, so it does not
 * count as a maker here.
 */
function originsOf(account: AccountActor, makings: readonly Making[], nowMs: number): ReadonlySet<string> {
  const found = new Set<string>();
  const open: AccountActor[] = [account];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = formatActor(next);
    if (found.has(name)) continue;
    found.add(name);
    for (const making of makings) {
      if (formatActor(making.made) === name && stillJoins(making, nowMs)) open.push(making.maker);
    }
  }
  return found;
}

/**
 * Whether two accounts count as one person: they are the same, one comes from the other, or both come from a third.
 * `makings` holds at least the ancestry of both. Pure; every rule that needs two persons uses it.
 */
export function isOnePerson(
  left: AccountActor,
  right: AccountActor,
  makings: readonly Making[],
  nowMs: number,
): boolean {
  const origins = originsOf(left, makings, nowMs);
  return [...originsOf(right, makings, nowMs)].some((name) => origins.has(name));
}
