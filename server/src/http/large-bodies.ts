import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Bodies of this size and more are handled one after the other: documents, statements, batches. */
const LARGE_BODY_BYTES = 262_144;

/**
 * Admits large bodies one at a time, each from its reading to its answer, with a turn of the event loop before and
 * after each: a dozen that arrive together would otherwise block all other requests until all of them are read.
 */
export interface LargeBodies {
  /** Resolves at this body's turn with a function that ends the turn; ending twice is harmless. */
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
      // Requests that arrived meanwhile are served before the next document.
      await nextTurn();
      return end;
    },
  };
}

/**
 * Waits for the turn of this request, which ends with its answer or its connection; null: a short body does not wait.
 */
export type TakeTurn = (request: FastifyRequest, bytes: number) => Promise<void> | null;

/** One queue for the large bodies of all routes of `api`: those of `fromBytes` and more. */
export function takeTurns(api: FastifyInstance, fromBytes: number = LARGE_BODY_BYTES): TakeTurn {
  const largeBodies = createLargeBodies();
  const ends = new WeakMap<FastifyRequest, () => void>();
  api.addHook("onResponse", (request, _reply, done) => {
    ends.get(request)?.();
    done();
  });
  const take = async (request: FastifyRequest): Promise<void> => {
    const next = await largeBodies.take();
    const { socket } = request.raw;
    // Also when the client has gone: then no answer may ever be sent.
    const end = (): void => {
      socket.removeListener("close", end);
      next();
    };
    ends.set(request, end);
    if (socket.destroyed) end();
    else socket.once("close", end);
  };
  return (request, bytes) => (bytes < fromBytes ? null : take(request));
}
