import { createDatabaseGauges } from "../database-gauges/database-gauges.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../kit/clock.ts";
import { type Id, publicId } from "../kit/ids.ts";
import type { Logger } from "../kit/logger.ts";
import type { MetricValue, Snapshot } from "../metrics/measure.ts";
import { alarmConditions } from "../modules/provider-health/index.ts";
import { findOpenRestore } from "../modules/restores/index.ts";
import { type Finding, ok, spell, unseen, wrong } from "./finding.ts";

const MINUTE = 60;
const HOUR = 3_600;
/** The same limits as the alerts have. */
const limits = {
  deliveries: 5 * MINUTE,
  work: 10 * MINUTE,
  unknown: HOUR,
  seal: 10 * MINUTE,
  check: 2 * HOUR,
};

export interface StateDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the database says of the work: webhooks, other work that is due, unknown outcomes, seals, invariants. */
export async function lookAtState(deps: StateDeps): Promise<readonly Finding[]> {
  return judgeState(await createDatabaseGauges(deps)(), deps.clock.nowMs());
}

/** Pure. A reading without values could not be made. */
export function judgeState(snapshot: Snapshot, nowMs: number): readonly Finding[] {
  const of = (name: string): readonly MetricValue[] =>
    snapshot.find((metric) => metric.name === name)?.values ?? [];
  const largest = (values: readonly MetricValue[]): MetricValue | null =>
    values.reduce<MetricValue | null>(
      (top, each) => (top === null || each.value > top.value ? each : top),
      null,
    );

  const due = of("cauris_jobs_oldest_due_seconds");
  const deliveries = due.find(({ labels }) => labels.kind === "webhook_deliveries");
  const work = largest(due.filter(({ labels }) => labels.kind !== "webhook_deliveries"));
  const unknown = largest(of("cauris_unknown_oldest_seconds"));
  const [seal] = of("cauris_seal_age_seconds");
  const broken = of("cauris_invariant_violations").filter(({ value }) => value > 0);
  const checked = largest(of("cauris_invariant_checked_timestamp_seconds"));
  const isWorking = "Look whether a process with ROLE=all or worker runs, and what its log says.";

  const late = (
    name: string,
    found: MetricValue | null | undefined,
    limit: number,
    cure: string,
    what = "",
  ): Finding => {
    if (found === null || found === undefined) return unseen(name, "the database did not say");
    return found.value > limit
      ? wrong(name, `${what}the oldest has waited ${spell(found.value)}`, cure)
      : ok(name, found.value === 0 ? "nothing waits" : `the oldest has waited ${spell(found.value)}`);
  };
  return [
    late("webhooks are sent in time", deliveries, limits.deliveries, isWorking),
    late("background work is done in time", work, limits.work, isWorking, `${work?.labels.kind ?? ""}: `),
    unknown === null
      ? ok("outcomes become known", "none is unknown")
      : late(
          "outcomes become known",
          unknown,
          limits.unknown,
          "Ask the provider; the queue of unknown payments in the console shows each.",
          `${unknown.labels.subject ?? ""} with ${unknown.labels.operator ?? ""}: `,
        ),
    late("transfers are sealed in time", seal, limits.seal, isWorking),
    broken.length > 0
      ? wrong(
          "the books obey their rules",
          `${broken.map(({ labels }) => labels.invariant).join(", ")} found rows that break the rule`,
          "docs/operating/runbooks/cauris-invariant-violated.md",
        )
      : ok("the books obey their rules", "no check found anything"),
    judgeChecks(checked, nowMs, isWorking),
  ];
}

function judgeChecks(checked: MetricValue | null, nowMs: number, cure: string): Finding {
  const name = "the books are checked every hour";
  if (checked === null) return unseen(name, "nothing was checked yet");
  const ageSeconds = Math.max(0, nowMs / 1_000 - checked.value);
  return ageSeconds > limits.check
    ? wrong(name, `the last check was ${spell(ageSeconds)} ago`, cure)
    : ok(name, `the last check was ${spell(ageSeconds)} ago`);
}

/** Whether the database was restored and what it lost is not reconciled: nothing is sent until then. */
export async function lookAtRestore(db: Database): Promise<readonly Finding[]> {
  const name = "no restore waits for its books";
  const restore = await findOpenRestore(db);
  if (restore === null) return [ok(name, "none does")];
  const point = new Date(restore.restoredToMs).toISOString();
  return [
    wrong(
      name,
      `the restore to ${point} is open: payouts and refunds wait`,
      "Run cauris-server after-restore.",
    ),
  ];
}

/**
 * How the accounts at providers fare, as the service's own tests and calls of them say. The doctor sends nothing to a
 * provider: a test with an operator's name on it is made in the console.
 */
export async function lookAtProviders(db: Database): Promise<readonly Finding[]> {
  const rows = await db.query<{
    id: Id<"providerAccount">;
    provider: string;
    mode: string;
    suspended: boolean;
    tested: boolean;
    alarms: readonly string[];
  }>({
    text: `select a.id, a.provider, a.mode, a.suspended_at is not null as suspended, a.test_passed_at is not null as tested,
        coalesce((select array_agg(l.kind order by l.last_seen_at desc) from provider_alarms l
          where l.account_id = a.id and ${alarmConditions.OPEN("l")}), '{}') as alarms
      from provider_accounts a where a.status = 'ENABLED' order by a.provider, a.id`,
  });
  if (rows.length === 0) return [unseen("providers", "no account is enabled")];
  return rows.map(({ id, provider, mode, suspended, tested, alarms }) => {
    const name = `provider ${provider} (${mode}, ${publicId("providerAccount", id)})`;
    const page = "Open the account in the console: it shows the calls, and tests the credentials.";
    if (suspended) return wrong(name, "it is suspended because its calls failed", page);
    if (alarms.length > 0) return wrong(name, `it has open alarms: ${[...new Set(alarms)].join(", ")}`, page);
    return mode === "LIVE" && !tested
      ? wrong(name, "it never passed its test", page)
      : ok(name, "no alarm is open");
  });
}
