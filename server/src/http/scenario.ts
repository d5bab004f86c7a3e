import type { Mode } from "../kit/payment-terms.ts";
import { errors } from "./errors.ts";

/** Chooses what the provider simulator does with the payment, refund or payout of the request. */
export const SCENARIO_HEADER = "sandbox-scenario";

/**
 * The scenario that a request names, or null. Refuses a live caller with SANDBOX_ONLY, and a name that is not in
 * `known` with VALIDATION_ERROR. `mode` is null when the path, not a key, determines the merchant: the handler checks
 * it then.
 */
export function readScenario(
  header: string | string[] | undefined,
  mode: Mode | null,
  known: ReadonlySet<string>,
): string | null {
  if (header === undefined) return null;
  if (mode === "LIVE") throw errors.SANDBOX_ONLY();
  // Node joins a header sent twice with a comma: no scenario has such a name.
  const name = String(header);
  if (known.has(name)) return name;
  const message = `Sandbox-Scenario must be one of ${[...known].join(", ")}.`;
  throw errors.VALIDATION_ERROR({ fields: [{ path: "Sandbox-Scenario", rule: "enum", message }] });
}
