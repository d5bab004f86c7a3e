import { createDueTimes } from "../due-times.ts";
import { createInvariantsLoop } from "../invariants/index.ts";
import { createSealer } from "../modules/ledger/index.ts";
import type { Module } from "../modules/module.ts";
import type { LocalProvider } from "./local-simulator.ts";
import type { Platform } from "./platform.ts";
import type { AppPorts } from "./ports.ts";

/** Work that no request depends on: seals, invariants, due times after a clock jump, and what is deleted in the end. */
export function createMaintenance(
  { db, clock, log, jobs }: Platform,
  { connectChecks, connectReplicaChecks, monotonicMs }: AppPorts,
  local: LocalProvider | null,
  wakeDueWork: () => void,
): Module {
  const connect = connectChecks ?? (async () => ({ query: db.query, close: async () => {} }));
  return {
    jobs: {
      ...jobs,
      ledgerSeals: createSealer({ db, clock, log }),
      invariants: createInvariantsLoop({
        connect,
        clock,
        log,
        ...(connectReplicaChecks === undefined ? {} : { connectReplica: connectReplicaChecks }),
      }),
      dueTimes: createDueTimes({
        db,
        clock,
        log,
        ...(local === null ? {} : { pullLocal: local.pullDue }),
        wake: wakeDueWork,
        ...(monotonicMs === undefined ? {} : { monotonicMs }),
      }),
    },
  };
}
