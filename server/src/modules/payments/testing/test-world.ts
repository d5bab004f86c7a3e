import { assert } from "../../../kit/errors.ts";
import type { Id } from "../../../kit/ids.ts";
import { type Posting, refundPosting, walletDelta } from "../../ledger/index.ts";
import type { LinkUse, SessionChange } from "../change/change.ts";
import type { WriteResult } from "../change/write-change.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";
import { isAlive } from "../states.ts";
import type { Charge, PaymentIntent } from "../types.ts";

/** Everything that a history has written, in a form common to both stores. */
export interface Written {
  readonly sessions: readonly CheckoutSession[];
  readonly intents: readonly PaymentIntent[];
  readonly charges: readonly Charge[];
  readonly events: readonly {
    readonly subjectId: string;
    readonly type: string;
    readonly sequence: number;
  }[];
  readonly refunds: readonly {
    readonly chargeId: string;
    readonly reason: string;
    readonly amount: bigint;
  }[];
  readonly wallet: Readonly<Record<"available" | "pending" | "held" | "reserved", bigint>>;
  readonly link: { readonly count: number; readonly reserved: number };
}

/** The store for a history's decisions: maps here, PostgreSQL in `histories-sql.test.ts`. */
export interface HistoryStore {
  load(sessionId: Id<"checkoutSession">, chargeId: Id<"charge"> | null): Promise<LoadedSession>;
  write(change: SessionChange): Promise<WriteResult>;
  /** Money whose settlement delay is over becomes available. */
  settle(nowMs: number): Promise<void>;
  /** The provider has refunded the money of this charge. */
  giveBack(chargeId: Id<"charge">): Promise<void>;
  written(): Promise<Written>;
}

const linkMoves: { readonly [use in LinkUse]: readonly [count: number, reserved: number] } = {
  none: [0, 0],
  reserve: [0, 1],
  release: [0, -1],
  consume_reserved: [1, -1],
  consume: [1, 0],
};

/** The start of a history: a newly opened session, or a guard that is written together with its intent. */
export interface Opened {
  readonly session: CheckoutSession;
  readonly opening: SessionChange | null;
}

/**
 * The database's constraints, in maps: the version, the link's room, one live attempt, one payment, no balance below
 * zero.
 */
export function createMemoryStore(initial: readonly Opened[], linkUsesMax: number): HistoryStore {
  const sessions = new Map(initial.map(({ session }) => [session.id, session]));
  const openings = initial.flatMap(({ opening }) => opening?.intent ?? []);
  const intents = new Map<string, PaymentIntent>(openings.map((intent) => [intent.id, intent]));
  const charges = new Map<string, Charge>();
  const events: Written["events"][number][] = [];
  const refunds: (Written["refunds"][number] & { readonly charge: Charge })[] = [];
  const settlements: { readonly dueAtMs: number; readonly amount: bigint }[] = [];
  const wallet = { available: 0n, pending: 0n, held: 0n, reserved: 0n };
  const link = { count: 0, reserved: 0 };

  const credit = (transfers: Posting["transfers"]): void => {
    const delta = walletDelta(transfers);
    for (const account of ["available", "pending", "held", "reserved"] as const) {
      wallet[account] += delta[account];
      assert(wallet[account] >= 0n, `${account} never goes below zero`);
    }
  };

  const judge = (intentId: string): void => {
    const own = [...charges.values()].filter(({ paymentIntentId }) => paymentIntentId === intentId);
    assert(
      own.filter((each) => isAlive(each.status) && each.supersededAtMs === null).length <= 1,
      "one attempt is in flight",
    );
    assert(own.filter(({ pays }) => pays).length <= 1, "one charge pays");
  };

  const write = (change: SessionChange): WriteResult => {
    const { session, before, intent, charge, posting, linkUse, refund } = change;
    if (sessions.get(session.id)?.version !== before.session.version) return "conflict";
    if (linkUse === "reserve" && link.count + link.reserved >= linkUsesMax) return "link_full";
    sessions.set(session.id, session);
    if (intent !== null) intents.set(intent.id, intent);
    if (charge !== null) charges.set(charge.id, charge);
    if (posting !== null) credit(posting.transfers);
    if (posting !== null && change.settlesAtMs !== null) {
      settlements.push({ dueAtMs: change.settlesAtMs, amount: walletDelta(posting.transfers).pending });
    }
    const [count, reserved] = linkMoves[linkUse];
    link.count += count;
    link.reserved += reserved;
    assert(link.reserved >= 0, "no more uses are released than were reserved");
    change.events.forEach(({ type }, index) => {
      const sequence = before.session.eventSequence + index + 1;
      events.push({ subjectId: session.paymentIntentId, type, sequence });
    });
    if (refund !== null && charge !== null) {
      refunds.push({ chargeId: refund.chargeId, reason: refund.reason, amount: charge.amount, charge });
    }
    judge(session.paymentIntentId);
    return "written";
  };

  return {
    load: async (sessionId, chargeId) => {
      const session = sessions.get(sessionId);
      assert(session !== undefined, "the session is there");
      const wanted = chargeId ?? session.chargeId;
      return {
        session,
        intent: intents.get(session.paymentIntentId) ?? null,
        charge: wanted === null ? null : (charges.get(wanted) ?? null),
      };
    },
    write: async (change) => write(change),
    settle: async (nowMs) => {
      for (let at = settlements.length - 1; at >= 0; at -= 1) {
        const due = settlements[at];
        if (due === undefined || due.dueAtMs > nowMs) continue;
        settlements.splice(at, 1);
        wallet.pending -= due.amount;
        wallet.available += due.amount;
      }
    },
    giveBack: async (chargeId) => {
      const refund = refunds.find((each) => each.chargeId === chargeId);
      assert(refund !== undefined, "what goes back was owed");
      const { id: _id, ...charge } = refund.charge;
      credit(
        refundPosting({ ...charge, id: "refund" as Id<"refund"> }, charge.providerAccountId ?? "", "held")
          .transfers,
      );
    },
    written: async () => ({
      sessions: [...sessions.values()],
      intents: [...intents.values()],
      charges: [...charges.values()],
      events,
      refunds,
      wallet,
      link,
    }),
  };
}
