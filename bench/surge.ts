import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom } from "../server/src/kit/random.ts";
import { type Connection, createConnection } from "./http-client.ts";
import { createLatencies, type Latencies } from "./latencies.ts";
import { asPayer, lookUp } from "./look-up.ts";
import type { Surge, SurgeOrder, SurgeReport } from "./surge-plan.ts";

/**
 * Payers and merchants who arrive at given rates, whether or not earlier ones were answered, in a separate process.
 * Takes one order by IPC, reports, and ends.
 */
process.once("message", (order: SurgeOrder) => {
  run(order).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

/** Interval at which arrivals are sent. */
const TICK_MS = 2;
/**
 * Kept open, as by a proxy in front of the service. New connections would be accepted one per turn of the event loop,
 * and the measurement would be of that.
 */
const CONNECTIONS = 3_000;
const OPENED_PER_SECOND = 500;
/** How long the last answers are awaited after the last arrival. */
const LAST_ANSWERS_MS = 15_000;

const session = JSON.stringify({ amount: "5000", currency: "XOF", title: "Pagne wax" });

interface Tally {
  came: number;
  paid: number;
  readonly refused: Record<"create" | "complete", number>;
  readonly failed: Record<string, number>;
  readonly create: Latencies;
  readonly complete: Latencies;
  readonly refusal: Latencies;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function run({ port, merchants, seed, steps }: SurgeOrder): Promise<SurgeReport> {
  const random = createSeededRandom(seed);
  const draw = (): number => random.bytes(4).readUInt32BE(0);
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  const created = new Set<string>();
  const paid = new Set<string>();
  const tallies = steps.map(newTally);
  const seconds: Tally[] = [];
  let underWay = 0;

  /** When no connection is free the request waits for one, and that time counts. */
  const connected = async (work: (connection: Connection) => Promise<void>): Promise<void> => {
    const connection = idle.shift() ?? (await new Promise<Connection>((take) => waiting.push(take)));
    await work(connection);
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  };

  const fail = (into: readonly Tally[], what: string): void => {
    for (const { failed } of into) failed[what] = (failed[what] ?? 0) + 1;
  };

  /** The answer's body when it succeeded. */
  const ask = async (
    into: readonly Tally[],
    name: "create" | "complete",
    sinceMs: number,
    sent: Promise<Answer>,
  ): Promise<string | null> => {
    const { status, text } = await sent.catch((error: Error): Answer => ({ status: 0, text: error.message }));
    const tookMs = performance.now() - sinceMs;
    if (status === 503 && text.includes('"SERVICE_UNAVAILABLE"')) {
      for (const tally of into) {
        tally.refused[name] += 1;
        tally.refusal.add(tookMs);
      }
      return null;
    }
    for (const tally of into) tally[name].add(tookMs);
    if (status >= 200 && status < 300) return text;
    fail(into, `${name} ${status} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 80)}`);
    return null;
  };

  const pay = async (into: readonly Tally[], dueMs: number): Promise<void> => {
    const merchant = merchants[draw() % merchants.length];
    if (merchant === undefined) throw new Error("there are merchants");
    const head =
      "POST /api/v1/checkout/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
      `Authorization: Bearer ${merchant.apiKey}\r\nIdempotency-Key: ${randomUUID()}\r\n`;
    const phone = `+22507${String(draw() % 100_000_000).padStart(8, "0")}`;
    const body = JSON.stringify({
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone, operator: "ORANGE", countryCode: "CI" },
    });
    await connected(async (connection) => {
      const made = await ask(into, "create", dueMs, connection.send(head, session));
      const id = made === null ? undefined : /"id":"(cs_[^"]+)"/.exec(made)?.[1];
      if (id === undefined) return;
      created.add(id);
      const sent = connection.send(asPayer("POST", `${id}/complete`), body);
      const answer = await ask(into, "complete", performance.now(), sent);
      if (answer === null) return;
      if (!answer.includes('"SUCCEEDED"')) fail(into, "complete that did not end");
      else {
        paid.add(id);
        for (const tally of into) tally.paid += 1;
      }
    });
  };

  for (let count = 0; count < CONNECTIONS; count += 1) {
    const connection = createConnection(port);
    idle.push(connection);
    void connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n", "").catch(() => {});
    if (count % 10 === 0) await sleep(10_000 / OPENED_PER_SECOND);
  }
  await sleep(200);
  const beganMs = performance.now();
  let dueMs = beganMs;
  for (const [step, { rate, seconds: lasting }] of steps.entries()) {
    const endMs = dueMs + lasting * 1_000;
    while (dueMs < endMs) {
      for (; dueMs < Math.min(endMs, performance.now()); dueMs += 1_000 / rate) {
        const at = Math.floor((dueMs - beganMs) / 1_000);
        seconds[at] ??= newTally();
        const into = [tallies[step] ?? newTally(), seconds[at]];
        for (const tally of into) tally.came += 1;
        underWay += 1;
        void pay(into, dueMs).finally(() => {
          underWay -= 1;
        });
      }
      await sleep(TICK_MS);
    }
  }
  for (let waitedMs = 0; underWay > 0 && waitedMs < LAST_ANSWERS_MS; waitedMs += 20) await sleep(20);
  const unanswered = underWay;
  const shares = { steps: tallies.map(shown), seconds: seconds.map(shown) };
  return { ...shares, unanswered, ...(await lookUp(port, created, paid)) };
}

const newTally = (): Tally => ({
  came: 0,
  paid: 0,
  refused: { create: 0, complete: 0 },
  failed: {},
  create: createLatencies(),
  complete: createLatencies(),
  refusal: createLatencies(),
});

const shown = ({ create, complete, refusal, ...counts }: Tally): Surge => ({
  ...counts,
  create: create.summary(),
  complete: complete.summary(),
  refusal: refusal.summary(),
});
