import { quietLog } from "../../test/harness/log.ts";
import { type BatchCommand, type BatchConnection, createBatchWriter } from "./batch-writer.ts";
import type { SqlQuery } from "./database.ts";

/** The answer of a scripted connection to one statement. */
type Reply = readonly unknown[] | Error;

export interface Scripted extends BatchConnection {
  readonly statements: SqlQuery[];
  /** Answers the oldest waiting statement. */
  answer(reply: Reply): Promise<void>;
  /** Breaks the connection under the oldest statement. */
  break(): Promise<void>;
  readonly closed: () => boolean;
}

/** A connection that answers when the test says so: the batch writer's port to PostgreSQL. */
export function createScripted(): Scripted {
  const statements: SqlQuery[] = [];
  const waiting: {
    readonly resolve: (rows: readonly never[]) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  let broken = false;
  let closed = false;
  const next = async () => {
    await until(() => waiting.length > 0);
    const oldest = waiting.shift();
    if (oldest === undefined) throw new Error("a statement waits");
    return oldest;
  };
  return {
    statements,
    query: (query) => {
      statements.push(query);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    isBroken: () => broken,
    close: async () => {
      closed = true;
    },
    answer: async (reply) => {
      const { resolve, reject } = await next();
      if (reply instanceof Error) reject(reply);
      else resolve(reply as readonly never[]);
      await settled();
    },
    break: async () => {
      const { reject } = await next();
      broken = true;
      reject(new Error("connection reset"));
      await settled();
    },
    closed: () => closed,
  };
}

/** Lets everything that is ready run; nothing here waits for the network. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !holds(); turn += 1) await settled();
  if (!holds()) throw new Error("it never came");
}

export function sqlError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Writes words: the items of a batch are its values, and each answered item returns its result. */
export const write: BatchCommand<string, string> = {
  name: "write",
  sortKey: (item) => item,
  statement: (items) => ({ text: "write", values: [...items] }),
  result: (item, row) => (row === undefined ? `${item} refused` : `${item} written`),
  resolveUnknown: async (query, item) => {
    const rows = await query({ text: "recall", values: [item] });
    return rows.length > 0 ? `${item} was written` : null;
  },
};
export const read: BatchCommand<string, string> = {
  name: "read",
  statement: (items) => ({ text: "read", values: [...items] }),
  result: (item) => item,
};
export const rowsOf = (count: number) => Array.from({ length: count }, (_none, item) => ({ item }));

/** A write that may be sent 15 ms later than the others. */
export const patient: BatchCommand<string, string> = {
  ...write,
  name: "patient",
  mayWaitMs: 15,
  statement: (items) => ({ text: "patient", values: [...items] }),
};

export const batchWriterOn = (...connections: readonly Scripted[]) =>
  batchWriterAt(() => performance.now(), ...connections);

/** With a monotonic clock of the test. */
export function batchWriterAt(monotonicMs: () => number, ...connections: readonly Scripted[]) {
  let opened = 0;
  const batchWriter = createBatchWriter({
    name: "test",
    log: quietLog,
    monotonicMs,
    connect: async () => {
      const connection = connections[opened];
      opened += 1;
      if (connection === undefined) throw new Error("the database is away");
      return connection;
    },
  });
  return { batchWriter, opened: () => opened };
}

export const batches = ({ statements }: Scripted) =>
  statements.map(({ text, values = [] }) => `${text} ${values.join(" ")}`);
