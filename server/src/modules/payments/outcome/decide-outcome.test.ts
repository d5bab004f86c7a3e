import { describe, expect, it } from "vitest";
import { walletDelta } from "../../ledger/index.ts";
import type { SessionChange } from "../change/change.ts";
import type { SessionStatus } from "../session/states.ts";
import { type LatePaymentPolicy, latePaymentPolicies } from "../session/types.ts";
import { type ChargeStatus, chargeStatuses, isAlive } from "../states.ts";
import {
  allSays,
  currentChargeId,
  linkId,
  makeCharge,
  makeIntent,
  makeSession,
  NOW_MS,
  olderChargeId,
  outcomes,
  type Says,
} from "../testing/test-fixtures.ts";
import { decideOutcome, type LoadedCharge } from "./decide-outcome.ts";

/**
 * Every state in which an outcome can find a session and a charge. `older`: the session has moved on to another
 * attempt, which is in flight, has paid, or has ended.
 */
interface Cell {
  readonly session: SessionStatus;
  readonly charge: ChargeStatus;
  readonly attempt: "current" | "older";
  readonly policy: LatePaymentPolicy;
  readonly linked: boolean;
  readonly reviewed: boolean;
  readonly says: Says;
}

/** An OPEN session has had no attempt, so there can be no outcome. */
const withCharge = ["PROCESSING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELLED"] as const;
const attempts = ["current", "older"] as const;
const both = [false, true];

const cells: readonly Cell[] = withCharge.flatMap((session) =>
  chargeStatuses.flatMap((charge) =>
    attempts.flatMap((attempt) =>
      latePaymentPolicies.flatMap((policy) =>
        both.flatMap((linked) =>
          both.flatMap((reviewed) =>
            allSays.map((says) => ({ session, charge, attempt, policy, linked, reviewed, says })),
          ),
        ),
      ),
    ),
  ),
);

function load(cell: Cell): LoadedCharge {
  const session = makeSession({
    status: cell.session,
    attemptCount: 2,
    chargeId: currentChargeId,
    latePaymentPolicy: cell.policy,
    paymentLinkId: cell.linked ? linkId : null,
    retryable: cell.session === "FAILED" || cell.session === "PROCESSING",
    eventSequence: 2,
    version: 4,
  });
  const charge = makeCharge(session, {
    id: cell.attempt === "current" ? currentChargeId : olderChargeId,
    status: cell.charge,
    reviewReason: cell.reviewed ? "AMOUNT_MISMATCH" : null,
    failureCode: cell.charge === "FAILED" ? "PAYMENT_CANCELLED" : null,
  });
  return { session, intent: makeIntent(session), charge };
}

const FEE = 15n;
const terms = { fee: FEE, settlementDelaySeconds: 0 };

/** The effect of a change, in short form. */
interface Effect {
  readonly session: SessionStatus;
  readonly charge: ChargeStatus;
  readonly events: readonly string[];
  /** Minor units added to each balance. */
  readonly available: bigint;
  readonly held: bigint;
  readonly fees: bigint;
  readonly link: SessionChange["linkUse"];
  readonly refund: string | null;
  readonly review: string | null;
  /** Whether queries about the charge have ended. */
  readonly settled: boolean;
}

function effectOf(change: SessionChange | null): Effect | null {
  if (change === null) return null;
  const transfers = change.posting?.transfers ?? [];
  const { available, held } = walletDelta(transfers);
  return {
    session: change.session.status,
    charge: change.charge?.status ?? change.before.charge?.status ?? "PENDING",
    events: change.events.map(({ type }) => type),
    available,
    held,
    fees: transfers.reduce((sum, { to, amount }) => (to === "fees" ? sum + amount : sum), 0n),
    link: change.linkUse,
    refund: change.refund?.reason ?? null,
    review: change.charge?.reviewReason ?? null,
    settled: change.checkAtMs === null,
  };
}

interface Rule {
  readonly name: string;
  readonly when: (cell: Cell) => boolean;
  /** Null: the outcome is not new. Omitted fields are unchanged. */
  readonly effect: ((cell: Cell) => Partial<Effect>) | null;
}

const alive = (cell: Cell): boolean => isAlive(cell.charge);
const says =
  (...words: readonly Says[]) =>
  (cell: Cell): boolean =>
    words.includes(cell.says);
const released = (cell: Cell): Pick<Effect, "link"> => ({
  link: cell.linked && alive(cell) ? "release" : "none",
});

/** The rules in the order of evaluation; the first that applies decides. */
const rules: readonly Rule[] = [
  { name: "money under review waits for a person", when: (cell) => cell.reviewed, effect: null },
  { name: "money is booked once", when: (cell) => cell.charge === "SUCCEEDED", effect: null },
  {
    name: "an attempt that is over hears nothing but that money came",
    when: (cell) => !alive(cell) && !says("paid", "paid_less", "paid_more", "paid_foreign")(cell),
    effect: null,
  },
  {
    name: "waiting for the payer is shown",
    when: says("asks_payer"),
    effect: () => ({ charge: "REQUIRES_ACTION" }),
  },
  { name: "work at the provider is shown", when: says("works"), effect: () => ({ charge: "PROCESSING" }) },
  { name: "silence ends nothing", when: says("unknown"), effect: () => ({}) },
  {
    name: "the failure of the attempt under way fails the session",
    when: (cell) => says("failed")(cell) && cell.attempt === "current" && cell.session === "PROCESSING",
    effect: (cell) => ({
      session: "FAILED",
      charge: "FAILED",
      events: ["payment.failed"],
      settled: true,
      ...released(cell),
    }),
  },
  {
    name: "the failure of another attempt never touches the session",
    when: says("failed"),
    effect: (cell) => ({ charge: "FAILED", settled: true, ...released(cell) }),
  },
  {
    name: "another amount is held for review, and the session waits",
    when: says("paid_less", "paid_more"),
    effect: (cell) => ({
      charge: alive(cell) ? "IN_RECONCILIATION" : cell.charge,
      held: cell.says === "paid_less" ? 999n : 1_001n,
      review: "AMOUNT_MISMATCH",
      settled: true,
    }),
  },
  {
    name: "another currency is for review, and no wallet of this one gets it",
    when: says("paid_foreign"),
    effect: (cell) => ({
      charge: alive(cell) ? "IN_RECONCILIATION" : cell.charge,
      review: "AMOUNT_MISMATCH",
      settled: true,
    }),
  },
  {
    name: "a second payment is held and goes back, whatever the policy",
    when: (cell) => cell.session === "SUCCEEDED",
    effect: (cell) => ({
      charge: "SUCCEEDED",
      held: 1_000n,
      refund: "DUPLICATE",
      settled: true,
      ...released(cell),
    }),
  },
  {
    name: "late money goes back under REFUND",
    when: (cell) => !alive(cell) && cell.policy === "REFUND",
    effect: () => ({ charge: "SUCCEEDED", held: 1_000n, refund: "LATE_PAYMENT", settled: true }),
  },
  {
    name: "late money waits for a person under REVIEW",
    when: (cell) => !alive(cell) && cell.policy === "REVIEW",
    effect: () => ({ charge: "SUCCEEDED", held: 1_000n, review: "LATE_PAYMENT", settled: true }),
  },
  {
    name: "money in time, or late under ACCEPT, pays the session",
    when: () => true,
    effect: (cell) => ({
      session: "SUCCEEDED",
      charge: "SUCCEEDED",
      events: ["payment.succeeded", "checkout.session.completed"],
      available: 1_000n - FEE,
      fees: FEE,
      link: !cell.linked ? "none" : alive(cell) ? "consume_reserved" : "consume",
      settled: true,
    }),
  },
];

function expected(cell: Cell, rule: Rule): Effect | null {
  if (rule.effect === null) return null;
  return {
    session: cell.session,
    charge: cell.charge,
    events: [],
    available: 0n,
    held: 0n,
    fees: 0n,
    link: "none",
    refund: null,
    review: null,
    settled: false,
    ...rule.effect(cell),
  };
}

const byRule = new Map<Rule, Cell[]>(rules.map((rule) => [rule, []]));
for (const cell of cells) {
  const rule = rules.find(({ when }) => when(cell));
  if (rule !== undefined) byRule.get(rule)?.push(cell);
}

describe(`what an outcome changes: ${cells.length} cells`, () => {
  it.each(rules)("$name", (rule) => {
    const matching = byRule.get(rule) ?? [];
    expect(matching.length).toBeGreaterThan(0);
    for (const cell of matching) {
      const change = decideOutcome(load(cell), outcomes[cell.says], terms, NOW_MS);
      expect(effectOf(change), JSON.stringify(cell)).toEqual(expected(cell, rule));
    }
  });

  it("marks money that came after its attempt had ended as late, and a second payment as duplicate", () => {
    for (const cell of cells.filter(({ says: word }) => word.startsWith("paid"))) {
      const change = decideOutcome(load(cell), outcomes[cell.says], terms, NOW_MS);
      if (change?.charge === null || change === null) continue;
      const pays = change.session.status === "SUCCEEDED" && cell.session !== "SUCCEEDED";
      expect(
        [change.charge.late, change.charge.duplicate, change.charge.pays, change.session.paidLate],
        JSON.stringify(cell),
      ).toEqual([!alive(cell), change.refund?.reason === "DUPLICATE", pays, pays && !alive(cell)]);
    }
  });
});

describe("what the provider wants to see again", () => {
  const handle = Buffer.from("sealed handle");

  it("is kept whatever the outcome changes, unless a success was recorded before, and changes nothing else", () => {
    for (const cell of cells) {
      const loaded = load(cell);
      const without = decideOutcome(loaded, outcomes[cell.says], terms, NOW_MS);
      const change = decideOutcome(loaded, outcomes[cell.says], terms, NOW_MS, handle);
      if (without !== null) {
        const charge = { ...without.charge, providerHandle: handle };
        expect(change, JSON.stringify(cell)).toEqual({ ...without, charge });
        continue;
      }
      const { session, intent, charge } = loaded;
      if (charge.status === "SUCCEEDED" && !cell.says.startsWith("paid")) {
        // What a success brought is newer than what any other answer did.
        expect(change, JSON.stringify(cell)).toBeNull();
        continue;
      }
      expect(change, JSON.stringify(cell)).toEqual({
        before: { session, intent, charge },
        session: { ...session, version: session.version + 1, updatedAtMs: NOW_MS },
        intent: null,
        charge: { ...charge, providerHandle: handle, version: charge.version + 1, updatedAtMs: NOW_MS },
        posting: null,
        settlesAtMs: null,
        events: [],
        linkUse: "none",
        checkAtMs: undefined,
        refund: null,
      });
    }
  });

  it("stays when an outcome brings nothing of the kind", () => {
    for (const cell of cells) {
      const loaded = load(cell);
      const kept = { ...loaded, charge: { ...loaded.charge, providerHandle: handle } };
      const change = decideOutcome(kept, outcomes[cell.says], terms, NOW_MS);
      if (change?.charge != null) expect(change.charge.providerHandle, JSON.stringify(cell)).toBe(handle);
    }
  });
});
