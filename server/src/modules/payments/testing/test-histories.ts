import fc from "fast-check";
import { expect } from "vitest";
import type { ManualClock } from "../../../kit/clock.ts";
import { assert } from "../../../kit/errors.ts";
import { guardIdOf } from "../../../kit/guard-id.ts";
import type { Id, IdSource } from "../../../kit/ids.ts";
import { decideAttempt, decideOpening } from "../attempt/decide-attempt.ts";
import type { SessionChange } from "../change/change.ts";
import { decideCancel, decideExpiry } from "../change/decide-end.ts";
import { decideLeave } from "../change/decide-leave.ts";
import { decideOutcome } from "../outcome/decide-outcome.ts";
import { canCancel, effectiveStatus, judgeComplete } from "../session/rules.ts";
import { type CheckoutSession, latePaymentPolicies } from "../session/types.ts";
import { predicted, seen } from "./test-compare.ts";
import {
  allSays,
  linkId,
  MINUTE_MS,
  makeAttempt,
  makeSession,
  NOW_MS,
  outcomes,
  type Says,
} from "./test-fixtures.ts";
import { createModel, type Model, type Terms } from "./test-model.ts";
import type { HistoryStore, Opened } from "./test-world.ts";

/**
 * Histories of payments: drawn here, played through the real rules and a store, and compared with the model at every
 * step.
 */
export type Action =
  | { readonly kind: "complete"; readonly session: number; readonly details: string; readonly sent: boolean }
  | {
      readonly kind: "hear";
      readonly session: number;
      readonly attempt: number;
      readonly says: Says;
      /** The handle in the answer, if any. */
      readonly handle: string | null;
    }
  | { readonly kind: "cancel" | "expire" | "sweep" | "leave"; readonly session: number };

export type Step =
  | { readonly kind: "nothing" }
  | { readonly kind: "do"; readonly action: Action }
  /** Both decided on the same read, as two requests do; the second writer decides again. */
  | { readonly kind: "race"; readonly first: Action; readonly second: Action }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "settle" }
  | { readonly kind: "give_back"; readonly nth: number };

export interface History {
  readonly terms: readonly Terms[];
  readonly linkUsesMax: number;
  readonly steps: readonly Step[];
}

const SESSIONS_MAX = 3;

const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    policy: fc.constantFrom(...latePaymentPolicies),
    maxAttempts: fc.integer({ min: 1, max: 4 }),
    linked: fc.boolean(),
    direct: fc.boolean(),
    expiresAtMs: fc.constantFrom(10, 60, 600).map((minutes) => NOW_MS + minutes * MINUTE_MS),
    fee: fc.constantFrom(0n, 15n, 1_000n),
    settlesAfterMs: fc.constantFrom(0, 20 * MINUTE_MS),
  })
  .map((terms) => ({ ...terms, linked: terms.linked && !terms.direct }));

const session = fc.nat(SESSIONS_MAX - 1);
const complete = fc.record({
  kind: fc.constant("complete" as const),
  session,
  details: fc.constantFrom("a", "b"),
  sent: fc.nat(9).map((n) => n > 0),
});
const hear = fc.record({
  kind: fc.constant("hear" as const),
  session,
  attempt: fc.nat(3),
  says: fc.oneof(
    { arbitrary: fc.constantFrom<Says>("paid", "failed", "failed", "unknown"), weight: 8 },
    // An odd amount stops its session until an operator decides, so most histories have none.
    { arbitrary: fc.constantFrom(...allSays), weight: 3 },
  ),
  handle: fc.constantFrom(null, null, "h1", "h2"),
});
const end = fc.record({ kind: fc.constantFrom("cancel" as const, "expire" as const), session });
const sweep = fc.record({ kind: fc.constant("sweep" as const), session });
const leave = fc.record({ kind: fc.constant("leave" as const), session });
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { arbitrary: complete, weight: 8 },
  { arbitrary: hear, weight: 16 },
  { arbitrary: end, weight: 1 },
  { arbitrary: sweep, weight: 3 },
  { arbitrary: leave, weight: 3 },
);

/** A failing step shrinks to nothing first, so that only the relevant steps of a history remain. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant<Step>({ kind: "nothing" }), weight: 1 },
  { arbitrary: anyAction.map((action): Step => ({ kind: "do", action })), weight: 24 },
  {
    arbitrary: fc
      .tuple(anyAction, anyAction)
      .map(
        ([first, second]): Step => ({ kind: "race", first, second: { ...second, session: first.session } }),
      ),
    weight: 8,
  },
  {
    arbitrary: fc
      .constantFrom(1_000, 5 * MINUTE_MS, 16 * MINUTE_MS)
      .map((ms): Step => ({ kind: "wait", ms })),
    weight: 6,
  },
  { arbitrary: fc.constant<Step>({ kind: "settle" }), weight: 2 },
  { arbitrary: fc.nat(5).map((nth): Step => ({ kind: "give_back", nth })), weight: 2 },
);

export function anyHistory(steps: number): fc.Arbitrary<History> {
  return fc.record({
    terms: fc.array(anyTerms, { minLength: 1, maxLength: SESSIONS_MAX }),
    linkUsesMax: fc.integer({ min: 1, max: 3 }),
    steps: fc.array(anyStep, { minLength: steps, maxLength: steps, size: "max" }),
  });
}

export function openAll(
  { terms }: History,
  ids: IdSource,
  fields: Partial<CheckoutSession> = {},
): readonly Opened[] {
  return terms.map(({ policy, maxAttempts, linked, direct, expiresAtMs }) => {
    const paymentIntentId = ids.next("paymentIntent");
    const session = makeSession({
      ...fields,
      id: direct ? guardIdOf(paymentIntentId) : ids.next("checkoutSession"),
      paymentIntentId,
      latePaymentPolicy: policy,
      maxAttempts,
      paymentLinkId: linked ? linkId : null,
      expiresAtMs,
    });
    const opening = direct ? decideOpening(session, null, NOW_MS) : null;
    return { session: opening?.session ?? session, opening };
  });
}

/** Plays a history and fails at the first step after which the store and the model differ. `watch` observes it. */
export async function play(
  history: History,
  sessions: readonly CheckoutSession[],
  store: HistoryStore,
  clock: ManualClock,
  watch: (model: Model) => void = () => {},
): Promise<void> {
  const model = createModel(history.terms, history.linkUsesMax);
  const count = sessions.length;
  const idOf = (index: number): Id<"checkoutSession"> => at(sessions, index % count).id;

  const decide = async (action: Action): Promise<{ verdict: string; change: SessionChange | null }> => {
    const nowMs = clock.nowMs();
    const loaded = await store.load(idOf(action.session), null);
    switch (action.kind) {
      case "complete": {
        const fingerprint = Buffer.from(action.details);
        const judged = judgeComplete(
          loaded.session,
          loaded.charge?.requestFingerprint ?? null,
          fingerprint,
          nowMs,
        );
        if (judged.kind !== "start") {
          return { verdict: judged.kind === "refused" ? judged.reason : judged.kind, change: null };
        }
        const attempt = makeAttempt({
          requestFingerprint: fingerprint,
          ...(action.sent ? {} : { route: null }),
        });
        return { verdict: "started", change: decideAttempt(loaded, attempt, nowMs) };
      }
      case "hear":
        return { verdict: "", change: await decideHeard(action) };
      case "cancel":
        return { verdict: "", change: canCancel(loaded.session, nowMs) ? decideCancel(loaded, nowMs) : null };
      case "expire":
        return { verdict: "", change: decideExpiry(loaded, nowMs) };
      case "leave":
        return { verdict: "", change: decideLeave(loaded, nowMs) };
      case "sweep":
        return {
          verdict: "",
          change: effectiveStatus(loaded.session, nowMs) === "EXPIRED" ? decideExpiry(loaded, nowMs) : null,
        };
    }
  };

  const decideHeard = async ({
    session: index,
    attempt,
    says,
    handle,
  }: Extract<Action, { kind: "hear" }>): Promise<SessionChange | null> => {
    const { intent: known } = await store.load(idOf(index), null);
    const chargeId = known?.chargeIds[attempt % known.chargeIds.length];
    if (chargeId === undefined) return null;
    const { session: loaded, intent, charge } = await store.load(idOf(index), chargeId);
    // No provider was called, so none can answer.
    if (intent === null || charge === null || charge.providerAccountId === null) return null;
    const { fee, settlesAfterMs } = at(history.terms, index % count);
    const terms = { fee, settlementDelaySeconds: settlesAfterMs / 1_000 };
    const isKept = handle === null || charge.providerHandle?.toString() === handle;
    const brought = isKept ? null : Buffer.from(handle);
    return decideOutcome({ session: loaded, intent, charge }, outcomes[says], terms, clock.nowMs(), brought);
  };

  /** What follows the write of this action: an attempt refused by our own rules fails at once. */
  const follow = async (action: Action): Promise<void> => {
    if (action.kind !== "complete" || action.sent) return;
    const { session: loaded, intent, charge } = await store.load(idOf(action.session), null);
    if (intent === null || charge === null) throw new Error("the attempt is there");
    const terms = { fee: 0n, settlementDelaySeconds: 0 };
    const failed = decideOutcome({ session: loaded, intent, charge }, outcomes.failed, terms, clock.nowMs());
    assert(failed !== null && (await store.write(failed)) === "written", "the refusal is written");
  };

  const perform = async (action: Action): Promise<string> => {
    const { verdict, change } = await decide(action);
    if (change === null) return verdict;
    const result = await store.write(change);
    assert(result !== "conflict", "nobody else is writing");
    if (result === "written") await follow(action);
    return result === "link_full" ? result : verdict;
  };

  const expectModel = (action: Action, verdict: string): void => {
    const of = at(model.sessions, action.session % count);
    const nowMs = clock.nowMs();
    if (action.kind === "complete") {
      expect(verdict).toBe(model.complete(of, action.details, action.sent, nowMs));
    } else if (action.kind === "hear") {
      model.hear(of, action.attempt % Math.max(of.attempts.length, 1), action.says, action.handle, nowMs);
    } else if (action.kind === "leave") model.leave(of, nowMs);
    else model.end(of, action.kind, nowMs);
  };

  const race = async (first: Action, second: Action): Promise<void> => {
    const plans = [await decide(first), await decide(second)];
    const changes = plans.flatMap(({ change }) => (change === null ? [] : [change]));
    if (changes.length < 2) {
      for (const action of [first, second]) expectModel(action, await perform(action));
      return;
    }
    const results = await Promise.all(changes.map(store.write));
    // An attempt that found the link full saw the session before the other write. One with a conflict came after it.
    const secondCameFirst =
      results[0] === "conflict" || (results[1] === "link_full" && results[0] === "written");
    const inOrder = secondCameFirst ? [1, 0] : [0, 1];
    const both = [first, second];
    for (const index of inOrder) {
      const action = at(both, index);
      const result = at(results, index);
      if (result === "conflict") {
        expectModel(action, await perform(action));
        continue;
      }
      if (result === "written") await follow(action);
      expectModel(action, result === "link_full" ? result : at(plans, index).verdict);
    }
    // Two decisions on one read are never both written.
    expect(results.filter((result) => result === "written").length).toBeLessThanOrEqual(1);
  };

  for (const [index, step] of history.steps.entries()) {
    switch (step.kind) {
      case "nothing":
        continue;
      case "do":
        expectModel(step.action, await perform(step.action));
        break;
      case "race":
        await race(step.first, step.second);
        break;
      case "wait":
        clock.advance(step.ms);
        continue;
      case "settle":
        model.settle(clock.nowMs());
        await store.settle(clock.nowMs());
        break;
      case "give_back": {
        const chosen = model.giveBack(step.nth);
        if (chosen === null) continue;
        const { intent } = await store.load(idOf(chosen.session), null);
        await store.giveBack(at(intent?.chargeIds ?? [], chosen.attempt));
      }
    }
    expect(seen(sessions, await store.written()), `after step ${index}`).toEqual(predicted(model));
    watch(model);
  }
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`no item ${index}`);
  return item;
}
