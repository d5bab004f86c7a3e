import type { Database } from "../../db/database.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { KeptDays } from "../../kit/retention.ts";
import type { Module } from "../module.ts";
import type { StepJournal } from "./journal.ts";
import { dropDaysBefore } from "./store.ts";

/** A step is stored this much later. What a payment does within it is one row. */
const WRITE_INTERVAL_MS = 2_000;
const FORGET_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface PaymentStepsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keptDays: Pick<KeptDays, "paymentSteps">;
}

/** Writes what the journal has collected, in every process, and drops the days that are too old. */
export function createPaymentStepsModule(
  { db, clock, log, keptDays }: PaymentStepsDeps,
  journal: StepJournal,
): Module {
  const paymentSteps = createLoop({
    name: "payment_steps",
    intervalMs: WRITE_INTERVAL_MS,
    clock,
    log,
    run: () => journal.flush(),
  });
  return {
    jobs: {
      paymentSteps,
      forgottenSteps: createLoop({
        name: "forgotten_steps",
        intervalMs: FORGET_INTERVAL_MS,
        clock,
        log,
        run: (nowMs) =>
          dropDaysBefore(db, new Date(nowMs - keptDays.paymentSteps * DAY_MS).toISOString().slice(0, 10)),
      }),
    },
    everywhere: [paymentSteps],
    close: async () => {
      try {
        while ((await journal.flush()) > 0);
      } catch (error) {
        log.error("payment.steps.lost", { error });
      }
    },
  };
}
