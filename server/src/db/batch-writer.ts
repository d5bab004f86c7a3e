import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../kit/logger.ts";
import { batchCommit, batchSize, batchSplits, batchWait, commitsUnknown, WRITER } from "../metrics/table.ts";
import type { SqlQuery } from "./database.ts";
import { OverloadedError } from "./errors.ts";
import { isReadOnly } from "./refused-writes.ts";

/**
 * Group commit. A batch writer owns one connection and has one batch in flight. Commands that arrive meanwhile form the
 * next batch, which is sent when the answer to the previous COMMIT is back; of several commands the one whose oldest item is
 * due first. There is no timer: a lone command is a batch of one and is sent at once. Each batch is one statement, so one transaction and one fsync, whatever its size.
 */
export interface BatchCommand<Item, Result> {
  readonly name: string;
  /** The statement for these items. It returns a row with `item` for each item that it answers. */
  readonly statement: (items: readonly Item[]) => SqlQuery;
  /** Translates the row of an item; `row` is undefined when the statement returned none. */
  readonly result: (item: Item, row: CommandRow | undefined) => Result;
  /** Items are sent in this order, the same in all processes: one lock order prevents deadlocks. */
  readonly sortKey?: (item: Item) => string;
  /**
   * For commands that write: reads back, by the ids we made, the result of an item whose COMMIT was not answered. Null
   * when it was not applied. The item is then sent again; its guard makes that harmless even if the first one still
   * arrives.
   */
  readonly resolveUnknown?: (query: Query, item: Item) => Promise<Result | null>;
  /**
   * Receives the rows with an `item` below 0, which belong to no item: once, after the commit; never when the outcome
   * is unknown.
   */
  readonly extraRows?: (items: readonly Item[], rows: readonly CommandRow[]) => void;
  /**
   * How much later than an item of another command it may be sent, in milliseconds: nobody waits for it with a phone in the
   * hand. 0 when absent.
   */
  readonly mayWaitMs?: number;
  /** It records what has already happened at a provider, so it is never refused for having waited too long. */
  readonly neverShed?: true;
}

export type CommandRow = { readonly item: number } & Readonly<Record<string, unknown>>;
type Query = <Row>(query: SqlQuery) => Promise<readonly Row[]>;

/** The batch writer's own connection, with the planner pinned to primary-key probes. */
export interface BatchConnection {
  query<Row>(query: SqlQuery): Promise<readonly Row[]>;
  /** True once the connection is unusable: the outcome of what was in flight is unknown. */
  isBroken(): boolean;
  close(): Promise<void>;
}

/**
 * Session settings for connections whose statements find rows by the primary key, a batch at a time: an index look-up per
 * row. By its statistics the planner would read a whole table, or everything that waits, to write a few hundred rows.
 */
export const keyLookupSettings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
} as const;

/**
 * Session settings of a batch writer's connection. A generic plan prepared while the tables were empty would otherwise keep
 * scanning them for the life of the connection.
 */
export const batchWriterSettings = {
  ...keyLookupSettings,
  plan_cache_mode: "force_generic_plan",
} as const;

/**
 * The same for Citus, which plans a statement that inserts in a CTE only with its parameters' values: prepared by force for
 * any values it fails ("could not create distributed plan").
 */
export const citusBatchWriterSettings = {
  ...keyLookupSettings,
  plan_cache_mode: "force_custom_plan",
} as const;

/**
 * Lock timeout of a batch writer. It is short, because a waiting batch delays all later ones. Transactions that share
 * rows with batch writers lock them last and hold them for milliseconds.
 */
export const BATCH_LOCK_TIMEOUT_MS = 500;

const BATCH_ITEMS_MAX = 512;
const QUEUE_ITEMS_MAX = 4096;
/** How long an item may wait for its turn while the database is reachable. */
const QUEUE_WAIT_MS_MAX = 1_500;
/** How often the queue is checked for late items during that time. */
const LOOKS = 4;
/** How long an item waits for an unreachable database before its caller gets an error. */
const AWAY_MS_MAX = 10_000;
const RECONNECT_DELAYS_MS = [0, 50, 100, 200, 400, 800];
/**
 * Deadlock and serialization failure: the same batch may succeed on a retry. CIINF is of Citus: something failed on another server, and took
 * what this one was about to read.
 */
const RETRYABLE = new Set(["40P01", "40001", "CIINF"]);
const RETRIES_MAX = 3;
/** The server lacks a resource (disk, memory): no item can succeed, so splitting does not help. */
const OUT_OF_RESOURCES = /^53/;
/** Delay before a reachable but read-only server is tried again: it may be about to become the primary. */
const READ_ONLY_DELAY_MS = 200;
/** How long `isConnected` waits for a connection that is being opened. */
const LOOK_WAIT_MS = 1_000;
/** A batch that met a lock timeout is split into more parts: each part with a locked row costs another timeout. */
const LOCK_NOT_AVAILABLE = "55P03";
const PARTS = 2;
const PARTS_LOCKED = 8;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

export interface BatchWriter {
  run<Item, Result>(command: BatchCommand<Item, Result>, item: Item): Promise<Result>;
  /** Refuses new items, finishes those in flight, closes the connection. */
  close(): Promise<void>;
}

export interface BatchWriterOptions {
  readonly name: string;
  readonly connect: () => Promise<BatchConnection>;
  readonly log: Logger;
  /** Monotonic milliseconds, used only for the waiting limits. */
  readonly monotonicMs?: () => number;
  readonly queueWaitMsMax?: number;
}

export interface MeasuredBatchWriter extends BatchWriter {
  /** How long the oldest unsent item has waited, in milliseconds; 0 when there is none. */
  waitingMs(): number;
  /**
   * Whether it has a connection, after an attempt to reopen a lost one: an idle batch writer would not notice the loss.
   * Never rejects.
   */
  isConnected(): Promise<boolean>;
}

export function createBatchWriter(options: BatchWriterOptions): MeasuredBatchWriter {
  const { name, connect, log, monotonicMs = () => performance.now() } = options;
  const { queueWaitMsMax = QUEUE_WAIT_MS_MAX } = options;
  // Each queue holds the items of one command; `run`, which fills and empties it, knows their type.
  const queues = new Map<BatchCommand<never, unknown>, Waiting<never, unknown>[]>();
  let queued = 0;
  let connection: BatchConnection | null = null;
  let busy: Promise<void> | null = null;
  let isAway = false;
  /** The server refuses writes as read-only, and the log says so already. */
  let isReadOnlySaid = false;
  let closed = false;
  let nextLook: NodeJS.Timeout | null = null;

  const labels = { [WRITER]: name };
  // Shown with 0 from the start, so that the first one is seen as an increase.
  batchSplits.add(labels, 0);
  commitsUnknown.add(labels, 0);

  const isLate = <Item, Result>(command: BatchCommand<Item, Result>, { since }: Waiting<Item, Result>) =>
    command.neverShed !== true && monotonicMs() - since > queueWaitMsMax;

  const refuse = <Item, Result>({ reject }: Waiting<Item, Result>): void =>
    reject(new OverloadedError(`batch writer ${name} is behind`));

  /** A hanging statement must not block the items behind it: their callers get an error while they still listen. */
  const refuseLate = (): void => {
    nextLook = null;
    // While the database is away items may wait longer, so that a short restart causes no errors.
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

  /** Logs once that no connection can be opened, and once that it is back. */
  const open = async (): Promise<BatchConnection> => {
    try {
      connection = await connect();
    } catch (error) {
      log[isAway ? "debug" : "warn"]("batch_writer.connect.failed", { batchWriter: name, error });
      isAway = true;
      throw error;
    }
    if (isAway) log.info("batch_writer.connected", { batchWriter: name });
    isAway = false;
    return connection;
  };

  const connected = async (): Promise<BatchConnection> => {
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
    command: BatchCommand<Item, Result>,
    batch: readonly Waiting<Item, Result>[],
    retries = 0,
  ): Promise<void> => {
    const active = await connected();
    let rows: readonly CommandRow[];
    const sentMs = monotonicMs();
    batchSize.observe(labels, batch.length);
    batchWait.observe(labels, (sentMs - Math.min(...batch.map(({ since }) => since))) / 1_000);
    try {
      rows = await active.query<CommandRow>(command.statement(batch.map((waiting) => waiting.item)));
      batchCommit.observe(labels, (monotonicMs() - sentMs) / 1_000);
    } catch (error) {
      if (active.isBroken()) return resolveUnknownBatch(command, batch, error);
      if (retries < RETRIES_MAX && RETRYABLE.has(sqlStateOf(error))) return sent(command, batch, retries + 1);
      if (OUT_OF_RESOURCES.test(sqlStateOf(error))) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return only.reject(error);
      batchSplits.add(labels);
      // One bad item must not fail its neighbours: split until it is alone, or until the items have waited too long.
      log.warn("batch_writer.batch.split", {
        batchWriter: name,
        command: command.name,
        items: batch.length,
        error,
      });
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
    if (isReadOnlySaid) log.info("batch_writer.connected", { batchWriter: name });
    isReadOnlySaid = false;
    const byItem = new Map(rows.map((row) => [row.item, row]));
    batch.forEach((waiting, index) => {
      try {
        waiting.resolve(command.result(waiting.item, byItem.get(index)));
      } catch (error) {
        waiting.reject(error);
      }
    });
    if (command.extraRows === undefined) return;
    try {
      const items = batch.map((waiting) => waiting.item);
      const extra = rows.filter(({ item }) => item < 0);
      if (extra.length > 0) command.extraRows(items, extra);
    } catch (error) {
      log.error("batch_writer.extra_rows.failed", { batchWriter: name, command: command.name, error });
    }
  };

  /**
   * The connection broke during the batch, so each item was applied or not. Read back, and send again what was not
   * applied.
   */
  const resolveUnknownBatch = async <Item, Result>(
    command: BatchCommand<Item, Result>,
    batch: readonly Waiting<Item, Result>[],
    cause: unknown,
  ): Promise<void> => {
    commitsUnknown.add(labels, batch.length);
    const refusesWrites = isReadOnly(sqlStateBelow(cause));
    log[refusesWrites && isReadOnlySaid ? "debug" : "warn"]("batch_writer.connection.lost", {
      batchWriter: name,
      command: command.name,
      items: batch.length,
      error: cause,
    });
    isReadOnlySaid ||= refusesWrites;
    if (refusesWrites) await pause(READ_ONLY_DELAY_MS);
    const again: Waiting<Item, Result>[] = [];
    for (const [index, waiting] of batch.entries()) {
      if (monotonicMs() - waiting.since > AWAY_MS_MAX) {
        waiting.reject(new OverloadedError("the outcome could not be read back in time", { cause }));
        continue;
      }
      const active = await connected();
      try {
        const known = await command.resolveUnknown?.((query) => active.query(query), waiting.item);
        if (known === null || known === undefined) again.push(waiting);
        else waiting.resolve(known);
      } catch (error) {
        // The connection broke again during the read-back: start over with the rest of the batch.
        if (active.isBroken()) return resolveUnknownBatch(command, [...again, ...batch.slice(index)], error);
        waiting.reject(error);
      }
    }
    if (again.length > 0) await sent(command, again);
  };

  /** The command whose oldest item is due first: nothing waits for ever, and payers wait for nothing that has time. */
  const dueFirst = () => {
    let first: BatchCommand<never, unknown> | null = null;
    let firstMs = Number.POSITIVE_INFINITY;
    for (const [command, [oldest]] of queues) {
      if (oldest === undefined) continue;
      const dueMs = oldest.since + (command.mayWaitMs ?? 0);
      if (dueMs < firstMs) [first, firstMs] = [command, dueMs];
    }
    return first;
  };

  const drain = async (): Promise<void> => {
    for (let command = dueFirst(); command !== null; command = dueFirst()) {
      const batch = queues.get(command)?.splice(0, BATCH_ITEMS_MAX) ?? [];
      queued -= batch.length;
      if (command.sortKey !== undefined) sortByKey(batch, command.sortKey);
      try {
        await sent(command, batch);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
  };

  /** Takes the slot of a batch, so that no batch opens a second connection. */
  const reconnect = (): void => {
    busy ??= open()
      .then(
        () => {},
        // Logged already; the caller sees that there is no connection.
        () => {},
      )
      .finally(() => {
        busy = null;
        if (queued > 0) kick();
      });
  };

  /** One turn of the event loop lets requests that arrived together share a batch. */
  const kick = (): void => {
    busy ??= new Promise<void>((turn) => setImmediate(turn)).then(drain).finally(() => {
      busy = null;
      // An item may have arrived between the last check of the queues and this line.
      if (queued > 0) kick();
    });
  };

  return {
    run: <Item, Result>(command: BatchCommand<Item, Result>, item: Item): Promise<Result> => {
      if (closed) return Promise.reject(new OverloadedError("the batch writer is closed"));
      if (queued >= QUEUE_ITEMS_MAX)
        return Promise.reject(new OverloadedError(`batch writer ${name} is full`));
      return new Promise<Result>((resolve, reject) => {
        const key = command as unknown as BatchCommand<never, unknown>;
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

/** The SQLSTATE that the server sent, found below the error about the connection. */
function sqlStateBelow(error: unknown): string {
  const state = sqlStateOf(error);
  if (state !== "" || !(error instanceof Error) || error.cause === undefined) return state;
  return sqlStateBelow(error.cause);
}

function sqlStateOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
