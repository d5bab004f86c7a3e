import type { BatchCommand } from "../../../db/batch-writer.ts";
import { selectList } from "../../../db/columns.ts";
import { itemRows } from "../../../db/item-rows.ts";
import { probe, probeOrNull } from "../../../db/probe.ts";
import type { SessionKey } from "../../../kit/session-id.ts";
import type { SessionState } from "../../payments/index.ts";

const input = itemRows<SessionKey>([
  { name: "merchant_no", type: "int", value: (item) => item.merchantNo },
  { name: "session_id", type: "uuid", value: (item) => item.id },
]);

const stateFields = [
  "status",
  "version",
  "retryable",
  "failureCode",
  "maxAttempts",
  "attemptCount",
  "paymentIntentId",
  "chargeId",
  "paidLate",
  "expiresAtMs",
] as const satisfies readonly (keyof SessionState)[];

// Most polls come while the payer thinks: then neither the charge nor the detail is read.
const text = `
  select item.item, ${selectList("s", stateFields)},
    case when s.status in ('FAILED', 'SUCCEEDED') then s.detail end as detail,
    c.status as "chargeStatus", c.review_reason as "reviewReason", c.next_step as "nextStep"
  from ${input.from}
  ${probe("s", "select * from checkout_sessions x where x.merchant_no = item.merchant_no and x.id = item.session_id")}
  ${probeOrNull(
    "c",
    `select x.status, x.review_reason, x.next_step from charges x
    where s.status = 'PROCESSING' and x.merchant_no = s.merchant_no and x.id = s.charge_id`,
  )}`;

/** The states of sessions, as polls read them: many in one statement. */
export const readStates: BatchCommand<SessionKey, SessionState | null> = {
  name: "checkout.state",
  statement: (items) => ({ name: "checkout.state", text, values: input.values(items) }),
  result: (_item, row) => (row === undefined ? null : readState(row)),
};

/** Written out, because building an object from a list of fields costs five times as much, and polls are many. */
function readState(row: Readonly<Record<string, unknown>>): SessionState {
  const columns = row as unknown as StateColumns;
  const { detail, chargeStatus, reviewReason, nextStep } = columns;
  return {
    status: columns.status,
    version: columns.version,
    retryable: columns.retryable,
    failureCode: columns.failureCode,
    maxAttempts: columns.maxAttempts,
    attemptCount: columns.attemptCount,
    paymentIntentId: columns.paymentIntentId,
    chargeId: columns.chargeId,
    paidLate: columns.paidLate,
    expiresAtMs: columns.expiresAtMs,
    detail: detail === null ? null : (JSON.parse(detail) as SessionState["detail"]),
    charge:
      chargeStatus === null
        ? null
        : { status: chargeStatus, reviewReason, nextStep: nextStep === null ? null : JSON.parse(nextStep) },
  };
}

type StateCharge = NonNullable<SessionState["charge"]>;
interface StateColumns extends Pick<SessionState, (typeof stateFields)[number]> {
  /** JSON, like `nextStep`. */
  readonly detail: string | null;
  readonly chargeStatus: StateCharge["status"] | null;
  readonly reviewReason: StateCharge["reviewReason"];
  readonly nextStep: string | null;
}

/** A session that has waiters, at the version they know. */
export interface KnownVersion extends SessionKey {
  readonly version: number;
}

const known = itemRows<KnownVersion>([
  { name: "merchant_no", type: "int", value: (item) => item.merchantNo },
  { name: "session_id", type: "uuid", value: (item) => item.id },
  { name: "version", type: "int", value: (item) => item.version },
]);

const movedText = `
  select item.item
  from ${known.from}
  ${probe(
    "s",
    `select x.version from checkout_sessions x
    where x.merchant_no = item.merchant_no and x.id = item.session_id`,
  )}
  where s.version <> item.version`;

/** Which of many sessions have changed: only those return a row. */
export const findMoved: BatchCommand<KnownVersion, boolean> = {
  name: "checkout.moved",
  statement: (items) => ({ name: "checkout.moved", text: movedText, values: known.values(items) }),
  result: (_item, row) => row !== undefined,
};
