import { setImmediate as nextTurn } from "node:timers/promises";

/** Bodies from here on are read one after the other: documents, of which one takes a tenth of a second to read. */
export const LARGE_BODY_BYTES = 262_144;

/**
 * Lets large bodies through one at a time, each from its reading to its answer, with a turn of the event loop before and
 * behind each: a dozen that arrive together would otherwise hold up everybody else until all of them are read.
 */
export interface LargeBodies {
  /** Resolves when it is this body's turn, with what ends it; ending twice is harmless. */
  take(): Promise<() => void>;
}

export function createLargeBodies(): LargeBodies {
  let last: Promise<void> = Promise.resolve();
  return {
    take: async () => {
      const before = last;
      let end = (): void => {};
      last = new Promise((resolve) => {
        end = resolve;
      });
      await before;
      // Whoever arrived meanwhile is served before the next document.
      await nextTurn();
      return end;
    },
  };
}
