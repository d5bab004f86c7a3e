import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createConnection } from "./http-client.ts";
import { createLatencies, type LatencySummary } from "./latencies.ts";
import type { WaitOrder } from "./read-plan.ts";

/**
 * Payers' phones that long-poll until their payment is over, in a separate process: like a payment page, each polls
 * again until the state is final.
 */
export interface WaitReport {
  /** Phones that are waiting now. */
  readonly waiting: number;
  /** From the answer to the payer until the waiting phone has it; milliseconds. */
  readonly heard: LatencySummary;
  readonly errors: Readonly<Record<string, number>>;
}

const WAIT_MS = 25_000;
/** Connections opened at once: the queue of a listening socket is no longer. */
const OPENED_AT_ONCE = 250;
const PAYERS = 16;
const FINAL = /"status":"(SUCCEEDED|CANCELLED|EXPIRED)"/;

const state = { port: 0, waiting: 0 };
const heardAt = new Map<string, number>();
const errors: Record<string, number> = {};

async function hold(id: string): Promise<void> {
  const connection = createConnection(state.port);
  state.waiting += 1;
  const head = `GET /api/v1/checkout/pay/${id}/status?waitMs=${WAIT_MS} HTTP/1.1\r\nHost: localhost\r\n`;
  for (;;) {
    const { status, text } = await connection
      .send(head, "")
      .catch((error: Error) => ({ status: 0, text: error.message }));
    if (status === 200 && !FINAL.test(text)) continue;
    if (status === 200) heardAt.set(id, performance.now());
    else count(`wait ${status} ${text.slice(0, 80)}`);
    state.waiting -= 1;
    return connection.close();
  }
}

async function wait(sessionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < sessionIds.length; from += OPENED_AT_ONCE) {
    for (const id of sessionIds.slice(from, from + OPENED_AT_ONCE)) void hold(id);
    await sleep(100);
  }
}

async function pay(sessionIds: readonly string[], perSecond: number): Promise<LatencySummary> {
  const latencies = createLatencies();
  const left = sessionIds.map((id, index) => ({ id, afterMs: (index * 1_000) / perSecond })).reverse();
  const began = performance.now();
  const paidAt = new Map<string, number>();
  const payer = async (): Promise<void> => {
    const connection = createConnection(state.port);
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      await sleep(Math.max(0, began + next.afterMs - performance.now()));
      const { status, text } = await connection.send(
        `POST /api/v1/checkout/pay/${next.id}/complete HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`,
        JSON.stringify({
          paymentMethod: "MOBILE_MONEY",
          paymentDetails: { phone: "+2250707070707", operator: "ORANGE", countryCode: "CI" },
        }),
      );
      if (status === 200 && FINAL.test(text)) paidAt.set(next.id, performance.now());
      else count(`pay ${status} ${text.slice(0, 80)}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: PAYERS }, payer));
  await sleep(WAIT_MS / 10);
  for (const [id, paid] of paidAt) {
    const heard = heardAt.get(id);
    if (heard === undefined) count("paid, and who waited has not heard");
    else latencies.add(Math.max(0, heard - paid));
  }
  return latencies.summary();
}

function count(what: string): void {
  errors[what] = (errors[what] ?? 0) + 1;
}

process.on("message", (order: WaitOrder) => {
  void (async () => {
    if (order.kind === "wait") {
      state.port = order.port;
      await wait(order.sessionIds);
    }
    const heard =
      order.kind === "pay" ? await pay(order.sessionIds, order.perSecond) : createLatencies().summary();
    process.send?.({ waiting: state.waiting, heard, errors } satisfies WaitReport);
  })();
});
process.on("disconnect", () => process.exit(0));
