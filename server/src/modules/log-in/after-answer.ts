import type { Logger } from "../../kit/logger.ts";

/** More than this at once is an attack, which the log shows anyway. */
const WAITING_MAX = 1_000;

/**
 * Work that follows an answer, one after the other: an answer about an existing account then takes as long as one about
 * an unknown account.
 */
export function createAfterAnswer(log: Logger) {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  return {
    /** A failure is logged with the request's id. */
    run: (requestId: string, work: () => Promise<void>): void => {
      if (waiting >= WAITING_MAX) {
        log.warn("log_in.work_dropped", { requestId, waiting });
        return;
      }
      waiting += 1;
      last = last
        .then(work)
        .catch((error: unknown) => log.error("log_in.unrecorded", { requestId, error }))
        .finally(() => {
          waiting -= 1;
        });
    },
    /** Resolves once all work is done. */
    settled: (): Promise<void> => last,
  };
}
export type AfterAnswer = ReturnType<typeof createAfterAnswer>;
