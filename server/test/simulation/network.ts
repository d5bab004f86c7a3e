import { createHash } from "node:crypto";
import type { Egress } from "../../src/http-out/index.ts";
import type { ManualClock } from "../../src/kit/clock.ts";
import { HttpOutError, type OutgoingRequest, type OutgoingResponse } from "../../src/kit/http-out.ts";
import { createSeededRandom, type Random } from "../../src/kit/random.ts";
import { createFaultyHttp, type Fault } from "../harness/faulty-http.ts";

/** The subject of a message. Both directions count: our calls, and the provider's callbacks. */
type Subject = "start" | "query" | "refund" | "refund_query" | "callback" | "other";

const callRates: Partial<Record<Fault, number>> = {
  TIMEOUT_BEFORE: 0.05,
  TIMEOUT_AFTER: 0.07,
  RESET_BEFORE: 0.04,
  RESET_AFTER: 0.05,
  REFUSED: 0.04,
  ERROR_500: 0.05,
  GARBAGE: 0.05,
  DUPLICATE: 0.05,
};
const ratesOf: { readonly [subject in Subject]: Partial<Record<Fault, number>> } = {
  start: callRates,
  query: callRates,
  refund: callRates,
  refund_query: callRates,
  callback: { TIMEOUT_BEFORE: 0.15, REFUSED: 0.1, RESET_AFTER: 0.08, ERROR_500: 0.05, DUPLICATE: 0.2 },
  other: {},
};
/**
 * A callback about one payment is dropped at most this often: the provider tries five times, and for money that arrives
 * after the end of its attempt callbacks are the only information before the reconciliation.
 */
const CALLBACK_DROPS_MAX = 2;
const losing: ReadonlySet<Fault> = new Set(["TIMEOUT_BEFORE", "REFUSED", "RESET_AFTER", "ERROR_500"]);

export interface Network {
  /** The egress of one process: it dies with the process. */
  egress(inner: Egress, isDead: () => boolean): Egress;
  /** Names the payment of a reference in the history, the same on every run. */
  name(reference: string, label: string): void;
  isNamed(reference: string): boolean;
  /** The name for references seen for the first time: they belong to the current operation. */
  expect(label: string | null): void;
  /** Repeats an earlier callback unchanged. */
  replay(
    send: (request: OutgoingRequest) => Promise<{ readonly status: number }>,
    unit: number,
  ): Promise<number | null>;
  /** No more faults, in either direction. */
  calm(): void;
  /** Event ids that the merchant's receiver accepted, and how often. */
  readonly received: ReadonlyMap<string, number>;
  /** Faults that happened, by kind: a simulation without them proves nothing. */
  readonly faults: ReadonlyMap<string, number>;
}

/**
 * The network between service, provider and merchant. Whether a message meets a fault depends on the seed, on its
 * subject and on the time, and not on the order in which messages are sent: so a seed replays a history although calls
 * run in parallel.
 */
export function createNetwork(seed: number, clock: ManualClock): Network {
  const labels = new Map<string, string>();
  const received = new Map<string, number>();
  const faults = new Map<string, number>();
  const drops = new Map<string, number>();
  /** By time and content: the order of messages at the same instant is not part of a history. */
  const sent = new Map<string, OutgoingRequest>();
  const receiverRandom = createSeededRandom(seed ^ 0x5eed);
  let calm = false;
  let expected: string | null = null;

  const unitOf = (key: string): number => {
    const digest = createHash("sha256").update(`${seed} ${key}`).digest();
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };

  const labelOf = (reference: string): string => {
    const known = labels.get(reference);
    if (known !== undefined) return known;
    const label = expected ?? "?";
    labels.set(reference, label);
    return label;
  };

  const about = (request: OutgoingRequest): { readonly subject: Subject; readonly label: string } => {
    const { pathname } = new URL(request.url);
    const body =
      typeof request.body === "string" ? (JSON.parse(request.body) as Record<string, unknown>) : {};
    const reference = String(body.reference ?? pathname.split("/").at(-1));
    if (pathname.startsWith("/provider-callbacks/"))
      return { subject: "callback", label: labelOf(reference) };
    const isRefund = pathname.includes("/refunds");
    if (isRefund && request.method === "POST") {
      labels.set(reference, `${labelOf(String(body.paymentReference))} refund ${body.amount}`);
    }
    if (isRefund) {
      return { subject: request.method === "POST" ? "refund" : "refund_query", label: labelOf(reference) };
    }
    if (pathname.includes("/payments")) {
      return { subject: request.method === "POST" ? "start" : "query", label: labelOf(reference) };
    }
    return { subject: "other", label: "" };
  };

  const draw = (request: OutgoingRequest): Fault | null => {
    const { subject, label } = about(request);
    if (subject === "callback") sent.set(`${clock.nowMs()} ${label} ${statusOf(request)}`, request);
    if (calm) return null;
    let left = unitOf(`${subject} ${label} ${clock.nowMs()}`);
    for (const [fault, rate] of Object.entries(ratesOf[subject]) as [Fault, number][]) {
      left -= rate;
      if (left >= 0) continue;
      if (subject === "callback" && losing.has(fault)) {
        const dropped = drops.get(label) ?? 0;
        if (dropped >= CALLBACK_DROPS_MAX) return null;
        drops.set(label, dropped + 1);
      }
      faults.set(`${subject} ${fault}`, (faults.get(`${subject} ${fault}`) ?? 0) + 1);
      return fault;
    }
    return null;
  };

  const receive = async (request: OutgoingRequest, random: Random): Promise<OutgoingResponse> => {
    const { id } = JSON.parse(String(request.body)) as { readonly id: string };
    const arrive = (): void => {
      received.set(id, (received.get(id) ?? 0) + 1);
    };
    const answer = (status: number, headers: Record<string, string> = {}): OutgoingResponse => ({
      status,
      headers,
      body: Buffer.alloc(0),
      cut: false,
    });
    const unit = calm ? 1 : random.unit();
    if (unit < 0.12) throw new HttpOutError("timeout", "the receiver did not answer");
    if (unit < 0.2) return answer(500);
    if (unit < 0.24) return answer(429, { "retry-after": "30" });
    if (unit < 0.27) return answer(302, { location: "https://elsewhere.example" });
    arrive();
    // It accepted the event but its answer was lost: the event will be sent again.
    if (unit < 0.34) throw new HttpOutError("reset", "the receiver's answer was lost");
    return answer(200);
  };

  return {
    egress: (inner, isDead) => {
      const assertAlive = (): void => {
        if (isDead()) throw new HttpOutError("reset", "the process was killed");
      };
      const network = createFaultyHttp({ inner: inner.trusted, random: createSeededRandom(seed) });
      return {
        trusted: async (request) => {
          assertAlive();
          // This very request takes the order: nothing comes between the two lines.
          network.failNext(draw(request));
          const response = await network.http(request);
          assertAlive();
          return response;
        },
        guarded: () => async (request) => {
          assertAlive();
          return await receive(request, receiverRandom);
        },
        checkAddress: async () => null,
        close: () => inner.close(),
      };
    },
    name: (reference, label) => {
      labels.set(reference, label);
    },
    isNamed: (reference) => labels.has(reference),
    expect: (label) => {
      expected = label;
    },
    replay: async (send, unit) => {
      const key = [...sent.keys()].sort()[Math.floor(unit * sent.size)];
      const request = key === undefined ? undefined : sent.get(key);
      return request === undefined ? null : (await send(request)).status;
    },
    calm: () => {
      calm = true;
    },
    received,
    faults,
  };
}

function statusOf({ body }: OutgoingRequest): string {
  return String((JSON.parse(String(body)) as { readonly status?: unknown }).status);
}
