import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../kit/logger.ts";
import type { SqlQuery } from "./database.ts";
import { OverloadedError } from "./errors.ts";
import { isReadOnly } from "./refused-writes.ts";

/**
 * Group commit. A lane owns one connection and holds one batch in flight; commands that arrive meanwhile form the next
 * batch, which leaves when the answer to the previous COMMIT is back. There is no timer: alone, a command is a batch of
 * one and waits for nobody. Each batch is one statement, so one transaction and one fsync, however many it serves.
 */
export interface LaneCommand<Item, Result> {
  readonly name: string;
  /** The statement for these items. It returns a row with `item` for each item that it answers. */
  readonly statement: (items: readonly Item[]) => SqlQuery;
  /** What the row of an item means; `row` is undefined when the statement returned none for it. */
  readonly result: (item: Item, row: LaneRow | undefined) => Result;
  /** Items are sent in this order, the same in all processes: one lock order, no deadlock. */
  readonly sortKey?: (item: Item) => string;
  /**
   * For commands that write: what became of an item whose COMMIT was not answered, by the ids we made. Null when it was
   * not applied; it is then sent again, which its guard makes harmless even if the first one still arrives.
   */
  readonly recall?: (query: Query, item: Item) => Promise<Result | null>;
  /** Rows with an `item` below 0 answer nobody: they are handed over once, after the commit, or never when it is unknown. */
  readonly aside?: (items: readonly Item[], rows: readonly LaneRow[]) => void;
  /** What it writes has happened already, at a provider: it is never refused for having waited too long. */
  readonly finishes?: true;
}

export type LaneRow = { readonly item: number } & Readonly<Record<string, unknown>>;
type Query = <Row>(query: SqlQuery) => Promise<readonly Row[]>;

/** A connection of the lane's own, with the planner pinned to primary-key probes. */
export interface LaneConnection {
  query<Row>(query: SqlQuery): Promise<readonly Row[]>;
  /** True once the connection is unusable: what was in flight has an unknown outcome. */
  isBroken(): boolean;
  close(): Promise<void>;
}

/**
 * Session settings of a lane's connection: the planner pinned to primary-key probes. A generic plan prepared while the
 * tables were empty would go on scanning them for as long as the connection lives.
 */
export const laneSettings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  plan_cache_mode: "force_generic_plan",
} as const;

/**
 * A lane waits this long for a lock: it stops all who stand behind. Transactions that share rows with lanes lock them last
 * and hold them for milliseconds.
 */
export const LANE_LOCK_TIMEOUT_MS = 500;

const BATCH_ITEMS_MAX = 512;
const QUEUE_ITEMS_MAX = 4096;
/** How long an item may wait for its turn while the database is there. */
const QUEUE_WAIT_MS_MAX = 1_500;
/** The queue is looked through so often in that time. */
const LOOKS = 4;
/** How long an item waits for a database that is away before its caller is told. */
const AWAY_MS_MAX = 10_000;
const RECONNECT_DELAYS_MS = [0, 50, 100, 200, 400, 800];
/** Deadlock and serialization failure: the same batch may pass the next time. */
const RETRYABLE = new Set(["40P01", "40001"]);
const RETRIES_MAX = 3;
/** Out of a resource (disk, memory): whatever the items are, none of them passes. */
const OUT_OF_RESOURCES = /^53/;
/** Pause before a server is asked again that answers and takes no writes: it may be about to become the primary. */
const READ_ONLY_DELAY_MS = 200;
/** How long a look at the lane waits for a connection that is being opened. */
const LOOK_WAIT_MS = 1_000;
/** A batch that waited for a lock in vain is cut finer than others: each part with a locked row costs a time-out. */
const LOCK_NOT_AVAILABLE = "55P03";
const PARTS = 2;
const PARTS_LOCKED = 8;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

export interface Lane {
  run<Item, Result>(command: LaneCommand<Item, Result>, item: Item): Promise<Result>;
  /** Refuses new items, finishes those under way, closes the connection. */
  close(): Promise<void>;
}

export interface LaneOptions {
  readonly name: string;
  readonly connect: () => Promise<LaneConnection>;
  readonly log: Logger;
  /** Monotonic milliseconds, for the limits of patience only. */
  readonly monotonicMs?: () => number;
  readonly queueWaitMsMax?: number;
}

export interface MeasuredLane extends Lane {
  /** How long the oldest item that has not left yet waits, in milliseconds; 0 when none does. */
  waitingMs(): number;
  /** Whether it has a connection, after an attempt to get a lost one back: at rest nobody else would notice. Never rejects. */
  isConnected(): Promise<boolean>;
}

export function createLane(options: LaneOptions): MeasuredLane {
  const { name, connect, log, monotonicMs = () => performance.now() } = options;
  const { queueWaitMsMax = QUEUE_WAIT_MS_MAX } = options;
  // Each queue holds the items of one command; the type of its items is known where `run` fills and empties it.
  const queues = new Map<LaneCommand<never, unknown>, Waiting<never, unknown>[]>();
  let queued = 0;
  let connection: LaneConnection | null = null;
  let busy: Promise<void> | null = null;
  let isAway = false;
  let closed = false;
  let nextLook: NodeJS.Timeout | null = null;

  const isLate = <Item, Result>(command: LaneCommand<Item, Result>, { since }: Waiting<Item, Result>) =>
    command.finishes !== true && monotonicMs() - since > queueWaitMsMax;

  const refuse = <Item, Result>({ reject }: Waiting<Item, Result>): void =>
    reject(new OverloadedError(`lane ${name} is behind`));

  /** A statement that does not come back must not keep those behind it: they are told while they still listen. */
  const refuseLate = (): void => {
    nextLook = null;
    // A database that is away is waited for longer, so that a restart passes unseen.
    if (connection?.isBroken() === false) {
      for (const [command, queue] of queues) {
        let late = 0;
        for (let first = queue[0]; first !== undefined && isLate(command, first); first = queue[late])
          late += 1;
        queued -= late;
        queue.splice(0, late).forEach(refuse);
      }
    }
    if (queued > 0) look();
  };
  const look = (): void => {
    nextLook ??= setTimeout(refuseLate, queueWaitMsMax / LOOKS);
  };

  /** Says that the connection cannot be had, and that it is back, once each. */
  const open = async (): Promise<LaneConnection> => {
    try {
      connection = await connect();
    } catch (error) {
      log[isAway ? "debug" : "warn"]("lane.connect.failed", { lane: name, error });
      isAway = true;
      throw error;
    }
    if (isAway) log.info("lane.connected", { lane: name });
    isAway = false;
    return connection;
  };

  const connected = async (): Promise<LaneConnection> => {
    const startedMs = monotonicMs();
    for (let attempt = 0; ; attempt += 1) {
      if (connection !== null && !connection.isBroken()) return connection;
      if (connection !== null) await connection.close().catch(() => undefined);
      connection = null;
      try {
        return await open();
      } catch (error) {
        if (closed || monotonicMs() - startedMs > AWAY_MS_MAX) {
          throw new OverloadedError("the database does not answer", { cause: error });
        }
        const delayMs = RECONNECT_DELAYS_MS[Math.min(attempt + 1, RECONNECT_DELAYS_MS.length - 1)] ?? 0;
        await pause(delayMs);
      }
    }
  };

  const sent = async <Item, Result>(
    command: LaneCommand<Item, Result>,
    batch: readonly Waiting<Item, Result>[],
    retries = 0,
  ): Promise<void> => {
    const active = await connected();
    let rows: readonly LaneRow[];
    try {
      rows = await active.query<LaneRow>(command.statement(batch.map((waiting) => waiting.item)));
    } catch (error) {
      if (active.isBroken()) return recalled(command, batch, error);
      if (retries < RETRIES_MAX && RETRYABLE.has(sqlStateOf(error))) return sent(command, batch, retries + 1);
      if (OUT_OF_RESOURCES.test(sqlStateOf(error))) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return only.reject(error);
      // One bad item must not refuse its neighbours: parts, until it stands alone or they have waited too long.
      log.warn("lane.batch.split", { lane: name, command: command.name, items: batch.length, error });
      const parts = sqlStateOf(error) === LOCK_NOT_AVAILABLE ? PARTS_LOCKED : PARTS;
      const size = Math.ceil(batch.length / parts);
      for (let at = 0; at < batch.length; at += size) {
        const part = batch.slice(at, at + size);
        for (const waiting of part) if (isLate(command, waiting)) refuse(waiting);
        const inTime = part.filter((waiting) => !isLate(command, waiting));
        if (inTime.length > 0) await sent(command, inTime);
      }
      return;
    }
    const byItem = new Map(rows.map((row) => [row.item, row]));
    batch.forEach((waiting, index) => {
      try {
        waiting.resolve(command.result(waiting.item, byItem.get(index)));
      } catch (error) {
        waiting.reject(error);
      }
    });
    if (command.aside === undefined) return;
    try {
      const items = batch.map((waiting) => waiting.item);
      const asides = rows.filter(({ item }) => item < 0);
      if (asides.length > 0) command.aside(items, asides);
    } catch (error) {
      log.error("lane.aside.failed", { lane: name, command: command.name, error });
    }
  };

  /** The connection broke under the batch: each item was applied or was not. Ask, and send again what was not. */
  const recalled = async <Item, Result>(
    command: LaneCommand<Item, Result>,
    batch: readonly Waiting<Item, Result>[],
    cause: unknown,
  ): Promise<void> => {
    log.warn("lane.connection.lost", {
      lane: name,
      command: command.name,
      items: batch.length,
      error: cause,
    });
    if (isReadOnly(sqlStateBelow(cause))) await pause(READ_ONLY_DELAY_MS);
    const again: Waiting<Item, Result>[] = [];
    for (const [index, waiting] of batch.entries()) {
      if (monotonicMs() - waiting.since > AWAY_MS_MAX) {
        waiting.reject(new OverloadedError("the outcome could not be read back in time", { cause }));
        continue;
      }
      const active = await connected();
      try {
        const known = await command.recall?.((query) => active.query(query), waiting.item);
        if (known === null || known === undefined) again.push(waiting);
        else waiting.resolve(known);
      } catch (error) {
        // Lost again while asking: what is left of the batch starts over.
        if (active.isBroken()) return recalled(command, [...again, ...batch.slice(index)], error);
        waiting.reject(error);
      }
    }
    if (again.length > 0) await sent(command, again);
  };

  const drain = async (): Promise<void> => {
    while (queued > 0) {
      for (const [command, queue] of queues) {
        if (queue.length === 0) continue;
        const batch = queue.splice(0, BATCH_ITEMS_MAX);
        queued -= batch.length;
        if (command.sortKey !== undefined) sortByKey(batch, command.sortKey);
        try {
          await sent(command, batch);
        } catch (error) {
          for (const waiting of batch) waiting.reject(error);
        }
      }
    }
  };

  /** In the place of a batch, so that no batch opens a connection beside it. */
  const reconnect = (): void => {
    busy ??= open()
      .then(
        () => {},
        // Said already; who looks sees that there is none.
        () => {},
      )
      .finally(() => {
        busy = null;
        if (queued > 0) kick();
      });
  };

  /** One turn of the event loop lets requests that arrived together leave together. */
  const kick = (): void => {
    busy ??= new Promise<void>((turn) => setImmediate(turn)).then(drain).finally(() => {
      busy = null;
      // An item may have come between the last look at the queues and this line.
      if (queued > 0) kick();
    });
  };

  return {
    run: <Item, Result>(command: LaneCommand<Item, Result>, item: Item): Promise<Result> => {
      if (closed) return Promise.reject(new OverloadedError("the lane is closed"));
      if (queued >= QUEUE_ITEMS_MAX) return Promise.reject(new OverloadedError(`lane ${name} is full`));
      return new Promise<Result>((resolve, reject) => {
        const key = command as unknown as LaneCommand<never, unknown>;
        const waiting = { item, resolve, reject, since: monotonicMs() } as unknown as Waiting<never, unknown>;
        const queue = queues.get(key);
        if (queue === undefined) queues.set(key, [waiting]);
        else queue.push(waiting);
        queued += 1;
        look();
        kick();
      });
    },
    waitingMs: () => {
      const nowMs = monotonicMs();
      let oldest = nowMs;
      for (const queue of queues.values()) oldest = Math.min(oldest, queue[0]?.since ?? nowMs);
      return nowMs - oldest;
    },
    isConnected: async () => {
      if (connection?.isBroken() === false) return true;
      if (!closed && busy === null) {
        await connection?.close().catch(() => undefined);
        connection = null;
        reconnect();
      }
      await Promise.race([busy, sleep(LOOK_WAIT_MS, undefined, { ref: false })]);
      return connection?.isBroken() === false;
    },
    close: async () => {
      closed = true;
      while (busy !== null) await busy;
      if (nextLook !== null) clearTimeout(nextLook);
      await connection?.close();
    },
  };
}

function sortByKey<Item>(batch: Waiting<Item, unknown>[], keyOf: (item: Item) => string): void {
  batch.sort((left, right) => {
    const a = keyOf(left.item);
    const b = keyOf(right.item);
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

const pause = (delayMs: number): Promise<void> => sleep(delayMs);

/** Of the error that the server sent, below what became of its connection. */
function sqlStateBelow(error: unknown): string {
  const state = sqlStateOf(error);
  if (state !== "" || !(error instanceof Error) || error.cause === undefined) return state;
  return sqlStateBelow(error.cause);
}

function sqlStateOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
