import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import type { Random } from "../kit/random.ts";
import type { Secret } from "../kit/secret.ts";
import { openExporter } from "./exporter.ts";
import { createTracing, type Tracing } from "./tracing.ts";

/** The settings of traces, under the names that OpenTelemetry gives them. */
export interface TracingSettings {
  readonly otelExporterOtlpEndpoint: string | undefined;
  readonly otelExporterOtlpHeaders: Secret<Readonly<Record<string, string>>> | undefined;
  readonly otelTracesSamplerArg: number;
  readonly otelServiceName: string;
}

export interface OpenTracing extends Tracing {
  close(): Promise<void>;
}

/** The traces of this process or thread; null when they are off, which costs nothing. */
export async function openTracing(
  settings: TracingSettings,
  deps: { readonly clock: Clock; readonly random: Random; readonly log: Logger; readonly version: string },
): Promise<OpenTracing | null> {
  const { otelExporterOtlpEndpoint: endpoint } = settings;
  if (endpoint === undefined) return null;
  const exporter = await openExporter({
    endpoint,
    headers: settings.otelExporterOtlpHeaders,
    serviceName: settings.otelServiceName,
    version: deps.version,
    log: deps.log,
  });
  const { clock, random } = deps;
  const tracing = createTracing({
    clock,
    random,
    share: settings.otelTracesSamplerArg,
    give: exporter.give,
  });
  return { ...tracing, close: exporter.close };
}
