import { readRow, selectList } from "../../../db/columns.ts";
import { itemRows } from "../../../db/item-rows.ts";
import type { LaneCommand } from "../../../db/lane.ts";
import type { SessionKey } from "../../../kit/session-id.ts";
import type { SessionState } from "../types.ts";

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

// Most polls come while the payer thinks: then neither the charge nor the detail is read. `offset 0` pins one primary-key
// probe per item.
const text = `
  select item.item, ${selectList("s", stateFields)},
    case when s.status in ('FAILED', 'SUCCEEDED') then s.detail end as detail,
    c.status as "chargeStatus", c.review_reason as "reviewReason", c.next_step as "nextStep"
  from ${input.from}
  cross join lateral (
    select * from checkout_sessions x where x.merchant_no = item.merchant_no and x.id = item.session_id offset 0
  ) s
  left join lateral (
    select x.status, x.review_reason, x.next_step from charges x
    where s.status = 'PROCESSING' and x.merchant_no = s.merchant_no and x.id = s.charge_id offset 0
  ) c on true`;

/** How sessions stand: what polls ask for, many in one statement. */
export const readStates: LaneCommand<SessionKey, SessionState | null> = {
  name: "checkout.state",
  statement: (items) => ({ name: "checkout.state", text, values: input.values(items) }),
  result: (_item, row) => (row === undefined ? null : readState(row)),
};

function readState(row: Readonly<Record<string, unknown>>): SessionState {
  const { detail, chargeStatus, reviewReason, nextStep } = row;
  return {
    ...readRow<SessionState>(row, stateFields, NO_JSON),
    detail: typeof detail === "string" ? (JSON.parse(detail) as SessionState["detail"]) : null,
    charge:
      chargeStatus === null
        ? null
        : ({
            status: chargeStatus,
            reviewReason,
            nextStep: typeof nextStep === "string" ? JSON.parse(nextStep) : null,
          } as SessionState["charge"]),
  };
}
const NO_JSON: ReadonlySet<string> = new Set();

/** A session that somebody waits for, at the version they know. */
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
  cross join lateral (
    select x.version from checkout_sessions x
    where x.merchant_no = item.merchant_no and x.id = item.session_id offset 0
  ) s
  where s.version <> item.version`;

/** Which of many sessions have moved on: only of those comes a row back. */
export const findMoved: LaneCommand<KnownVersion, boolean> = {
  name: "checkout.moved",
  statement: (items) => ({ name: "checkout.moved", text: movedText, values: known.values(items) }),
  result: (_item, row) => row !== undefined,
};
