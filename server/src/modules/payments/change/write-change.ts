import { providerActor, writeAudit } from "../../../db/audit.ts";
import type { Transaction } from "../../../db/database.ts";
import { publicId } from "../../../kit/ids.ts";
import { payments } from "../../../metrics/table.ts";
import type { Merchants } from "../../merchants/index.ts";
import { eventPayload } from "../../webhooks/index.ts";
import type { OtherAttempts } from "../attempt/other-attempts.ts";
import type { PaymentDeps } from "../deps.ts";
import { insertRefund } from "../refunds/index.ts";
import { type ChangeToWrite, changeSessions, changeStatement } from "../store/change-sessions.ts";
import { createPayments } from "../store/create-payments.ts";
import type { StoredAnswer } from "../store/create-sessions.ts";
import type { EventRow, Telling } from "../store/events-sql.ts";
import { startAttempts } from "../store/start-attempts.ts";
import type { Charge } from "../types.ts";
import { chargeView, type ViewContext } from "../view.ts";
import type { ChangeEvent, SessionChange } from "./change.ts";

export type WriteResult = "written" | "conflict" | "link_full";

export interface ChangeWriter {
  /** Writes a decided change if the session is unchanged. After the commit it notifies waiters, webhooks and links. */
  write(change: SessionChange): Promise<WriteResult>;
  /** Writes a new payment without a session: what `decideOpening` decided. */
  open(change: SessionChange, key: StoredAnswer | null): Promise<"written" | "key_taken">;
  /** The same as part of another transaction, which also writes the audit entry: an operator's decision. */
  prepare(change: SessionChange): Promise<PreparedChange>;
}

export interface PreparedChange {
  /** The number of deliveries; null, with nothing written, when the session has changed since it was read. */
  writeIn(tx: Transaction): Promise<number | null>;
  /** After the commit: notifies waiters, webhooks and links. */
  announce(deliveries: number): Promise<void>;
}

type PreparedEvents = Pick<Telling, "events" | "lease">;

type Deps = Pick<
  PaymentDeps,
  | "db"
  | "batchWriters"
  | "ids"
  | "keyring"
  | "longPollRegistry"
  | "wakeWebhooks"
  | "leaseDeliveries"
  | "wakeRefunds"
  | "onLinkUsed"
  | "newOwnId"
  | "onApproved"
  | "sessionEventBody"
  | "log"
> & {
  readonly merchants: Pick<Merchants, "profile">;
  readonly otherAttempts: Pick<OtherAttempts, "changed">;
};

export function createChangeWriter(deps: Deps): ChangeWriter {
  const { db, batchWriters, ids } = deps;

  const ownIdOf = ({ provider }: Charge): string | null =>
    provider === null ? null : deps.newOwnId(provider);

  /** Not awaited: a measurement neither delays nor fails what is committed. */
  const countEntered = ({ charge, before }: SessionChange): void => {
    if (charge === null) return;
    const { status, paymentMethod: method, methodDetails, failureCode } = charge;
    if (before.charge?.id === charge.id && before.charge.status === status) return;
    const { operator = method, countryCode = "" } = methodDetails;
    deps.merchants.profile(charge.merchantNo).then(
      ({ mode }) =>
        payments.add({
          mode,
          method,
          operator,
          country: countryCode,
          status,
          failure_code: failureCode ?? "",
        }),
      (error: unknown) => deps.log.debug("payment.not_counted", { error }),
    );
  };

  const written = async (change: SessionChange, deliveries: number): Promise<"written"> => {
    const { session } = change;
    deps.longPollRegistry.changed(session.id);
    deps.otherAttempts.changed(change);
    countEntered(change);
    if (deliveries > 0) deps.wakeWebhooks();
    if (change.refund !== null) deps.wakeRefunds();
    const isApproved = change.charge?.status === "SUCCEEDED" && change.before.charge?.status !== "SUCCEEDED";
    if (isApproved && change.charge !== null && change.charge.payerPhoneMac !== null) {
      const { merchantNo, paymentLinkId: linkId } = session;
      deps.onApproved({ chargeId: change.charge.id, merchantNo, linkId });
    }
    const counts = change.linkUse === "consume" || change.linkUse === "consume_reserved";
    if (counts && session.paymentLinkId !== null)
      await deps.onLinkUsed(session.merchantNo, session.paymentLinkId);
    return "written";
  };

  const start = async (change: SessionChange, prepared: PreparedEvents): Promise<WriteResult> => {
    const { session, intent, charge } = change;
    if (intent === null || charge === null) throw new Error("an attempt has an intent and a charge");
    const result = await batchWriters
      .write(session.merchantNo)
      .run(startAttempts, { ...prepared, change: { ...change, intent, charge } });
    return result.kind === "started" ? written(change, result.deliveries) : result.kind;
  };

  const itemOf = (decided: SessionChange, prepared: PreparedEvents): ChangeToWrite => ({
    ...prepared,
    change: decided,
    transactionId: ids.uuid(),
    transferIds: (decided.posting?.transfers ?? []).map(() => ids.uuid()),
  });

  const change = async (decided: SessionChange, prepared: PreparedEvents): Promise<WriteResult> => {
    const item = itemOf(decided, prepared);
    const result = isRare(decided)
      ? await db.transaction((tx) => changeInTransaction(tx, { ...item, lease: null }))
      : await batchWriters.write(decided.session.merchantNo).run(changeSessions, item);
    return result.kind === "written" ? written(decided, result.deliveries) : "conflict";
  };

  /** The statement, and what is too rare to be part of it: an attempt that was left, the automatic refund. */
  const writeIn = async (tx: Transaction, item: ChangeToWrite): Promise<number | null> => {
    const { text, values } = changeStatement([item]);
    const [row] = await tx.query<{ item: number; deliveries: number }>({ text, values });
    if (row === undefined) return null;
    const { session, charge, refund } = item.change;
    if (charge !== null && isLeaving(item.change)) {
      await tx.query({
        text: "update charges set superseded_at = updated_at where merchant_no = $1 and id = $2",
        values: [charge.merchantNo, charge.id],
      });
    }
    if (charge !== null && refund !== null) {
      await insertRefund(tx, {
        id: ids.next("refund"),
        charge,
        reason: refund.reason,
        providerReference: ownIdOf(charge),
        nowMs: session.updatedAtMs,
      });
    }
    return row.deliveries;
  };

  /** Late, double or odd money is rare and affects more tables: an ordinary transaction, in the same lock order. */
  const changeInTransaction = async (tx: Transaction, item: ChangeToWrite) => {
    const deliveries = await writeIn(tx, item);
    if (deliveries === null) return { kind: "conflict" } as const;
    const { session, charge, before } = item.change;
    if (charge !== null && !isLeaving(item.change)) {
      await writeAudit(tx, ids, session.updatedAtMs, {
        merchantNo: session.merchantNo,
        actor: providerActor,
        action: charge.reviewReason === null ? "charge.confirmed_late" : "charge.held_for_review",
        subject: publicId("charge", charge.id),
        before: before.charge?.status ?? null,
        after: {
          status: charge.status,
          late: charge.late,
          duplicate: charge.duplicate,
          review: charge.reviewReason,
        },
      });
    }
    return { kind: "written", deliveries } as const;
  };

  return {
    write: async (decided) => {
      const prepared = await prepareEvents(deps, decided);
      const isStart = decided.charge !== null && decided.charge.version === 1;
      return isStart ? start(decided, prepared) : change(decided, prepared);
    },
    open: async (decided, key) => {
      const { session, intent } = decided;
      if (intent === null) throw new Error("a payment has an intent");
      const prepared = await prepareEvents(deps, decided);
      const result = await batchWriters
        .write(session.merchantNo)
        .run(createPayments, { ...prepared, change: { ...decided, intent }, idempotency: key });
      return result.kind === "created" ? written(decided, result.deliveries) : result.kind;
    },
    prepare: async (decided) => {
      const item = itemOf(decided, { ...(await prepareEvents(deps, decided)), lease: null });
      return {
        writeIn: (tx) => writeIn(tx, item),
        announce: async (deliveries) => {
          await written(decided, deliveries);
        },
      };
    },
  };
}

/** A charge under review already is only updated: its review was audited when it began. */
function isRare(change: SessionChange): boolean {
  const { refund, charge, before } = change;
  return refund !== null || (isOdd(charge) && !isOdd(before.charge)) || isLeaving(change);
}

function isLeaving({ charge, before }: SessionChange): boolean {
  return charge !== null && charge.supersededAtMs !== null && before.charge?.supersededAtMs === null;
}

function isOdd(charge: Charge | null): boolean {
  return charge !== null && (charge.late || charge.duplicate || charge.reviewReason !== null);
}

/** The lease is for the batch writers, which hand deliveries over after their commit. */
async function prepareEvents(deps: Deps, change: SessionChange): Promise<PreparedEvents> {
  if (change.events.length === 0) return { events: [], lease: null };
  const { session } = change;
  const profile = await deps.merchants.profile(session.merchantNo);
  const context: ViewContext = {
    keyring: deps.keyring,
    mode: profile.mode,
    merchantId: profile.merchantId,
    locale: session.detail.locale,
  };
  const events = change.events.map((event, index): EventRow => {
    const id = deps.ids.next("event");
    const sequence = change.before.session.eventSequence + index + 1;
    const payload = eventPayload({
      id,
      type: event.type,
      timestampMs: session.updatedAtMs,
      mode: profile.mode,
      merchantId: profile.merchantId,
      sequence,
      data: eventData(deps, change, event, context),
    });
    return { id, type: event.type, sequence, payload };
  });
  return { events, lease: deps.leaseDeliveries(session.merchantNo, profile.mode) };
}

/** `reason` is the provider's own code: deprecated, `failureCode` is the stable one. */
function eventData(deps: Deps, change: SessionChange, event: ChangeEvent, context: ViewContext): unknown {
  const { charge } = change;
  if (event.subject === "session")
    return deps.sessionEventBody(
      change.session,
      change.intent !== null || change.before.intent !== null,
      context,
    );
  if (charge === null) throw new Error(`${event.type} needs its charge`);
  const view = chargeView(charge, context);
  return event.type === "payment.failed"
    ? { ...view, reason: charge.providerCode ?? charge.failureCode }
    : view;
}
