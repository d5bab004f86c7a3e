import { isPassing } from "../failure.ts";
import type { Io } from "../io.ts";
import { isSeen, type Position, past, readFrom, startOfTime } from "./window.ts";

const POLL_INTERVAL_MS = 1_000;
const AWAY_DELAY_FIRST_MS = 1_000;
const AWAY_DELAY_MAX_MS = 10_000;

export interface Followed<Item> {
  readonly io: Pick<Io, "sleep" | "interrupted">;
  /** The list from an instant on, in any order. */
  readonly list: (createdFrom: string | undefined) => AsyncIterable<Item>;
  readonly idOf: (item: Item) => string;
  readonly timeOf: (item: Item) => string;
  /** False: stop, it was interrupted and is not done. */
  readonly onItem: (item: Item) => Promise<boolean>;
  /** Told after each item. */
  readonly onPosition?: (position: Position) => Promise<void>;
  /** Told when the service is away, and when it is back. */
  readonly onAway: (isAway: boolean) => void;
}

/** The position after everything that has happened: what follows is new. */
export async function positionNow<Item>(
  followed: Pick<Followed<Item>, "list" | "idOf" | "timeOf">,
  newest: Item | undefined,
): Promise<Position> {
  if (newest === undefined) return startOfTime;
  let position = past(startOfTime, followed.idOf(newest), Date.parse(followed.timeOf(newest)));
  for await (const item of followed.list(readFrom(position)))
    position = past(position, followed.idOf(item), Date.parse(followed.timeOf(item)));
  return position;
}

/**
 * Gives each item once, the oldest first, until it is interrupted. While the service is away it waits; what cannot pass by waiting,
 * such as a revoked key, rejects.
 */
export async function follow<Item>(followed: Followed<Item>, from: Position): Promise<void> {
  const { io, idOf, timeOf } = followed;
  let position = from;
  let delayMs = AWAY_DELAY_FIRST_MS;
  let isAway = false;
  while (!io.interrupted.aborted) {
    const fresh = await readFresh(followed, position).catch((error: unknown) => {
      if (io.interrupted.aborted) return [];
      if (isPassing(error)) return null;
      throw error;
    });
    if (fresh === null) {
      if (!isAway) followed.onAway(true);
      isAway = true;
      await io.sleep(delayMs);
      delayMs = Math.min(delayMs * 2, AWAY_DELAY_MAX_MS);
      continue;
    }
    if (isAway) followed.onAway(false);
    isAway = false;
    delayMs = AWAY_DELAY_FIRST_MS;
    for (const item of fresh) {
      if (!(await followed.onItem(item))) return;
      position = past(position, idOf(item), Date.parse(timeOf(item)));
      await followed.onPosition?.(position);
    }
    await io.sleep(POLL_INTERVAL_MS);
  }
}

/** What is new, the oldest first. */
async function readFresh<Item>(
  { list, idOf, timeOf }: Followed<Item>,
  position: Position,
): Promise<readonly Item[]> {
  const fresh: Item[] = [];
  for await (const item of list(readFrom(position)))
    if (!isSeen(position, idOf(item), Date.parse(timeOf(item)))) fresh.push(item);
  return fresh.sort(
    (left, right) => compare(timeOf(left), timeOf(right)) || compare(idOf(left), idOf(right)),
  );
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
