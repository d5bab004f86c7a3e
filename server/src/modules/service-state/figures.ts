import type { MetricSnapshot, MetricValue, Snapshot } from "../../metrics/measure.ts";

/** Background work of one kind that is due now. */
export interface DueWork {
  readonly kind: string;
  /** Pieces; the gauge counts 10 000 at most. */
  readonly due: number;
  /** For how long the oldest of them has been due; null when none is. */
  readonly oldestDueSeconds: number | null;
}

const WEBHOOKS = "webhook_deliveries";
const DUE = "cauris_jobs_due";
const OLDEST_DUE = "cauris_jobs_oldest_due_seconds";

const valuesOf = (snapshot: Snapshot, name: string): readonly MetricValue[] =>
  snapshot.find((metric: MetricSnapshot) => metric.name === name)?.values ?? [];

/** All kinds of background work, the longest due first. Null when the gauges could not be read. Pure. */
function dueWorkOf(snapshot: Snapshot): readonly DueWork[] | null {
  const counts = valuesOf(snapshot, DUE);
  if (counts.length === 0) return null;
  const ages = new Map(valuesOf(snapshot, OLDEST_DUE).map(({ labels, value }) => [labels.kind, value]));
  return counts
    .map(({ labels, value: due }) => ({
      kind: String(labels.kind),
      due,
      oldestDueSeconds: due === 0 ? null : Math.round(ages.get(labels.kind) ?? 0),
    }))
    .toSorted((one, other) => (other.oldestDueSeconds ?? -1) - (one.oldestDueSeconds ?? -1));
}

/** Background work except webhooks. Null when the gauges could not be read. Pure. */
export const queuesOf = (snapshot: Snapshot): readonly DueWork[] | null =>
  dueWorkOf(snapshot)?.filter(({ kind }) => kind !== WEBHOOKS) ?? null;

/** Deliveries of webhooks that are due. Null when the gauges could not be read. Pure. */
export const webhooksDueOf = (snapshot: Snapshot): DueWork | null =>
  dueWorkOf(snapshot)?.find(({ kind }) => kind === WEBHOOKS) ?? null;
