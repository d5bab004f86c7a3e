import { createServer } from "node:http";
import type { Logger } from "../kit/logger.ts";
import type { Snapshot } from "./measure.ts";
import { print } from "./snapshot.ts";

export interface MetricsListenerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly log: Logger;
  /** All metrics of this instance. */
  readonly collect: () => Promise<Snapshot>;
}

/** Opens the listener that the settings want, if any, and adds its end to `undo`. */
export async function openMetrics(options: {
  readonly config: { readonly metricsHost: string; readonly metricsPort: number | "off" };
  readonly log: Logger;
  readonly collect: () => Promise<Snapshot>;
  readonly undo: (() => Promise<void>)[];
}): Promise<void> {
  const { config, log, collect, undo } = options;
  if (config.metricsPort === "off") return;
  const listener = await listenForMetrics({
    host: config.metricsHost,
    port: config.metricsPort,
    log,
    collect,
  });
  if (listener !== null) undo.push(listener.close);
}

export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

const PATH = "/metrics";
/** Longer than the slowest query behind a gauge may take. */
const REQUEST_TIMEOUT_MS = 20_000;

/**
 * Shows the metrics on a port of their own, in Prometheus's format. A port that is taken is logged and nothing else:
 * payments do not wait for their measurement. Null then.
 */
export async function listenForMetrics(options: MetricsListenerOptions): Promise<MetricsListener | null> {
  const { host, port, log, collect } = options;
  let underWay: Promise<{ readonly type: string; readonly text: string }> | null = null;
  const page = () => {
    underWay ??= collect()
      .then(print)
      .finally(() => {
        underWay = null;
      });
    return underWay;
  };
  const server = createServer((request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    if (path !== PATH) return void response.writeHead(404).end();
    if (request.method !== "GET" && request.method !== "HEAD") {
      return void response.writeHead(405, { allow: "GET, HEAD" }).end();
    }
    page().then(
      ({ type, text }) =>
        response
          .writeHead(200, { "content-type": type, "cache-control": "no-store" })
          .end(request.method === "HEAD" ? undefined : text),
      (error: unknown) => {
        log.error("metrics.failed", { error });
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, resolve);
    });
  } catch (error) {
    log.warn("metrics.not_served", { host, port, error, cure: "choose another METRICS_PORT, or off" });
    return null;
  }
  server.on("error", (error) => log.error("metrics.failed", { error }));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
