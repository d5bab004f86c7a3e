import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../composition/app.ts";
import type { AppPorts } from "../composition/ports.ts";
import type { Egress } from "../http-out/index.ts";
import { createManualClock } from "../kit/clock.ts";
import { HttpOutError } from "../kit/http-out.ts";
import type { Logger } from "../kit/logger.ts";

/** An answer of the API; its data is JSON from outside. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read as a merchant's server without types reads it.
  readonly data: any;
}

/** Calls an operation of the API with a key, without the network. */
export type Call = (
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  options?: { readonly body?: unknown; readonly scenario?: string; readonly token?: string | null },
) => Promise<Answer>;

/** A busy service is asked again this often. The first wait is `REPEAT_AFTER_MS`, and each further one is that much longer. */
const REPEATS_MAX = 8;
const REPEAT_AFTER_MS = 250;

/**
 * Calls this instance's own server; `token` is used where a call names none. A call that a busy service refused is repeated under the
 * same idempotency key, because one refused call would end the demonstration until the next start.
 */
export function createCall(
  {
    http,
    ids,
  }: { readonly http: { readonly app: Pick<App["http"]["app"], "inject"> }; readonly ids: App["ids"] },
  token: string,
): Call {
  return async (method, path, { body, scenario, token: other } = {}) => {
    const used = other === undefined ? token : other;
    const headers = {
      host: "localhost",
      ...(used === null ? {} : { authorization: `Bearer ${used}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" && used !== null ? { "idempotency-key": ids.uuid() } : {}),
      ...(scenario === undefined ? {} : { "sandbox-scenario": scenario }),
    };
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    for (let repeat = 0; ; repeat += 1) {
      const response = await http.app.inject({ method, url: `/api/v1${path}`, headers, ...payload });
      const { data, error } = response.json();
      if (error?.code !== "SERVICE_UNAVAILABLE" || repeat === REPEATS_MAX)
        return { status: response.statusCode, data };
      await sleep(REPEAT_AFTER_MS * (repeat + 1));
    }
  };
}

/** Opens another instance of the application on the same database, which listens nowhere and starts no loop. */
export type OpenBeside = (ports: Pick<AppPorts, "clock" | "egress" | "log">) => Promise<App>;

/** An instance of the application whose clock stands in the past and is moved by who plays there. */
export interface Past {
  readonly app: App;
  nowMs(): number;
  /** Never back: a wallet's bookings follow one another in time. */
  moveTo(atMs: number): void;
  /** The provider takes so long to answer what comes next. */
  answersAfter(tookMs: number): void;
  /** Runs the loops of these names, in turn, until none finds anything to do. */
  run(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const ROUNDS_MAX = 50;

/** What happens in the past is no news of this service; what goes wrong there is. */
const withoutNews = (log: Logger): Logger => ({
  ...log,
  debug: () => {},
  info: () => {},
  with: (fields) => withoutNews(log.with(fields)),
});

/**
 * Opens the past. Its provider is its own simulator, reached without the network; no other address is reached from there.
 * An answer of the simulator's API moves the clock by as long as the provider takes.
 */
export async function openPast(
  open: OpenBeside,
  { ownUrl, log }: { readonly ownUrl: string; readonly log: Logger },
  beginMs: number,
): Promise<Past> {
  const clock = createManualClock(beginMs);
  let tookMs = 0;
  let app: App | null = null;
  const inside: Egress["trusted"] = async ({ method, url, headers, body }) => {
    if (app === null || !url.startsWith(`${ownUrl}/`))
      throw new HttpOutError("blocked", "the past reaches nothing but itself");
    const path = url.slice(ownUrl.length);
    const response = await app.http.app.inject({
      method,
      url: path,
      headers: { host: "localhost", ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    if (method === "POST" && path.startsWith("/simulator/")) {
      clock.advance(tookMs);
      tookMs = 0;
    }
    const answered = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    );
    return {
      status: response.statusCode,
      headers: Object.fromEntries(answered),
      body: response.rawPayload,
      cut: false,
    };
  };
  const egress: Egress = {
    trusted: inside,
    guarded: () => async () => {
      throw new HttpOutError("blocked", "the past sends nothing");
    },
    checkAddress: async () => null,
    close: async () => {},
  };
  const opened = await open({ clock, egress, log: withoutNews(log) });
  app = opened;
  return {
    app: opened,
    nowMs: clock.nowMs,
    moveTo: (atMs) => clock.set(Math.max(clock.nowMs(), atMs)),
    answersAfter: (ms) => {
      tookMs = ms;
    },
    run: async (names) => {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        let done = 0;
        for (const name of names) {
          done += (await opened.loops[name]?.runOnce()) ?? 0;
          await opened.callbacksSettled();
        }
        if (done === 0) return;
      }
      throw new Error("the past never comes to rest");
    },
    close: () => opened.stop(),
  };
}
