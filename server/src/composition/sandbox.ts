import type { Module } from "../modules/module.ts";
import { referenceEndOf } from "../modules/payments/index.ts";
import { createSandboxModule } from "../modules/sandbox/index.ts";
import type { Foundation } from "./foundation.ts";
import type { LocalProvider } from "./local-simulator.ts";
import type { People } from "./people.ts";
import type { Platform } from "./platform.ts";
import { createLocalProviderEntry } from "./web.ts";

/** The sandbox's tools and the provider inside this process; nothing where there is none. */
export function createSandbox(
  platform: Platform,
  local: LocalProvider | null,
  { shared }: Pick<Foundation, "shared">,
  { access }: Pick<People, "access">,
  wakeWork: () => void,
): readonly Module[] {
  if (local === null) return [];
  return [
    createSandboxModule({
      ...shared,
      scenarios: local.scenarios,
      shiftProvider: (tx, merchantNo, seconds) => local.shift(tx, referenceEndOf(merchantNo), seconds),
      wakeWork,
      forget: access.access.forget,
    }),
    createLocalProviderEntry(platform, local),
  ];
}
