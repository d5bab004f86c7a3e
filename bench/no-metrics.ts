import * as table from "../server/src/metrics/table.ts";

/**
 * Takes all counting out of this process, for a measurement of what it costs: every counter, gauge and histogram that is
 * declared forgets what it is told. Throws when it finds none, because the comparison would then say that metrics are free.
 */
export function stopCounting(): void {
  let stopped = 0;
  for (const metric of Object.values<unknown>(table)) {
    if (typeof metric !== "object" || metric === null) continue;
    for (const count of ["add", "set", "observe"]) {
      if (!(count in metric)) continue;
      Object.assign(metric, { [count]: () => {} });
      stopped += 1;
    }
  }
  if (stopped === 0) throw new Error("No metric was found whose counting could be stopped.");
}
