import type { Clock } from "../kit/clock.ts";
import type { Random } from "../kit/random.ts";
import type { Book } from "./book.ts";
import { createCallbackSender } from "./callbacks.ts";
import { CONTROL_PATH, createControlPage } from "./control-page.tsx";
import { type AppliedFault, createFaults, type Faults, type RequestFault } from "./faults.ts";
import { type Reply, serveHttp } from "./http.ts";
import type { Holder, NotedRequest, StandIn, StandInDefinition, StandInRequest } from "./stand-in.ts";

/** A stand-in that listens. */
export interface RunningStandIn {
  readonly url: string;
  readonly book: Book;
  readonly faults: Faults;
  /** For providers that keep the callback address in their dashboard. */
  setCallbackUrl(holder: Holder, url: string): void;
  /** Sends what is due, late callbacks included. */
  report(): Promise<void>;
  close(): Promise<void>;
}

const SETTLE_AFTER_MS = 2_000;
const REQUESTS_LENGTH_MAX = 200;

/**
 * Opens a stand-in on 127.0.0.1. Without `port` it takes a free one; without `reportEveryMs` it reports only when
 * `report` is called, so that a test decides when. Rejects when the port is in use.
 */
export async function openStandIn(
  definition: StandInDefinition,
  deps: {
    readonly clock: Clock;
    readonly random: Random;
    readonly port?: number;
    readonly settleAfterMs?: number;
    readonly reportEveryMs?: number;
  },
): Promise<RunningStandIn> {
  const { clock, random, port = 0, settleAfterMs = SETTLE_AFTER_MS, reportEveryMs } = deps;
  const faults = createFaults();
  const callbacks = createCallbackSender({ clock, faults });
  const callbackUrls = new Map<Holder, string>();
  const requests: NotedRequest[] = [];
  let standIn: StandIn | null = null;

  const note = (request: StandInRequest, fault: RequestFault | null, reply: Reply): void => {
    const { method, path } = request;
    const result = typeof reply === "string" ? reply : String(reply.status);
    requests.unshift({ atMs: clock.nowMs(), method, path, fault, result });
    requests.length = Math.min(requests.length, REQUESTS_LENGTH_MAX);
  };
  const report = async (): Promise<void> => {
    await standIn?.report();
    await callbacks.flush();
  };
  const control = createControlPage({
    definition,
    faults,
    callbackUrls,
    report,
    book: () => standIn?.book.list() ?? [],
    end: (key, end) => standIn?.book.end(key, end),
    canRevokeTokens: () => standIn?.revokeTokens !== undefined,
    requests: () => requests,
    callbacks: callbacks.history,
  });

  const server = await serveHttp(port, async (request) => {
    if (standIn === null) return "RESET";
    if (request.path === CONTROL_PATH || request.path.startsWith(`${CONTROL_PATH}/`)) {
      return control(request);
    }
    const fault = faults.takeForRequest(request);
    const reply = await answer(standIn, request, fault);
    note(request, fault?.kind ?? null, reply);
    if (typeof reply === "string") return reply;
    return { ...reply, headers: { date: new Date(clock.nowMs()).toUTCString(), ...reply.headers } };
  });
  standIn = definition.open({
    clock,
    random,
    baseUrl: server.url,
    faults,
    settleAfterMs,
    send: callbacks.send,
    callbackUrlOf: (holder) => callbackUrls.get(holder) ?? null,
  });
  const { book, close } = standIn;
  const timer = reportEveryMs === undefined ? null : setInterval(report, reportEveryMs);

  return {
    url: server.url,
    book,
    faults,
    setCallbackUrl: (holder, url) => {
      callbackUrls.set(holder, url);
    },
    report,
    close: async () => {
      if (timer !== null) clearInterval(timer);
      await server.close();
      await close();
    },
  };
}

async function answer(
  standIn: StandIn,
  request: StandInRequest,
  fault: AppliedFault<RequestFault> | null,
): Promise<Reply> {
  const handled = async (): Promise<Reply> => (await standIn.handle(request)) ?? "SILENCE";
  switch (fault?.kind) {
    case undefined:
      return handled();
    case "SLOW":
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      return handled();
    case "SILENT_BEFORE":
      return "SILENCE";
    case "SILENT_AFTER":
      await handled();
      return "SILENCE";
    case "RESET_BEFORE":
      return "RESET";
    case "RESET_AFTER":
      await handled();
      return "RESET";
    case "ERROR_BEFORE":
      return { status: 503, json: { message: "Service unavailable" } };
    case "ERROR_AFTER":
      await handled();
      return { status: 500, json: { message: "Internal error" } };
    case "HTML":
      await handled();
      return { status: 200, html: "<!doctype html><title>Request Rejected</title><p>Request Rejected" };
    case "TOO_MANY": {
      const headers = { "retry-after": String(fault.retryAfterSeconds) };
      return { status: 429, headers, json: { message: "Too many requests" } };
    }
    case "EXPIRED_TOKEN":
      standIn.revokeTokens?.();
      return handled();
  }
}
