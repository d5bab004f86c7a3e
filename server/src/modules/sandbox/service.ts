import { createSandboxClock, type SandboxClockDeps } from "./clock.ts";
import { createReset, type ResetDeps } from "./reset.ts";
import { createListScenarios, type TryableScenario } from "./scenarios.ts";
import { createTrigger, type TriggerDeps } from "./trigger.ts";

export type SandboxDeps = SandboxClockDeps &
  TriggerDeps &
  ResetDeps & { readonly scenarios: readonly TryableScenario[] };
export type Sandbox = ReturnType<typeof createSandbox>;

export function createSandbox(deps: SandboxDeps) {
  return {
    clock: createSandboxClock(deps),
    scenarios: createListScenarios(deps.scenarios),
    trigger: createTrigger(deps),
    reset: createReset(deps),
  };
}
