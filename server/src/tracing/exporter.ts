import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import type { Logger } from "../kit/logger.ts";
import type { Secret } from "../kit/secret.ts";
import type { Span } from "./span.ts";

export interface ExporterDeps {
  /** The collector's address without `/v1/traces`. */
  readonly endpoint: string;
  /** Sent with each request, for a collector that asks who calls. */
  readonly headers: Secret<Readonly<Record<string, string>>> | undefined;
  readonly serviceName: string;
  readonly version: string;
  readonly log: Logger;
}

export interface SpanExporter {
  /** Queues a span; when 2 048 wait, it is dropped. */
  give(span: Span): void;
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>;
}

const CLOSE_WAIT_MS = 2_000;
const SEND_TIMEOUT_MS = 10_000;
/** The sampling flag of an exported span. */
const SAMPLED = 1;
const OK = 0;

/**
 * Sends spans to a collector by OTLP over HTTP, in batches every five seconds. A collector that is away is logged once
 * when it goes and once when it is back. OpenTelemetry's code is loaded here, so an installation without traces never
 * loads it.
 */
export async function openExporter(deps: ExporterDeps): Promise<SpanExporter> {
  const { endpoint, headers, serviceName, version, log } = deps;
  const [{ BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-proto"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: { ...headers?.reveal() },
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  let isAway = false;
  const processor = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          const fails = result.code !== OK;
          if (fails && !isAway) log.warn("traces.not_sent", { error: result.error });
          if (!fails && isAway) log.info("traces.sent_again", {});
          isAway = fails;
          // What could not be sent is dropped: traces are samples.
          done({ code: OK });
        }),
      shutdown: () => exporter.shutdown(),
    },
  });
  const resource = resourceFromAttributes({
    "service.name": serviceName,
    "service.version": version,
    "process.pid": process.pid,
  });
  return {
    give: (span) => processor.onEnd(readable(span, resource, version)),
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_WAIT_MS);
      });
      const closed = processor.shutdown().catch((error: unknown) => log.warn("traces.not_sent", { error }));
      await Promise.race([closed, late]);
      clearTimeout(timer);
    },
  };
}

/** OpenTelemetry's numbers of kinds and states. */
const kinds = { internal: 0, server: 1, client: 2 } as const;
const UNSET = 0;
const ERROR = 2;

/** A span in the form that OpenTelemetry's exporters take. */
function readable(span: Span, resource: ReadableSpan["resource"], version: string): ReadableSpan {
  const context = (traceId: string, spanId: string) => ({ traceId, spanId, traceFlags: SAMPLED });
  const { traceId, spanId, parentSpanId, link } = span;
  return {
    name: span.name,
    kind: kinds[span.kind],
    spanContext: () => context(traceId, spanId),
    ...(parentSpanId === null ? {} : { parentSpanContext: context(traceId, parentSpanId) }),
    startTime: hrTime(span.startMs),
    endTime: hrTime(span.endMs),
    duration: hrTime(span.endMs - span.startMs),
    ended: true,
    status: { code: span.isError ? ERROR : UNSET },
    attributes: { ...span.attributes },
    links: link === null ? [] : [{ context: context(link.traceId, link.spanId) }],
    events: [],
    resource,
    instrumentationScope: { name: "cauris", version },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds and nanoseconds. */
function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
}
