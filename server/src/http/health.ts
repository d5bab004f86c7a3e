import type { FastifyInstance } from "fastify";
import { successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { apiHeaders } from "./response-headers.ts";

/** By name: what must work for this process to serve. Each answers within about a second. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

/**
 * `/livez`: the process runs (restart it when this fails). `/readyz`: it can serve (send it no traffic when this fails);
 * red while the database is away and from the first moment of a stop.
 */
export function registerHealth(
  app: FastifyInstance,
  checks: ReadinessChecks,
  isStopping: () => boolean,
): void {
  const stateOf = shared(async () => {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const up = await check().catch(() => false);
        return [name, up ? "up" : "down"] as const;
      }),
    );
    return Object.fromEntries(found);
  });
  app.get("/livez", async (_request, reply) => {
    reply.headers(apiHeaders);
    return successEnvelope({ object: "liveness", status: "alive" }, null);
  });
  app.get("/readyz", async (_request, reply) => {
    reply.headers(apiHeaders);
    if (isStopping()) throw errors.SERVICE_UNAVAILABLE({ reason: "stopping" }, 1);
    const state = await stateOf();
    if (Object.values(state).includes("down")) throw errors.SERVICE_UNAVAILABLE({ checks: state }, 1);
    return successEnvelope({ object: "readiness", status: "ready", checks: state }, null);
  });
}

/** Callers at the same time share one run: probing must not become a load. */
function shared<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => {
    underWay ??= run().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
