import { publicId } from "../../kit/ids.ts";
import type { TimedStep } from "../payment-steps/index.ts";
import type { Charge, SessionCourse } from "../payments/index.ts";
import type { Refund } from "../payments/refunds/index.ts";
import type { Payout } from "../payouts/index.ts";

/** In the order in which they stand when they happened in the same millisecond. */
export const entryKinds = [
  "CREATED",
  "PAGE_OPENED",
  "METHODS_OFFERED",
  "ATTEMPT_STARTED",
  "ROUTE_CHOSEN",
  "REFUND_CREATED",
  "PAYOUT_CREATED",
  "PAYOUT_APPROVED",
  "PAYOUT_QUEUED",
  "PROVIDER_ASKED",
  "NEXT_STEP",
  "ATTEMPT_LEFT",
  "CALLBACK_RECEIVED",
  "OUTCOME",
  "HELD",
  "DECISION",
  "LEDGER_ENTRY",
  "EVENT",
  "DELIVERY",
  "SESSION_ENDED",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** One line of a timeline. */
export interface Entry {
  readonly atMs: number;
  readonly kind: EntryKind;
  /** The public id of what it is about. */
  readonly objectId: string | null;
  /** The public id of who did it, or `payer`, `provider`, `system`; null: it says nothing about anybody. */
  readonly actor: string | null;
  /** A stable word of ours. */
  readonly result: string | null;
  readonly text: string;
  /** The last time, and how often, where the same happened several times. */
  readonly untilMs?: number;
  readonly times?: number;
  readonly durationMs?: number;
  /** For operators: the calls behind it, by id. */
  readonly callIds?: readonly string[];
  readonly ledger?: {
    readonly from: string;
    readonly to: string;
    /** Minor units. */
    readonly amount: bigint;
    readonly currency: string;
    readonly type: string;
    readonly position: bigint;
    readonly isSealed: boolean;
  };
  readonly event?: { readonly id: string; readonly type: string; readonly sequence: number };
  readonly delivery?: {
    readonly id: string;
    readonly endpointId: string;
    readonly attemptNumber: number | null;
    readonly statusCode: number | null;
    readonly nextAttemptAtMs: number | null;
  };
}

const sentence = (word: string): string => word.toLowerCase().replaceAll("_", " ");

/** The payer's session and how it ended. A payment without a session has none. Pure. */
export function sessionEntries(
  session: SessionCourse,
  sessionId: string | null,
  by: string | null,
): readonly Entry[] {
  const about = { objectId: sessionId, actor: null, result: session.status };
  const ended: Readonly<Record<string, string>> = {
    EXPIRED: "The session expired.",
    CANCELLED: "The session was cancelled.",
  };
  const text = ended[session.status];
  return [
    {
      ...about,
      atMs: session.createdAtMs,
      kind: "CREATED",
      actor: by,
      result: null,
      text: sessionId === null ? "The payment was created." : "The checkout session was created.",
    },
    ...(text === undefined
      ? []
      : [{ ...about, atMs: session.updatedAtMs, kind: "SESSION_ENDED", text } as const]),
  ];
}

/** An attempt: its start, and its outcome with what brought it. Pure. */
export function chargeEntries(charge: Charge, steps: readonly TimedStep[]): readonly Entry[] {
  const about = { objectId: publicId("charge", charge.id), actor: null };
  const sourceOf = (outcome: string) => {
    const step = steps.find(
      (one) => one.kind === "OUTCOME" && one.chargeId === charge.id && one.outcome === outcome,
    );
    return step?.kind === "OUTCOME" ? ` It was told by ${sources[step.source]}.` : "";
  };
  return [
    {
      ...about,
      atMs: charge.createdAtMs,
      kind: "ATTEMPT_STARTED",
      actor: "payer",
      result: charge.paymentMethod,
      text: `Attempt ${charge.attemptNumber}, by ${sentence(charge.paymentMethod)}.`,
    },
    ...at(charge.supersededAtMs, (atMs) => ({
      ...about,
      atMs,
      kind: "ATTEMPT_LEFT",
      actor: "payer",
      result: null,
      text: "The payer left this attempt for another way to pay. Its provider is still asked about it.",
    })),
    ...at(charge.failedAtMs, (atMs) => ({
      ...about,
      atMs,
      kind: "OUTCOME",
      result: charge.failureCode ?? "FAILED",
      text: `The attempt failed: ${sentence(charge.failureCode ?? "for an unknown reason")}.${sourceOf("failed")}`,
    })),
    ...at(charge.succeededAtMs, (atMs) => ({
      ...about,
      atMs,
      kind: "OUTCOME",
      result: "SUCCEEDED",
      text: `The payment succeeded${charge.late ? ", late" : ""}${charge.duplicate ? ", a second time" : ""}.${sourceOf("succeeded")}`,
    })),
    ...(charge.reviewReason === null
      ? []
      : [
          {
            ...about,
            atMs: charge.updatedAtMs,
            kind: "HELD",
            result: charge.reviewReason,
            text: `The money waits for an operator's decision: ${sentence(charge.reviewReason)}.`,
          } as const,
        ]),
  ];
}

const sources = {
  answer: "the provider's answer",
  callback: "a question after the provider's report",
  query: "a status question",
} as const;

/** Whose steps are shown. */
export interface StepsOf {
  /** The public id of an attempt, or of the payout for null; null: an attempt that was never committed is left out. */
  readonly routed: (chargeId: string | null) => string | null;
  readonly accountName: (id: string) => string;
}

/** What was noted beside the payment or payout. Pure. */
export function stepEntries(steps: readonly TimedStep[], of: StepsOf): readonly Entry[] {
  return steps.flatMap((step) => entriesOf(step, of));
}

function entriesOf(step: TimedStep, { routed, accountName }: StepsOf): readonly Entry[] {
  const { atMs, untilMs, times } = step;
  const often = {
    ...(untilMs === undefined ? {} : { untilMs }),
    ...(times === undefined ? {} : { times }),
  };
  const common = { atMs, ...often, objectId: null, actor: null, result: null };
  switch (step.kind) {
    case "CREATED":
      return [];
    case "PAGE_OPENED":
      return [{ ...common, kind: "PAGE_OPENED", actor: "payer", text: "The payer opened the page." }];
    case "METHODS_OFFERED": {
      const methods = step.methods.map(sentence).join(", ");
      const text = methods === "" ? "No way to pay was offered." : `Offered: ${methods}.`;
      return [{ ...common, kind: "METHODS_OFFERED", text }];
    }
    case "ROUTED": {
      const objectId = routed(step.chargeId);
      if (objectId === null) return [];
      const text =
        step.accountId === null
          ? `No route was found: ${sentence(step.refused ?? "")}.`
          : `Routed to ${accountName(step.accountId)}.`;
      const result = step.accountId === null ? step.refused : "ROUTED";
      return [{ ...common, kind: "ROUTE_CHOSEN", objectId, result, text }];
    }
    case "OUTCOME":
      return outcomeOf(step, { ...common, objectId: chargeText(step.chargeId) });
    case "CALLBACK": {
      const { verdict: result } = step;
      const actor = result === "REFUSED" ? null : "provider";
      return [
        {
          ...common,
          kind: "CALLBACK_RECEIVED",
          objectId: step.operationId,
          actor,
          result,
          text: callbackTexts[result],
        },
      ];
    }
  }
}

const callbackTexts = {
  TAKEN: "The provider reported.",
  DUPLICATE: "The provider reported again: nothing new.",
  REFUSED: "A report was refused: it did not know the payment's secret.",
} as const;

/** Successes and failures stand in the charge itself. */
function outcomeOf(
  step: Extract<TimedStep, { kind: "OUTCOME" }>,
  common: Omit<Entry, "kind" | "text">,
): readonly Entry[] {
  if (step.outcome === "unknown") {
    return [
      {
        ...common,
        kind: "OUTCOME",
        result: "UNKNOWN",
        text: "The outcome is unknown: the provider is asked again.",
      },
    ];
  }
  if (step.nextStep === null) return [];
  return [
    {
      ...common,
      kind: "NEXT_STEP",
      result: step.nextStep,
      text: `The payer was shown what to do: ${sentence(step.nextStep)}.`,
    },
  ];
}

const chargeText = (id: string): string => publicId("charge", id as Charge["id"]);

/** A refund: made, and what became of it. Pure. */
export function refundEntries(refund: Refund): readonly Entry[] {
  const about = { objectId: publicId("refund", refund.id), actor: null };
  return [
    {
      ...about,
      atMs: refund.createdAtMs,
      kind: "REFUND_CREATED",
      actor: refund.sourceAccount === "held" ? "system" : null,
      result: refund.reason,
      text: `A refund of ${refund.amount} ${refund.currency} was made: ${sentence(refund.reason)}.`,
    },
    ...ends(about, "The refund", [
      ["SUCCEEDED", refund.succeededAtMs],
      ["FAILED", refund.failedAtMs],
      ["CANCELLED", refund.cancelledAtMs],
    ]),
  ];
}

/** A payout, from its making to its end. Pure. */
export function payoutEntries(
  payout: Payout,
  nameOf: (actor: Payout["createdBy"]) => string,
): readonly Entry[] {
  const about = { objectId: publicId("payout", payout.id), actor: null, result: null };
  const { approvedBy } = payout;
  return [
    {
      ...about,
      atMs: payout.createdAtMs,
      kind: "PAYOUT_CREATED",
      actor: nameOf(payout.createdBy),
      text: `A payout of ${payout.amount} ${payout.currency} was made${payout.approvalRequired ? ", to be approved" : ""}.`,
    },
    ...at(payout.approvedAtMs, (atMs) => ({
      ...about,
      atMs,
      kind: "PAYOUT_APPROVED",
      actor: approvedBy === null ? null : nameOf(approvedBy),
      text: "The payout was approved.",
    })),
    ...at(payout.queuedAtMs, (atMs) => ({
      ...about,
      atMs,
      kind: "PAYOUT_QUEUED",
      text: "The payout waited in the queue.",
    })),
    ...ends(about, "The payout", [
      ["PAID", payout.paidAtMs],
      ["FAILED", payout.failedAtMs],
      ["REVERSED", payout.reversedAtMs],
      ["CANCELLED", payout.cancelledAtMs],
    ]),
  ];
}

function ends(
  about: Pick<Entry, "objectId" | "actor">,
  subject: string,
  instants: readonly (readonly [string, number | null])[],
): readonly Entry[] {
  return instants.flatMap(([result, ms]) =>
    at(ms, (atMs) => ({ ...about, atMs, kind: "OUTCOME", result, text: `${subject}: ${sentence(result)}.` })),
  );
}

function at(ms: number | null, make: (atMs: number) => Entry): readonly Entry[] {
  return ms === null ? [] : [make(ms)];
}
