import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { createSeededRandom } from "../../src/kit/random.ts";

/**
 * Payers who pay one session after another and record every answer. A request without an answer is repeated unchanged,
 * as a good client does: the same idempotency key, the same payment details.
 */
export interface Load {
  /** What the service has acknowledged, by session; sessions only once their creation was answered. */
  readonly payments: ReadonlyMap<string, AcknowledgedPayment>;
  /** Answers that no crash excuses, one line each. */
  readonly surprises: readonly string[];
  /** Requests without an answer, or with 5xx: what a caller without retries would have seen. */
  readonly failures: readonly string[];
  /** Requests sent and not answered. */
  inFlight(): number;
  answered(): number;
  /** How long the payer who waited longest was refused before an answer came, in milliseconds; for other reasons than a busy service. */
  refusedMsMax(): number;
  /** No new sessions; resolves when every payment in flight has ended. */
  finish(): Promise<void>;
  /** Ends at once, whatever is in flight. */
  abort(): Promise<void>;
}

export interface AcknowledgedPayment {
  readonly sessionId: string;
  readonly reference: string;
  readonly amount: string;
  /** Answered by `complete`: the attempt exists. On the clock of `Date.now()`. */
  completed: { readonly chargeId: string; readonly atMs: number } | null;
  /** The payer was shown success. */
  succeeded: { readonly chargeId: string; readonly paymentIntentId: string; readonly atMs: number } | null;
}

export interface LoadOptions {
  readonly origin: string;
  readonly apiKey: string;
  readonly payers: number;
  readonly seed: number;
  /** Last digits of the payers' phones, drawn at random: they choose the simulator's behaviour. */
  readonly endings?: readonly string[];
  /** Payments that begin in a second, while there are payers enough; as fast as they can when absent. */
  readonly perSecond?: number;
  /** The address of a cell: a client that is answered 421 asks there. When absent, such an answer is a surprise. */
  readonly originOf?: (cell: string | null) => string;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a client without types reads it.
  readonly body: any;
}

/** Succeeds after 2 s, in the answer, before the answer, with doubled callbacks. */
const ENDINGS = ["789", "279", "279", "269", "179"];
const REQUEST_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 200;
const WAIT_MS = 4_000;

/** Starts at once. */
export function startLoad(options: LoadOptions): Load {
  const { apiKey, payers, seed, endings = ENDINGS, perSecond = Number.POSITIVE_INFINITY, originOf } = options;
  const random = createSeededRandom(seed);
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? new Pool(origin, { connections: payers, pipelining: 1 });
    pools.set(origin, pool);
    return pool;
  };
  let { origin } = options;
  const payments = new Map<string, AcknowledgedPayment>();
  const surprises: string[] = [];
  const failures: string[] = [];
  const aborting = new AbortController();
  setMaxListeners(0, aborting.signal);
  let inFlight = 0;
  let answered = 0;
  let refusedMsMax = 0;
  let count = 0;
  let finishing = false;

  const send = async (method: "GET" | "POST", path: string, body?: object, key?: string): Promise<Answer> => {
    const response = await poolOf(origin).request({
      method,
      path: `/api/v1${path}`,
      headers: {
        ...(path === "/checkout/sessions" ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headersTimeout: REQUEST_TIMEOUT_MS,
      bodyTimeout: REQUEST_TIMEOUT_MS,
      signal: aborting.signal,
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: JSON.parse(text) };
  };

  /** Repeats until the answer is not 503, and in the cell that an answer names. */
  const insist = async (...args: Parameters<typeof send>): Promise<Answer> => {
    let refusedAtMs: number | null = null;
    for (;;) {
      inFlight += 1;
      try {
        const answer = await send(...args);
        answered += 1;
        const isElsewhere = answer.status === 421 && originOf !== undefined;
        if (answer.status < 500 && answer.status !== 429 && !isElsewhere) {
          if (refusedAtMs !== null) refusedMsMax = Math.max(refusedMsMax, performance.now() - refusedAtMs);
          return answer;
        }
        if (isElsewhere) origin = originOf(answer.body.error.details.cell);
        const { code, details } = answer.body?.error ?? {};
        if (details?.reason !== "overloaded") refusedAtMs ??= performance.now();
        if (answer.status !== 429)
          failures.push(`${args[0]} ${shape(args[1])}: ${answer.status} ${code}${reasonOf(details)}`);
        // 503 asks for a later retry; any other 5xx is a fault.
        if (answer.status >= 500 && answer.status !== 503)
          surprises.push(`${args[0]} ${shape(args[1])}: ${answer.status} ${code}`);
      } catch (error) {
        if (aborting.signal.aborted) throw error;
        failures.push(
          `${args[0]} ${shape(args[1])}: ${error instanceof Error && "code" in error ? error.code : error}`,
        );
      } finally {
        inFlight -= 1;
      }
      await sleep(RETRY_DELAY_MS * (1 + random.unit()), undefined, { signal: aborting.signal });
    }
  };

  const pay = async (number: number): Promise<void> => {
    // Letters between the numbers: many digits in a row look like a card's.
    const reference = `load-${seed.toString(36)}-n${number}`;
    const amount = String(100 + Math.floor(random.unit() * 9_900));
    const created = await insist(
      "POST",
      "/checkout/sessions",
      { amount, currency: "XOF", title: "Charge", reference },
      reference,
    );
    if (created.status !== 201) return surprise(surprises, "create", created);
    const sessionId = String(created.body.data.id);
    const payment: AcknowledgedPayment = { sessionId, reference, amount, completed: null, succeeded: null };
    payments.set(sessionId, payment);

    const ending = endings[Math.floor(random.unit() * endings.length)] ?? "789";
    const phone = `+22505${String(number % 100_000).padStart(5, "0")}${ending}`;
    const path = `/checkout/pay/${sessionId}`;
    const completed = await insist("POST", `${path}/complete`, {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone, operator: "MTN", countryCode: "CI" },
    });
    if (completed.status === 200) {
      payment.completed = { chargeId: String(completed.body.data.chargeId), atMs: Date.now() };
    } else if (completed.body?.error?.code !== "CHECKOUT_SESSION_ALREADY_COMPLETED") {
      // An attempt whose answer was lost may have paid by the time it is repeated; nothing else may have happened.
      return surprise(surprises, "complete", completed);
    }
    for (;;) {
      const { status, body } = await insist("GET", `${path}/status?waitMs=${WAIT_MS}`);
      if (status !== 200) return surprise(surprises, "status", { status, body });
      const { data } = body;
      if (data.status === "PROCESSING") continue;
      if (data.status !== "SUCCEEDED") return surprise(surprises, `status of ${ending}`, { status, body });
      payment.succeeded = {
        chargeId: String(data.chargeId),
        paymentIntentId: String(data.paymentIntentId),
        atMs: Date.now(),
      };
      return;
    }
  };

  let nextMs = performance.now();
  /** Waits for the turn of the next payment. Turns that were missed are not made up for. */
  const turn = async (): Promise<void> => {
    const nowMs = performance.now();
    const mineMs = Math.max(nextMs, nowMs);
    nextMs = mineMs + 1_000 / perSecond;
    if (mineMs > nowMs) await sleep(mineMs - nowMs, undefined, { signal: aborting.signal });
  };
  const payer = async (): Promise<void> => {
    while (!finishing) {
      await turn();
      if (finishing) return;
      count += 1;
      await pay(count);
    }
  };
  const all = Promise.allSettled(Array.from({ length: payers }, () => payer()));

  return {
    payments,
    surprises,
    failures,
    inFlight: () => inFlight,
    answered: () => answered,
    refusedMsMax: () => refusedMsMax,
    finish: async () => {
      finishing = true;
      const ends = await all;
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      const broken = ends.find((end) => end.status === "rejected");
      if (broken !== undefined) throw broken.reason;
    },
    abort: async () => {
      finishing = true;
      aborting.abort();
      await all;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

const reasonOf = (details?: { readonly reason?: string }): string =>
  details?.reason === undefined ? "" : ` ${details.reason}`;

/** The path without its session: a token does not belong in a report. */
function shape(path: string): string {
  return path.replace(/cs_[0-9a-z]+/, ":sessionId").replace(/\?.*/, "");
}

function surprise(surprises: string[], step: string, { status, body }: Answer): void {
  surprises.push(`${step}: ${status} ${JSON.stringify(body?.error ?? body?.data?.status ?? body)}`);
}
