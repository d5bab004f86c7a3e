import { type AccountActor, formatActor } from "./actor.ts";

/**
 * What joins two accounts so that they are one person:
 * - `created`: one gave the other its first secret, or a new way in, and may know it for a while.
 * - `replaces`: one is the successor of the other, and in the same hands for good.
 */
export type OriginRelation = "created" | "replaces";

/** An account with the one that it comes from. */
export interface Making {
  readonly made: AccountActor;
  readonly maker: AccountActor;
  readonly relation: OriginRelation;
  readonly atMs: number;
}

/** Makers and made count as one for this long: 30 days. */
export const ONE_PERSON_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether a making still joins the two. One that lies ahead, because a clock was set back, does. */
export function stillJoins({ relation, atMs }: Pick<Making, "relation" | "atMs">, nowMs: number): boolean {
  return relation === "replaces" || nowMs < atMs + ONE_PERSON_MS;
}

/**
 * The account and all that it comes from, over any number of steps that still join, as `formatActor` writes them. The
 * service itself has made the first accounts of an installation: it is nobody's common origin, so it is no maker here.
 */
export function originsOf(
  account: AccountActor,
  makings: readonly Making[],
  nowMs: number,
): ReadonlySet<string> {
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
 * `makings` holds at least the ancestry of both. Pure; the rule of everything that needs two persons.
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
