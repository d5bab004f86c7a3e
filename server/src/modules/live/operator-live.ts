import type { Following, OperatorCaller, StreamReply } from "../../http/route.ts";
import type { WaitingCount, Work } from "../work/index.ts";
import type { OpenStream, Streams } from "./streams.ts";

/** How often the queue is counted for readers with the same permissions, in milliseconds. */
const COUNT_EVERY_MS = 2_000;

interface Reader {
  readonly open: OpenStream;
  readonly operator: OperatorCaller;
  /** As it was told last. */
  told: string;
}

/** Operators who are told how much waits. */
export function createOperatorLive({
  work,
  streams,
}: {
  readonly work: Pick<Work, "counts">;
  readonly streams: Streams;
}) {
  const readers = new Set<Reader>();
  let countedAtMs = 0;

  const tell = (reader: Reader, counts: readonly WaitingCount[], nowMs: number): void => {
    const text = JSON.stringify(counts);
    if (reader.told === text) return;
    reader.told = text;
    reader.open.tell({ type: "work", id: null, version: null, counts }, nowMs);
  };

  return {
    counts: work.counts,

    /** Refuses with TOO_MANY_STREAMS. */
    follow: async (
      operator: OperatorCaller,
      { stillAllowed }: Following,
      nowMs: number,
    ): Promise<StreamReply> => {
      const holder = `operator ${operator.operatorId}`;
      streams.refuseExcess(holder);
      const counts = await work.counts(operator);
      return {
        begin: (stream) => {
          const open = streams.keep(stream, { holder, stillAllowed }, nowMs, () => readers.delete(reader));
          const reader: Reader = { open, operator, told: "" };
          readers.add(reader);
          tell(reader, counts, nowMs);
        },
      };
    },

    /** Tells what has changed. Readers of one tenant with the same permissions share a count. */
    look: async (nowMs: number): Promise<void> => {
      if (readers.size === 0 || nowMs - countedAtMs < COUNT_EVERY_MS) return;
      countedAtMs = nowMs;
      const counted = new Map<string, readonly WaitingCount[]>();
      for (const reader of readers) {
        const { tenantId, permissions } = reader.operator;
        const sight = [tenantId, ...permissions].join(" ");
        const counts = counted.get(sight) ?? (await work.counts(reader.operator));
        counted.set(sight, counts);
        tell(reader, counts, nowMs);
      }
    },
  };
}
export type OperatorLive = ReturnType<typeof createOperatorLive>;
