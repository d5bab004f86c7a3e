import {
  type HttpOut,
  HttpOutError,
  type OutgoingRequest,
  type OutgoingResponse,
} from "../../src/kit/http-out.ts";
import type { Random } from "../../src/kit/random.ts";

/**
 * A faulty network: wraps an egress and spoils some of its exchanges, on order (`failNext`) or by chance (`rates`,
 * drawn from the given randomness, so that a seed replays them).
 */
export const faults = [
  /** Nothing was sent; the caller timed out. */
  "TIMEOUT_BEFORE",
  /** The other side did its work; the answer was lost. */
  "TIMEOUT_AFTER",
  "RESET_BEFORE",
  "RESET_AFTER",
  /** Never connected. */
  "REFUSED",
  /** The other side did its work, then a proxy answered 500. */
  "ERROR_500",
  /** The other side did its work; the answer is 200 and unreadable. */
  "GARBAGE",
  /** The answer comes, late: `onDelay` moves the clock or lets others act first. */
  "DELAY",
  /** The request arrives twice; the second answer comes back. */
  "DUPLICATE",
] as const;
export type Fault = (typeof faults)[number];

export interface FaultyHttp {
  readonly http: HttpOut;
  /** The next requests get these faults, one each, before chance applies. `null` lets one pass. */
  failNext(...next: readonly (Fault | null)[]): void;
  /** Chance of each fault per request, in [0, 1]; their sum is at most 1. */
  setRates(rates: Partial<Record<Fault, number>>): void;
  /** No more faults, neither ordered nor by chance. */
  calm(): void;
  /** What happened, oldest first. Paths only: no host, no query. */
  readonly history: readonly {
    readonly fault: Fault | null;
    readonly method: string;
    readonly path: string;
  }[];
}

const garbage: readonly string[] = [
  "",
  "<!doctype html><title>Request Rejected</title><p>OK",
  '{"status":"SUCC',
  '{"ok":true}',
  "[]",
  "null",
  '"SUCCEEDED"',
  "\u0000\uffff",
];

export function createFaultyHttp(deps: {
  readonly inner: HttpOut;
  readonly random: Random;
  readonly rates?: Partial<Record<Fault, number>>;
  readonly onDelay?: () => Promise<void> | void;
}): FaultyHttp {
  const { inner, random, onDelay } = deps;
  let rates = deps.rates ?? {};
  const orders: (Fault | null)[] = [];
  const history: { fault: Fault | null; method: string; path: string }[] = [];

  const draw = (): Fault | null => {
    let left = random.unit();
    for (const fault of faults) {
      left -= rates[fault] ?? 0;
      if (left < 0) return fault;
    }
    return null;
  };

  const perform = async (fault: Fault | null, request: OutgoingRequest): Promise<OutgoingResponse> => {
    switch (fault) {
      case null:
        return await inner(request);
      case "TIMEOUT_BEFORE":
        throw new HttpOutError("timeout", "injected: nothing was sent");
      case "RESET_BEFORE":
        throw new HttpOutError("reset", "injected: nothing was sent");
      case "REFUSED":
        throw new HttpOutError("refused", "injected: not connected", false);
      case "TIMEOUT_AFTER":
        await inner(request);
        throw new HttpOutError("timeout", "injected: the answer was lost");
      case "RESET_AFTER":
        await inner(request);
        throw new HttpOutError("reset", "injected: the answer was lost");
      case "ERROR_500":
        await inner(request);
        return answer(500, '{"message":"injected"}');
      case "GARBAGE":
        await inner(request);
        return answer(200, garbage[Math.floor(random.unit() * garbage.length)] ?? "");
      case "DELAY": {
        const response = await inner(request);
        await onDelay?.();
        return response;
      }
      case "DUPLICATE":
        await inner(request);
        return await inner(request);
    }
  };

  return {
    http: async (request) => {
      const ordered = orders.shift();
      const fault = ordered === undefined ? draw() : ordered;
      history.push({ fault, method: request.method, path: new URL(request.url).pathname });
      return await perform(fault, request);
    },
    failNext: (...next) => {
      orders.push(...next);
    },
    setRates: (next) => {
      rates = next;
    },
    calm: () => {
      rates = {};
      orders.length = 0;
    },
    history,
  };
}

function answer(status: number, body: string): OutgoingResponse {
  return { status, headers: { "content-type": "text/html" }, body: Buffer.from(body), cut: false };
}
