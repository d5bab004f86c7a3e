import type { Queryable } from "../../db/database.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { TimeWindow } from "../../kit/time-windows.ts";
import { type BookedTransfer, findPositionAt, readSealThrough, readTransfersOf } from "../ledger/index.ts";
import {
  type Delivery,
  type DeliveryAttempt,
  type EventHead,
  listAttempts,
  readDeliveriesOf,
  readEventsOf,
} from "../webhooks/index.ts";
import { missingNumbers } from "./missing-numbers.ts";

/** Entries of a wallet that one stretch of time may hold and still be searched: a second of a very busy merchant. */
const POSITIONS_MAX = 20_000n;
/** A payment whose events are not where they should be is searched as a whole when it took no longer than this. */
const WIDE_SEARCH_MS = 600_000;
/** Later than every position. */
const LAST_POSITION = 2n ** 62n;

export interface BookedInWallet {
  readonly transfers: readonly BookedTransfer[];
  /** The last position of the wallet that is sealed. */
  readonly sealedTo: bigint;
  /** Some stretch held too many entries to be searched. */
  readonly isCut: boolean;
}

/** What was booked of these sources around these instants: ranges of positions, which lie in the order of time. */
export async function readBooked(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  sourceIds: readonly string[],
  windows: readonly TimeWindow[],
): Promise<BookedInWallet> {
  const transfers = new Map<bigint, BookedTransfer>();
  let isCut = false;
  for (const { fromMs, toMs } of windows) {
    const from = await findPositionAt(db, merchantNo, walletId, fromMs);
    const to = await findPositionAt(db, merchantNo, walletId, toMs);
    if (from === null || to === null || from >= to) continue;
    const end = to - from > POSITIONS_MAX ? from + POSITIONS_MAX : to;
    isCut ||= end < to;
    for (const transfer of await readTransfersOf(db, merchantNo, walletId, sourceIds, from, end)) {
      transfers.set(transfer.position, transfer);
    }
  }
  const { lastPosition } = await readSealThrough(db, merchantNo, walletId, LAST_POSITION);
  return { transfers: [...transfers.values()], sealedTo: lastPosition, isCut };
}

export interface Announced {
  readonly events: readonly EventHead[];
  /** Numbers of the sequence whose events were not found. */
  readonly missing: readonly number[];
}

/** Events of one subject around these instants. `last`: the number of its newest event. */
export async function readAnnounced(
  db: Queryable,
  merchantNo: MerchantNo,
  subjectId: string,
  last: number,
  windows: readonly TimeWindow[],
): Promise<Announced> {
  const found = new Map<string, EventHead>();
  const search = async ({ fromMs, toMs }: TimeWindow): Promise<void> => {
    for (const event of await readEventsOf(db, merchantNo, subjectId, fromMs, toMs))
      found.set(event.id, event);
  };
  const missing = () =>
    missingNumbers(
      [...found.values()].map(({ sequence }) => sequence),
      last,
    );
  for (const window of windows) await search(window);
  const [first] = windows;
  const end = windows.at(-1);
  if (first !== undefined && end !== undefined && missing().length > 0) {
    const whole = { fromMs: first.fromMs, toMs: end.toMs };
    if (whole.toMs - whole.fromMs <= WIDE_SEARCH_MS) await search(whole);
  }
  return { events: [...found.values()], missing: missing() };
}

export interface Delivered {
  readonly deliveries: readonly Delivery[];
  readonly attempts: readonly DeliveryAttempt[];
}

/** What became of the events at the merchant's endpoints. */
export async function readDelivered(
  db: Queryable,
  merchantNo: MerchantNo,
  events: readonly EventHead[],
): Promise<Delivered> {
  const deliveries = await readDeliveriesOf(
    db,
    merchantNo,
    events.map(({ id }) => id),
  );
  const ids = deliveries.map(({ id }) => id);
  return { deliveries, attempts: await listAttempts(db, merchantNo, ids) };
}
