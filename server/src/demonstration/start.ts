import type { Config } from "../config.ts";
import type { DemonstrationSize, PrepareDeps } from "../seed/index.ts";
import { sandboxOwner, writeDemonstrationReady } from "../seed/index.ts";
import { type DemonstrationDeps, type Making, openDemonstration } from "./make.ts";
import type { Pace } from "./pace.ts";
import { findDemonstration } from "./store.ts";

/** Two months, and enough payments that every list has several pages. */
const usualSize: DemonstrationSize = { days: 60, payments: 1_800 };
const usualPace: Pace = { scenesPerPart: 12, pauseFactor: 3 };

export interface StartDeps extends Omit<DemonstrationDeps, "tenantId" | "operator" | "ownerEmail" | "pace"> {
  /** To be called with what must be done before the service stops. */
  readonly onStop: (step: () => Promise<void>) => void;
}

export interface DemonstrationStart {
  /** What the sandbox's preparation is given: nothing where no demonstration is made. */
  readonly preparation: Pick<PrepareDeps, "demonstration" | "demonstrate">;
  /** Goes on with the making, in the background, when requests are answered. */
  begin(): void;
}

/**
 * Makes the demonstration where one process serves on its own PostgreSQL and does the background work: only there can it
 * let the loops stand still. `DEMO=off` makes none, and leaves one that is half made as it is.
 */
export function demonstrationOf(
  config: Pick<Config, "demo" | "databaseUrl" | "processes" | "role" | "dataDir">,
  deps: StartDeps,
  size: DemonstrationSize = usualSize,
  pace: Pace = usualPace,
): DemonstrationStart {
  const makes =
    config.demo === "on" &&
    config.databaseUrl === undefined &&
    config.processes === 1 &&
    config.role === "all";
  let making: Making | null = null;
  const run = async (work: Making): Promise<void> => {
    try {
      if (await work.run()) await writeDemonstrationReady(config.dataDir);
    } catch (error) {
      deps.log.error("demonstration.failed", { error });
    }
  };
  return {
    preparation: {
      ...(makes ? { demonstration: size } : {}),
      demonstrate: async ({ tenantId, operator }) => {
        if (makes) {
          making = await openDemonstration({
            ...deps,
            tenantId,
            operator,
            ownerEmail: sandboxOwner.email,
            pace,
          });
          if (making !== null) deps.onStop(making.stop);
        }
        if (making !== null) return "MAKING";
        const found = await findDemonstration(deps.db, tenantId);
        return found?.isFinished === true ? "READY" : null;
      },
    },
    begin: () => {
      if (making !== null) void run(making);
    },
  };
}
