import { setImmediate as nextTurn } from "node:timers/promises";

/** What a slow processor formats or checks of short records within a few milliseconds. */
export const RECORDS_PER_TURN = 500;

/**
 * Does `work` with each of `items`, in order, and lets other requests have their turn of the event loop after each
 * `perTurn` of them. An item is made when its turn has come, where `items` makes them one by one. Ends early when `work`
 * returns false.
 */
export async function inTurns<Item>(
  items: Iterable<Item>,
  // biome-ignore lint/suspicious/noConfusingVoidType: work that never ends early returns nothing
  work: (item: Item, index: number) => void | boolean,
  perTurn: number = RECORDS_PER_TURN,
): Promise<void> {
  let index = 0;
  for (const item of items) {
    if (index > 0 && index % perTurn === 0) await nextTurn();
    if (work(item, index) === false) return;
    index += 1;
  }
}
