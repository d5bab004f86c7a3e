import type { Permission, TenantPermission } from "../../http/permissions.ts";
import type { Route } from "../../http/route.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Module } from "../module.ts";
import { createListFinder } from "./asked-list.ts";
import { createMakerRights, type MakerRightsDeps } from "./maker-rights.ts";
import { merchantExportRoutes, tenantExportRoutes } from "./routes.ts";
import { createExports, type ExportsDeps } from "./service.ts";
import { createExportWorker } from "./worker.ts";

const WORK_INTERVAL_MS = 5_000;
const CLEAN_INTERVAL_MS = 600_000;

export interface ExportsModuleDeps extends Omit<ExportsDeps, "finder" | "wake">, MakerRightsDeps {
  readonly log: Logger;
  /** Wakes work of this name, in the process that does it. */
  readonly registerWork: (name: string, wake: () => void) => () => void;
}

/** `lists`: every route of the other modules; those of `exportableLists` can be exported. */
export function createExportsModule(deps: ExportsModuleDeps, lists: readonly Route[]): Module {
  const { clock, log } = deps;
  const finders = { merchant: createListFinder(lists, "key"), tenant: createListFinder(lists, "operator") };
  const worker = createExportWorker({ ...deps, finders, rightsOf: createMakerRights(deps) });
  const exports = createLoop({
    name: "exports",
    intervalMs: WORK_INTERVAL_MS,
    clock,
    log,
    run: worker.work,
  });
  const wake = deps.registerWork("exports", exports.wake);
  return {
    routes: [
      ...merchantExportRoutes(
        createExports({ ...deps, finder: finders.merchant, wake }),
        finders.merchant.permissions as readonly Permission[],
      ),
      ...tenantExportRoutes(
        createExports({ ...deps, finder: finders.tenant, wake }),
        finders.tenant.permissions as readonly TenantPermission[],
      ),
    ],
    jobs: {
      exports,
      oldExports: createLoop({
        name: "old_exports",
        intervalMs: CLEAN_INTERVAL_MS,
        clock,
        log,
        run: worker.clean,
      }),
    },
  };
}
