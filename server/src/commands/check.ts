import { loadConfig } from "../config.ts";
import { checklist, judge } from "../production/check.ts";
import { readSurroundings } from "../production/surroundings.ts";

/** Prints the production checklist, whatever CAURIS_ENV is. Exit code 1 when something is wrong. */
export async function check(): Promise<number> {
  const config = loadConfig(process.env);
  const findings = judge(config, await readSurroundings(config));
  const wrong = findings.filter(({ problem }) => problem !== null).length;
  const verdict =
    wrong === 0 ? "Ready for production." : `${wrong} of ${findings.length} are not ready for production.`;
  process.stdout.write(`${checklist(findings)}\n  ${verdict}\n`);
  return wrong === 0 ? 0 : 1;
}
