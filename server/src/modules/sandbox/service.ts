import { createSandboxClock, type SandboxClockDeps } from "./clock.ts";
import { createReset, type ResetDeps } from "./reset.ts";
import { createTrigger, type TriggerDeps } from "./trigger.ts";

export type SandboxDeps = SandboxClockDeps & TriggerDeps & ResetDeps;
export type Sandbox = ReturnType<typeof createSandbox>;

export function createSandbox(deps: SandboxDeps) {
  return { clock: createSandboxClock(deps), trigger: createTrigger(deps), reset: createReset(deps) };
}
