import { type ItemColumn, itemRows } from "../../../db/item-rows.ts";
import { assert } from "../../../kit/errors.ts";
import { balanceDelta, type Transfer, walletDelta } from "../../ledger/index.ts";
import type { LinkUse, SessionChange } from "../change/change.ts";
import { isOneDay } from "./counters-sql.ts";
import { eventColumns, type Telling } from "./events-sql.ts";
import { sessionColumns } from "./session-columns.ts";

export interface ChangeToWrite extends Telling {
  readonly change: SessionChange;
  /** Ids of the ledger transaction and of its transfers, made before the first attempt to write. */
  readonly transactionId: string;
  readonly transferIds: readonly string[];
}

/** A charge books at most two transfers: its gross and its fee. */
export const transferSlots = [0, 1];

const linkDeltas: { readonly [use in LinkUse]: { readonly reserved: number; readonly count: number } } = {
  none: { reserved: 0, count: 0 },
  reserve: { reserved: 1, count: 0 },
  release: { reserved: -1, count: 0 },
  consume_reserved: { reserved: -1, count: 1 },
  consume: { reserved: 0, count: 1 },
};

const transferColumns = transferSlots.flatMap((slot): ItemColumn<ChangeToWrite>[] => {
  const of = ({ change }: ChangeToWrite): Transfer | undefined => change.posting?.transfers[slot];
  return [
    { name: `t${slot}_id`, type: "uuid", value: (item) => item.transferIds[slot] ?? null },
    { name: `t${slot}_from`, type: "text", value: (item) => of(item)?.from ?? null },
    { name: `t${slot}_to`, type: "text", value: (item) => of(item)?.to ?? null },
    { name: `t${slot}_amount`, type: "bigint", value: (item) => of(item)?.amount ?? null },
    { name: `t${slot}_type`, type: "text", value: (item) => of(item)?.type ?? null },
    {
      name: `t${slot}_delta`,
      type: "bigint",
      value: (item) => {
        const transfer = of(item);
        return transfer === undefined ? 0n : balanceDelta(transfer);
      },
    },
  ];
});

const walletColumns = (["available", "pending", "held", "reserved"] as const).map(
  (account): ItemColumn<ChangeToWrite> => ({
    name: `w_${account}`,
    type: "bigint",
    value: ({ change }) => (change.posting === null ? 0n : walletDelta(change.posting.transfers)[account]),
  }),
);

/** The new handle of the change; null when the charge keeps its present one, or has none. */
function newHandleOf({ charge, before }: SessionChange): Buffer | null {
  const handle = charge?.providerHandle ?? null;
  return handle === before.charge?.providerHandle ? null : handle;
}

const columns: readonly ItemColumn<ChangeToWrite>[] = [
  ...sessionColumns<ChangeToWrite>(),
  { name: "s_charge_id", type: "uuid", value: ({ change }) => change.session.chargeId },
  { name: "s_failure_code", type: "text", value: ({ change }) => change.session.failureCode },
  { name: "s_retryable", type: "boolean", value: ({ change }) => change.session.retryable },
  { name: "s_paid_late", type: "boolean", value: ({ change }) => change.session.paidLate },
  { name: "s_event_sequence", type: "int", value: ({ change }) => change.session.eventSequence },
  {
    name: "s_completed_at",
    type: "timestamptz",
    value: ({ change }) => change.session.completedAtMs,
  },
  { name: "i_status", type: "text", value: ({ change }) => change.intent?.status ?? null },
  {
    name: "i_day",
    type: "date",
    value: ({ change }) => change.intent?.createdAtMs ?? change.session.createdAtMs,
  },
  { name: "i_received", type: "bigint", value: ({ change }) => change.intent?.amountReceived ?? null },
  { name: "i_latest", type: "uuid", value: ({ change }) => change.intent?.latestChargeId ?? null },
  { name: "i_failure_code", type: "text", value: ({ change }) => change.intent?.failureCode ?? null },
  { name: "i_version", type: "int", value: ({ change }) => change.intent?.version ?? null },
  {
    name: "i_succeeded_at",
    type: "timestamptz",
    value: ({ change }) => change.intent?.succeededAtMs ?? null,
  },
  {
    name: "i_cancelled_at",
    type: "timestamptz",
    value: ({ change }) => change.intent?.cancelledAtMs ?? null,
  },
  { name: "c_id", type: "uuid", value: ({ change }) => change.charge?.id ?? null },
  { name: "c_status_before", type: "text", value: ({ change }) => change.before.charge?.status ?? null },
  { name: "c_status", type: "text", value: ({ change }) => change.charge?.status ?? null },
  {
    name: "c_day",
    type: "date",
    value: ({ change }) => change.charge?.createdAtMs ?? change.session.createdAtMs,
  },
  { name: "c_confirmed", type: "bigint", value: ({ change }) => change.charge?.amountConfirmed ?? null },
  { name: "c_fee", type: "bigint", value: ({ change }) => change.charge?.fee ?? null },
  {
    name: "c_details",
    type: "text",
    value: ({ change }) => (change.charge === null ? null : JSON.stringify(change.charge.methodDetails)),
  },
  {
    name: "c_transaction",
    type: "text",
    value: ({ change }) => change.charge?.providerTransactionId ?? null,
  },
  { name: "c_handle", type: "bytea", value: ({ change }) => newHandleOf(change) },
  { name: "c_provider_code", type: "text", value: ({ change }) => change.charge?.providerCode ?? null },
  {
    name: "c_next_step",
    type: "text",
    value: ({ change }) =>
      change.charge === null || change.charge.nextStep === null
        ? null
        : JSON.stringify(change.charge.nextStep),
  },
  { name: "c_failure_code", type: "text", value: ({ change }) => change.charge?.failureCode ?? null },
  { name: "c_late", type: "boolean", value: ({ change }) => change.charge?.late ?? null },
  { name: "c_duplicate", type: "boolean", value: ({ change }) => change.charge?.duplicate ?? null },
  { name: "c_pays", type: "boolean", value: ({ change }) => change.charge?.pays ?? null },
  { name: "c_review", type: "text", value: ({ change }) => change.charge?.reviewReason ?? null },
  {
    name: "c_unknown_since",
    type: "timestamptz",
    value: ({ change }) => change.charge?.unknownSinceMs ?? null,
  },
  { name: "c_version", type: "int", value: ({ change }) => change.charge?.version ?? null },
  {
    name: "c_succeeded_at",
    type: "timestamptz",
    value: ({ change }) => change.charge?.succeededAtMs ?? null,
  },
  {
    name: "c_failed_at",
    type: "timestamptz",
    value: ({ change }) => change.charge?.failedAtMs ?? null,
  },
  { name: "w_id", type: "uuid", value: ({ change }) => change.posting?.walletId ?? null },
  ...walletColumns,
  { name: "t_transaction", type: "uuid", value: (item) => item.transactionId },
  { name: "t_count", type: "int", value: ({ change }) => change.posting?.transfers.length ?? 0 },
  { name: "t_source_type", type: "text", value: ({ change }) => change.posting?.sourceType ?? null },
  { name: "t_source", type: "uuid", value: ({ change }) => change.posting?.sourceId ?? null },
  ...transferColumns,
  { name: "settles_at", type: "timestamptz", value: ({ change }) => change.settlesAtMs },
  { name: "l_reserved", type: "int", value: ({ change }) => linkDeltas[change.linkUse].reserved },
  { name: "l_count", type: "int", value: ({ change }) => linkDeltas[change.linkUse].count },
  { name: "check_drop", type: "boolean", value: ({ change }) => change.checkAtMs === null },
  ...eventColumns<ChangeToWrite>(),
];

/** The values of these columns in a payment that is confirmed in time and stays so. */
const usualValues: Readonly<Record<string, null | boolean | number | bigint>> = {
  s_failure_code: null,
  s_retryable: false,
  s_paid_late: false,
  i_failure_code: null,
  i_cancelled_at: null,
  c_confirmed: null,
  c_next_step: null,
  c_failure_code: null,
  c_handle: null,
  c_late: false,
  c_duplicate: false,
  c_review: null,
  c_unknown_since: null,
  c_failed_at: null,
  w_held: 0n,
  w_reserved: 0n,
  settles_at: null,
  l_reserved: 0,
  l_count: 0,
};

const unusualColumns = columns.filter(({ name }) => Object.hasOwn(usualValues, name));
const ownDays = new Set(["i_day", "c_day"]);

/** Whether `usualInput` contains all of it. */
export function isUsual(item: ChangeToWrite): boolean {
  return (
    unusualColumns.every(({ name, value }) => value(item) === usualValues[name]) && isOneDay(item.change)
  );
}

export const anyInput = itemRows(columns);
/** For usual changes: without the columns that have the same value in all of them. */
export const usualInput = itemRows(
  columns.filter((column) => !unusualColumns.includes(column) && !ownDays.has(column.name)),
);

/** A column of `done` that `usualInput` lacks, or its constant value. */
export function columnSql(usual: boolean, alias: string, name: string): string {
  const column = unusualColumns.find((each) => each.name === name);
  assert(column !== undefined, `${name} is in every input`);
  return usual ? `${usualValues[name]}::${column.type}` : `${alias}${name}`;
}
