import { notify } from "../../db/notify.ts";
import { ACCESS_CHANGED } from "../access/index.ts";
import { MERCHANTS_CHANGED } from "../merchants/index.ts";
import type { Module } from "../module.ts";
import { sandboxRoutes } from "./routes.ts";
import { createSandbox, type SandboxDeps } from "./service.ts";

/** Tools of the sandbox. They exist where a local provider does. */
export function createSandboxModule(deps: Omit<SandboxDeps, "announce">): Module {
  return {
    routes: sandboxRoutes(
      createSandbox({
        ...deps,
        announce: async (tx) => {
          await notify(tx, ACCESS_CHANGED);
          await notify(tx, MERCHANTS_CHANGED);
        },
      }),
    ),
  };
}
