import type { Event } from "@cauris/sdk";
import type { Io } from "../io.ts";
import { signatureHeaders } from "./signing.ts";

/** How long a local server may take, in milliseconds: as long as the service waits for an endpoint. */
const ANSWER_TIMEOUT_MS = 15_000;
/** After an answer that is not 2xx. Then the event is given up: a handler that fails must not hold up the others. */
const retryDelaysMs = [1_000, 3_000, 5_000] as const;
/** While nothing listens at the address, for as long as it takes. */
const AWAY_DELAY_FIRST_MS = 500;
const AWAY_DELAY_MAX_MS = 5_000;

export interface Forwarded {
  /** Null: it did not answer in time. */
  readonly status: number | null;
  readonly isAccepted: boolean;
  readonly attempts: number;
  readonly durationMs: number;
}

export interface ForwardDeps {
  readonly io: Pick<Io, "fetch" | "sleep" | "nowMs" | "interrupted">;
  readonly url: string;
  readonly secret: string;
  /** Told when the local server is away, and when it is back. */
  readonly onAway: (isAway: boolean) => void;
  /** Told of an answer that is followed by another try. */
  readonly onRetry: (event: Event, answer: Forwarded, delayMs: number) => void;
}

/** Sends an event to the local server, signed, until it is accepted or given up. Null: interrupted. */
export async function forward(event: Event, deps: ForwardDeps): Promise<Forwarded | null> {
  const { io } = deps;
  let awayDelayMs = AWAY_DELAY_FIRST_MS;
  let isAway = false;
  for (let attempts = 1; !io.interrupted.aborted; ) {
    const answer = await send(event, deps);
    if (answer === "away") {
      if (!isAway) deps.onAway(true);
      isAway = true;
      await io.sleep(awayDelayMs);
      awayDelayMs = Math.min(awayDelayMs * 2, AWAY_DELAY_MAX_MS);
      continue;
    }
    if (isAway) deps.onAway(false);
    isAway = false;
    const done = { ...answer, attempts };
    const delayMs = retryDelaysMs[attempts - 1];
    if (done.isAccepted || delayMs === undefined) return done;
    deps.onRetry(event, done, delayMs);
    await io.sleep(delayMs);
    attempts += 1;
  }
  return null;
}

type Answer = Omit<Forwarded, "attempts">;

async function send(event: Event, { io, url, secret }: ForwardDeps): Promise<Answer | "away"> {
  const body = JSON.stringify(event);
  const begunMs = performance.now();
  const late = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const took = () => Math.round(performance.now() - begunMs);
  try {
    const response = await io.fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "cauris-cli",
        ...signatureHeaders(secret, { id: event.id, sentAtMs: io.nowMs(), body }),
      },
      body,
      // As the service, which follows none.
      redirect: "manual",
      signal: AbortSignal.any([late, io.interrupted]),
    });
    await response.body?.cancel();
    return { status: response.status, isAccepted: response.ok, durationMs: took() };
  } catch (error) {
    if (late.aborted) return { status: null, isAccepted: false, durationMs: took() };
    // Refused, reset or interrupted: nobody took it.
    if (error instanceof TypeError || io.interrupted.aborted) return "away";
    throw error;
  }
}
