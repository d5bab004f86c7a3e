import type { Static } from "typebox";
import type { Locale } from "../../kit/money.ts";
import type { NextStep, TransferInstructions } from "../../providers/provider.ts";
import { messageToPayer } from "./payer-messages.ts";
import type { NextStepView } from "./schemas.ts";
import { isAlive } from "./states.ts";
import type { Charge } from "./types.ts";

/** Default interval between two polls when the provider suggested none, in milliseconds. */
export const POLL_AFTER_MS = 2_000;

export const noStep = {
  nextStep: null,
  actionUrl: null,
  sandboxUrl: null,
  qrPayload: null,
  instructions: null,
  pollAfterMs: null,
} as const;

/** The payer's next step in an attempt in flight: what the provider asked for, or to poll again. */
export function stepView(charge: Pick<Charge, "status" | "reviewReason" | "nextStep"> | null) {
  const isTold = charge !== null && isAlive(charge.status) && charge.reviewReason === null;
  const step = isTold ? charge.nextStep : null;
  switch (step?.kind) {
    case "REDIRECT":
      return {
        nextStep: "REDIRECT" as const,
        actionUrl: step.actionUrl,
        sandboxUrl: null,
        qrPayload: null,
        instructions: null,
        pollAfterMs: POLL_AFTER_MS,
      };
    case "DISPLAY_QR":
      return {
        nextStep: "DISPLAY_QR" as const,
        actionUrl: step.actionUrl,
        sandboxUrl: null,
        qrPayload: step.qrPayload,
        instructions: null,
        pollAfterMs: step.pollAfterMs,
      };
    default:
      return {
        nextStep: "POLL" as const,
        actionUrl: null,
        sandboxUrl: step?.sandboxUrl ?? null,
        qrPayload: null,
        instructions: step?.instructions ?? null,
        pollAfterMs: step?.pollAfterMs ?? POLL_AFTER_MS,
      };
  }
}

/**
 * What stays of a step when its attempt ends: where a transfer was to be sent. The payer may have ordered it already, and
 * the payer's page then says not to order it again.
 */
export function lastingStep(step: NextStep | null): NextStep | null {
  return transferAsked(step) === null ? null : step;
}

/** Where the payer was asked to send a transfer; null for every other step. */
export function transferAsked(step: NextStep | null): TransferInstructions | null {
  return step?.kind === "POLL" ? step.instructions : null;
}

/** The same for a charge: nothing once it has ended or the payer has left it. Null: there is no charge yet. */
export function nextStepView(charge: Charge | null, locale: Locale): Static<typeof NextStepView> {
  if (charge === null || !isAlive(charge.status) || charge.supersededAtMs !== null)
    return { ...noStep, messageToPayer: null };
  return { ...stepView(charge), messageToPayer: messageToPayer(charge, locale) };
}
