import { parseArgs } from "node:util";
import { type Config, loadConfig } from "../config.ts";
import { bundleText, type DatabaseReport, readDatabaseReport, writeBundle } from "../doctor/bundle.ts";
import { examine } from "../doctor/examine.ts";
import type { Finding } from "../doctor/finding.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger } from "../log/logger.ts";
import { packageVersion } from "../version.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/**
 * Examines a running installation: database, rights, clock, disk, key, addresses, providers, work, invariants. Prints
 * what is wrong with its cure. Exit code 1 when something is. Changes nothing; `--bundle` writes a report.
 */
export async function doctor(args: readonly string[]): Promise<number> {
  const { json, bundle } = readOptions(args);
  const config = loadConfig(process.env);
  const log = createLogger({ level: "silent", format: "json" });
  let database: DatabaseReport | null = null;
  const findings = await examine({
    config,
    databaseAddress: () => databaseAddress(config),
    clock: systemClock,
    log,
    afterwards: async (db) => {
      if (bundle !== undefined) database = await readDatabaseReport(db);
    },
  });
  if (bundle !== undefined) {
    const nowMs = systemClock.nowMs();
    const metrics = await readMetrics(config);
    const parts = { config, env: process.env, version: packageVersion(), nowMs, findings, database, metrics };
    await writeBundle(bundle, bundleText(parts));
    process.stderr.write(`The report is in ${bundle}. Read it before you send it to anybody.\n`);
  }
  const bad = findings.filter(({ state }) => state === "wrong").length;
  process.stdout.write(
    json ? `${JSON.stringify({ ok: bad === 0, findings }, null, 2)}\n` : inWords(findings, bad),
  );
  return bad === 0 ? 0 : 1;
}

function readOptions(args: readonly string[]): {
  readonly json: boolean;
  readonly bundle: string | undefined;
} {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, bundle: { type: "string" } },
    });
    if (values.bundle === "") throw new Error("--bundle must name a file.");
    return { json: values.json ?? false, bundle: values.bundle };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const marks: Readonly<Record<Finding["state"], string>> = { ok: "ok   ", wrong: "WRONG", unseen: "-    " };

function inWords(findings: readonly Finding[], bad: number): string {
  const lines = findings.map(
    ({ name, state, seen, cure }) =>
      `  ${marks[state]} ${name}: ${seen}\n${cure === null ? "" : `        → ${cure}\n`}`,
  );
  const verdict = bad === 0 ? "Nothing is wrong." : `${bad} of ${findings.length} are wrong.`;
  return `${lines.join("")}\n  ${verdict}\n`;
}

const METRICS_PATIENCE_MS = 5_000;

/** What the running service shows on this machine; null when it shows nothing. */
async function readMetrics({ metricsHost, metricsPort }: Config): Promise<readonly string[] | null> {
  if (metricsPort === "off") return null;
  const host = metricsHost === "0.0.0.0" || metricsHost === "::" ? "127.0.0.1" : metricsHost;
  try {
    const answer = await fetch(`http://${host}:${metricsPort}/metrics`, {
      signal: AbortSignal.timeout(METRICS_PATIENCE_MS),
    });
    return answer.status === 200 ? (await answer.text()).trim().split("\n") : null;
  } catch {
    return null;
  }
}
