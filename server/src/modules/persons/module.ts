import { createLoop } from "../../jobs/loop.ts";
import type { Module } from "../module.ts";
import { createPersons, type Persons, type PersonsDeps } from "./service.ts";

const FORGET_INTERVAL_MS = 60_000;

export interface PersonsModule extends Module {
  readonly persons: Persons;
}

export function createPersonsModule(deps: PersonsDeps): PersonsModule {
  const persons = createPersons(deps);
  return {
    persons,
    jobs: {
      personSessions: createLoop({
        name: "person_sessions",
        intervalMs: FORGET_INTERVAL_MS,
        clock: deps.clock,
        log: deps.log,
        run: (nowMs) => persons.logIn.forgetOld(nowMs),
      }),
    },
    settled: () => persons.logIn.settled(),
  };
}
