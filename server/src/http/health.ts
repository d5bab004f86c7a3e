import type { FastifyInstance } from "fastify";
import type { Logger } from "../kit/logger.ts";
import { readiness as readinessMetric } from "../metrics/table.ts";
import { successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { apiHeaders } from "./response-headers.ts";

/**
 * By name: what must work for this process to serve. Each check answers within about a second: null when it works,
 * otherwise the reason, in words that may be public.
 */
export type ReadinessChecks = Readonly<Record<string, () => Promise<string | null>>>;

/** Why the service cannot serve, by check; null for checks that pass. */
type Findings = Readonly<Record<string, string | null>>;

export interface Readiness {
  /** Concurrent callers share one run of the checks, so that probes do not become a load. */
  look(): Promise<Findings>;
  /** Runs the checks regularly from now on, so that the log shows changes without any probe. */
  watch(): void;
  stop(): void;
}

/** The check that fails until the start is done. It is not logged: readiness was not lost, it was not there yet. */
export const STARTED = "prepared";

const WATCH_INTERVAL_MS = 5_000;

/**
 * Runs the checks, and logs each change of a check but `STARTED` once: `readiness.lost` and `readiness.regained`. `onReady` is
 * called after each look that found nothing wrong.
 */
export function createReadiness(checks: ReadinessChecks, log: Logger, onReady: () => void): Readiness {
  const before = new Map<string, string | null>();
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<Findings> | null = null;

  const note = (check: string, reason: string | null): void => {
    const last = before.get(check) ?? null;
    before.set(check, reason);
    readinessMetric.set({ check }, reason === null ? 0 : 1);
    if (check === STARTED) return;
    if (reason !== null && reason !== last) log.error("readiness.lost", { check, reason });
    if (reason === null && last !== null) log.info("readiness.regained", { check });
  };
  const run = async (): Promise<Findings> => {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const reason = await check().catch((error: unknown) => {
          log.debug("readiness.check.failed", { check: name, error });
          return "it could not be looked at";
        });
        note(name, reason);
        return [name, reason] as const;
      }),
    );
    if (found.every(([, reason]) => reason === null)) onReady();
    return Object.fromEntries(found);
  };
  const look = (): Promise<Findings> => {
    underWay ??= run().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  return {
    look,
    watch: () => {
      timer ??= setInterval(() => void look(), WATCH_INTERVAL_MS).unref();
    },
    stop: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}

/**
 * `/livez`: the process runs (restart it when this fails). `/readyz`: it can serve, and a write would work (send it no
 * traffic when this fails); it also fails from the first moment of a stop.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness, isStopping: () => boolean): void {
  app.get("/livez", async (_request, reply) => {
    reply.headers(apiHeaders);
    return successEnvelope({ object: "liveness", status: "alive" }, null);
  });
  app.get("/readyz", async (_request, reply) => {
    reply.headers(apiHeaders);
    if (isStopping()) throw errors.SERVICE_UNAVAILABLE({ reason: "stopping" }, 1);
    const found = Object.entries(await readiness.look());
    const checks = Object.fromEntries(found.map(([name, reason]) => [name, reason === null ? "up" : "down"]));
    const reasons = Object.fromEntries(found.filter(([, reason]) => reason !== null));
    if (Object.keys(reasons).length > 0) throw errors.SERVICE_UNAVAILABLE({ checks, reasons }, 1);
    return successEnvelope({ object: "readiness", status: "ready", checks }, null);
  });
}
