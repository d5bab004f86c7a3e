import type { Database } from "../../db/database.ts";
import type { Following, OperatorCaller, StreamReply } from "../../http/route.ts";
import { publicId } from "../../kit/ids.ts";
import { readNewestOperatorNotes } from "../notes/index.ts";
import type { WaitingCount, Work } from "../work/index.ts";
import { lookFromMs, ROWS_MAX } from "./feed.ts";
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
  db,
  work,
  streams,
}: {
  readonly db: Database;
  readonly work: Pick<Work, "counts">;
  readonly streams: Streams;
}) {
  const readers = new Set<Reader>();
  let countedAtMs = 0;
  /** Notes of the last look: each look goes a little back, because rows appear out of order. */
  let toldNotes: ReadonlySet<string> = new Set();

  /** Tells colleagues that a note was written; never what. */
  const tellNotes = async (nowMs: number): Promise<void> => {
    const tenantIds = [...new Set([...readers].map(({ operator }) => operator.tenantId))];
    const notes = await readNewestOperatorNotes(db, tenantIds, lookFromMs(nowMs), ROWS_MAX);
    const news = notes.filter(({ id }) => !toldNotes.has(id));
    toldNotes = new Set(notes.map(({ id }) => id));
    for (const { open, operator } of readers)
      for (const { owner, id } of news)
        if (owner === operator.tenantId)
          open.tell({ type: "note.written", id: publicId("note", id), version: 1 }, nowMs);
  };

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
      await tellNotes(nowMs);
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
