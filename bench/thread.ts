import {
  type EventLoopUtilization,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from "node:perf_hooks";

/** How the thread that answers requests spent a measured step. */
export interface ThreadReport {
  /** Share of the time in which it worked, or was kept from working. */
  readonly busy: number;
  /** Share of the time in which it collected garbage, and its longest pause for that, in milliseconds. */
  readonly garbage: number;
  readonly garbageMs: number;
  /** How long what was due on it waited, in milliseconds. */
  readonly lateMs: { readonly p50: number; readonly p99: number; readonly max: number };
}

export interface ThreadWatch {
  begin(): void;
  report(): ThreadReport;
}

const RESOLUTION_MS = 2;

/** Watches the thread that calls it. */
export function createThreadWatch(): ThreadWatch {
  const late = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let pauses: number[] = [];
  const garbage = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pauses.push(duration);
  });
  let used: EventLoopUtilization = performance.eventLoopUtilization();
  let beganAt = 0;
  return {
    begin: () => {
      used = performance.eventLoopUtilization();
      beganAt = performance.now();
      pauses = [];
      late.reset();
      late.enable();
      garbage.observe({ entryTypes: ["gc"] });
    },
    report: () => {
      const ms = performance.now() - beganAt;
      late.disable();
      garbage.disconnect();
      const lateMs = (nanos: number): number => round(Math.max(0, nanos / 1e6 - RESOLUTION_MS));
      return {
        busy: round(performance.eventLoopUtilization(used).utilization),
        garbage: round(pauses.reduce((sum, each) => sum + each, 0) / ms),
        garbageMs: round(Math.max(0, ...pauses)),
        lateMs: { p50: lateMs(late.percentile(50)), p99: lateMs(late.percentile(99)), max: lateMs(late.max) },
      };
    },
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
