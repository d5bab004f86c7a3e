import type { Database } from "../../db/database.ts";
import type { Caller, Following, StreamReply } from "../../http/route.ts";
import { formatActor } from "../../kit/actor.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { type Change, changesFor, type EventRow } from "./changes.ts";
import { beginFeed, type Feed, lookAgain, lookFromMs, type News, ROWS_MAX } from "./feed.ts";
import { readNewest } from "./store.ts";
import type { OpenStream, Streams } from "./streams.ts";

/** Who was away longer reads everything again. */
const AWAY_MS_MAX = 5 * 60_000;

/** What was told to a reader, and where to go on. */
export interface Changes {
  readonly position: string;
  /** More happened than is listed: read again what you show. */
  readonly reload: boolean;
  readonly changes: readonly Change[];
}

interface Reader {
  readonly open: OpenStream;
  readonly permissions: readonly string[];
}

/** Merchants whose events are being followed in this process. Nobody else costs anything. */
export function createMerchantLive({ db, streams }: { readonly db: Database; readonly streams: Streams }) {
  const followed = new Map<MerchantNo, { feed: Feed; readonly readers: Set<Reader> }>();

  const readSince = async (merchantNo: MerchantNo, positionMs: number): Promise<readonly EventRow[]> =>
    (await readNewest(db, [{ merchantNo, fromMs: lookFromMs(positionMs) }])).get(merchantNo) ?? [];

  const tell = ({ open, permissions }: Reader, news: News, nowMs: number): void => {
    if (news === "reload") open.tell(mark("reload"), nowMs);
    else for (const change of changesFor(news, permissions)) open.tell(change, nowMs);
  };

  /** What happened after a position: null, nothing is asked for. */
  const newsSince = async (merchantNo: MerchantNo, positionMs: number | null, nowMs: number) => {
    if (positionMs !== null && nowMs - positionMs > AWAY_MS_MAX) return "reload";
    if (positionMs === null) return [];
    const rows = await readSince(merchantNo, positionMs);
    return rows.length < ROWS_MAX ? rows : "reload";
  };

  const leave = (merchantNo: MerchantNo, reader: Reader): void => {
    const one = followed.get(merchantNo);
    one?.readers.delete(reader);
    if (one?.readers.size === 0) followed.delete(merchantNo);
  };

  return {
    /** What happened after `after`, for programs and for pages that cannot keep a stream. */
    changesSince: async (caller: Caller, after: string | undefined, nowMs: number): Promise<Changes> => {
      const news = await newsSince(caller.merchantNo, positionOf(after ?? null, nowMs), nowMs);
      const reload = news === "reload";
      const changes = reload ? [] : changesFor(news, caller.permissions);
      return { position: String(nowMs), reload, changes };
    },

    /** Refuses with TOO_MANY_STREAMS. */
    follow: async (
      { merchantNo, permissions, actor }: Caller,
      { lastEventId, stillAllowed }: Following,
      after: string | undefined,
      nowMs: number,
    ): Promise<StreamReply> => {
      const holder = formatActor(actor);
      streams.refuseExcess(holder);
      const positionMs = positionOf(lastEventId ?? after ?? null, nowMs);
      const known = await readSince(merchantNo, nowMs);
      return {
        begin: (stream) => {
          const open = streams.keep(stream, { holder, stillAllowed }, nowMs, () => leave(merchantNo, reader));
          const reader: Reader = { open, permissions };
          const one = followed.get(merchantNo) ?? { feed: beginFeed(known), readers: new Set() };
          followed.set(merchantNo, one);
          one.readers.add(reader);
          open.tell(mark("ready"), positionMs ?? nowMs);
          // Read after the reader was added: what happens meanwhile is told twice rather than not at all.
          newsSince(merchantNo, positionMs, nowMs).then(
            (news) => tell(reader, news, nowMs),
            // The client comes back with the same position.
            () => stream.end(),
          );
        },
      };
    },

    /** Tells the readers what happened since the last look. One statement, whatever the number of readers. */
    look: async (nowMs: number): Promise<void> => {
      if (followed.size === 0) return;
      const fromMs = lookFromMs(nowMs);
      const found = await readNewest(
        db,
        [...followed.keys()].map((merchantNo) => ({ merchantNo, fromMs })),
      );
      for (const [merchantNo, one] of followed) {
        const { feed, news } = lookAgain(one.feed, found.get(merchantNo) ?? [], nowMs);
        one.feed = feed;
        for (const reader of one.readers) tell(reader, news, nowMs);
      }
    },
  };
}

export type MerchantLive = ReturnType<typeof createMerchantLive>;

const mark = (type: "ready" | "reload") => ({ type, id: null, version: null });

/** The instant of a position that we gave out; null for any other text. A position in the future is now. Pure. */
function positionOf(text: string | null, nowMs: number): number | null {
  return text !== null && /^\d{13}$/.test(text) ? Math.min(Number(text), nowMs) : null;
}
