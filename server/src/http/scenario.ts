import type { Mode } from "../kit/payment-terms.ts";
import { errors } from "./errors.ts";

/** Chooses what the provider simulator does with the payment, refund or payout that the request makes. */
export const SCENARIO_HEADER = "sandbox-scenario";

/**
 * The scenario that a request names, or null. Refuses with SANDBOX_ONLY a live caller, and with VALIDATION_ERROR a name
 * that is none of `known`. `mode` is null where the path, not a key, says whose money it is: who handles it checks then.
 */
export function readScenario(
  header: string | string[] | undefined,
  mode: Mode | null,
  known: ReadonlySet<string>,
): string | null {
  if (header === undefined) return null;
  if (mode === "LIVE") throw errors.SANDBOX_ONLY();
  // Node joins a header that came twice with a comma: no scenario has such a name.
  const name = String(header);
  if (known.has(name)) return name;
  const message = `Sandbox-Scenario must be one of ${[...known].join(", ")}.`;
  throw errors.VALIDATION_ERROR({ fields: [{ path: "Sandbox-Scenario", rule: "enum", message }] });
}
