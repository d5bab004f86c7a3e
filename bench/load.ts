import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom } from "../server/src/kit/random.ts";
import { type Connection, createConnection } from "./http-client.ts";
import { createLatencies, type Latencies } from "./latencies.ts";
import { type LoadOrder, type LoadReport, type MerchantKey, operatorPrefixes } from "./plan.ts";

/** The payers and merchants, in a separate process. Takes one order by IPC, reports, and ends. */
process.once("message", (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

const API = "/api/v1";
/** The last digits of phones whose payments succeed at every stand-in. */
const SUCCEEDS = "789";
const RESULT_WAIT_MS = 10_000;
const session = JSON.stringify({
  amount: "5000",
  currency: "XOF",
  title: "Pagne wax",
  reference: "A-1042",
  metadata: { orderId: "A-1042" },
});

async function run(order: LoadOrder): Promise<LoadReport> {
  const { connections, warmUp, seconds, rate, operator = "ORANGE" } = order;
  const random = createSeededRandom(order.seed);
  const errors: Record<string, number> = {};
  const begin = performance.now() + warmUp * 1_000;
  const end = begin + seconds * 1_000;
  const calls: Record<string, Latencies> = {};
  let done = 0;
  let doneInAll = 0;
  const created: string[] = [];
  const succeeded: string[] = [];

  /** Times a call from when it was due, so that a stall counts for every call that should have started meanwhile. */
  const timed = async (
    name: string,
    dueAt: number,
    ask: () => Promise<{ readonly status: number; readonly text: string }>,
    isGood: (text: string) => boolean,
  ): Promise<string | null> => {
    const { status, text } = await ask().catch((error: Error) => ({ status: 0, text: error.message }));
    const now = performance.now();
    const good = status >= 200 && status < 300 && isGood(text);
    if (now >= begin && now < end) {
      calls[name] ??= createLatencies();
      calls[name].add(now - dueAt);
      if (!good) {
        const what = `${name} ${status} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 80)}`;
        errors[what] = (errors[what] ?? 0) + 1;
      }
    }
    return good ? text : null;
  };

  const pick = (): MerchantKey => {
    const { merchants } = order;
    const merchant = merchants[random.bytes(4).readUInt32BE(0) % merchants.length];
    if (merchant === undefined) throw new Error("there are merchants");
    return merchant;
  };

  const create = (connection: Connection): Promise<{ status: number; text: string }> =>
    order.slug === null
      ? connection.send(head("POST", "/checkout/sessions", pick(), true), session)
      : connection.send(head("POST", `/checkout/links/${order.slug}/sessions`, null, false), "{}");

  const pay = async (connection: Connection, dueAt: number): Promise<void> => {
    const made = await timed(
      "create",
      dueAt,
      () => create(connection),
      (text) => text.includes('"cs_'),
    );
    const id = made === null ? undefined : /"(?:id|sessionId)":"(cs_[^"]+)"/.exec(made)?.[1];
    if (id === undefined) return;
    if (order.keeps === true) created.push(id);
    const body = JSON.stringify({
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: {
        phone: `+225${operatorPrefixes[operator]}${digits(random.bytes(4))}${SUCCEEDS}`,
        operator,
        countryCode: "CI",
      },
    });
    const paid = await timed(
      "complete",
      performance.now(),
      () => connection.send(head("POST", `/checkout/pay/${id}/complete`, null, false), body),
      (text) => text.includes(order.waits === true ? '"PROCESSING"' : '"SUCCEEDED"'),
    );
    if (paid !== null && order.waits === true && !(await ends(connection, id))) return;
    const now = performance.now();
    if (paid !== null && order.keeps === true) succeeded.push(id);
    if (paid !== null) doneInAll += 1;
    if (paid !== null && now >= begin && now < end) done += 1;
  };

  /** The payer's phone waits for the result. */
  const ends = async (connection: Connection, id: string): Promise<boolean> => {
    const result = await timed(
      "result",
      performance.now(),
      () =>
        connection.send(head("GET", `/checkout/pay/${id}/status?waitMs=${RESULT_WAIT_MS}`, null, false), ""),
      (text) => text.includes('"SUCCEEDED"'),
    );
    return result !== null;
  };

  /** The public status of one session after another: the requests of payers' phones. */
  const readStatus = async (connection: Connection, dueAt: number, ids: readonly string[]): Promise<void> => {
    const id = ids[random.bytes(4).readUInt32BE(0) % ids.length] ?? "";
    const text = await timed(
      "status",
      dueAt,
      () => connection.send(head("GET", `/checkout/pay/${id}/status`, null, false), ""),
      (answer) => answer.includes('"status"'),
    );
    const now = performance.now();
    if (text !== null) doneInAll += 1;
    if (text !== null && now >= begin && now < end) done += 1;
  };

  const step = await stepOf(order, pay, readStatus, head, session);
  let due = performance.now();
  const work = async (): Promise<void> => {
    const connection = createConnection(order.port);
    while (performance.now() < end) {
      if (rate === null) await step(connection, performance.now());
      else {
        due += 1_000 / rate;
        const dueAt = due;
        const early = dueAt - performance.now();
        if (early > 0) await sleep(early);
        if (dueAt < end) await step(connection, dueAt);
      }
    }
    connection.close();
  };
  const cpuAtBegin = sleep(warmUp * 1_000).then(() => process.cpuUsage());
  await Promise.all(Array.from({ length: connections }, work));
  const { user, system } = process.cpuUsage(await cpuAtBegin);
  return {
    seconds,
    done,
    doneInAll,
    cpuSeconds: (user + system) / 1e6,
    errors,
    ...(order.keeps === true ? { kept: { created, paid: succeeded } } : {}),
    calls: Object.fromEntries(Object.entries(calls).map(([name, each]) => [name, each.summary()])),
  };
}

type Step = (connection: Connection, dueAt: number) => Promise<void>;

async function stepOf(
  order: LoadOrder,
  pay: Step,
  readStatus: (connection: Connection, dueAt: number, ids: readonly string[]) => Promise<void>,
  headOf: typeof head,
  body: string,
): Promise<Step> {
  if (order.kind === "payments") return pay;
  const connection = createConnection(order.port);
  const ids: string[] = [];
  for (const merchant of order.merchants.slice(0, 200)) {
    const { text } = await connection.send(headOf("POST", "/checkout/sessions", merchant, false), body);
    const id = /"id":"(cs_[^"]+)"/.exec(text)?.[1];
    if (id !== undefined) ids.push(id);
  }
  connection.close();
  return (each, dueAt) => readStatus(each, dueAt, ids);
}

function head(method: string, path: string, merchant: MerchantKey | null, once: boolean): string {
  return (
    `${method} ${API}${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    (merchant === null ? "" : `Authorization: Bearer ${merchant.apiKey}\r\n`) +
    (once ? `Idempotency-Key: ${randomUUID()}\r\n` : "")
  );
}

/** Five digits. */
const digits = (bytes: Buffer): string => String(bytes.readUInt32BE(0) % 100_000).padStart(5, "0");
