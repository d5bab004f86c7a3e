import type { Queryable } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import { uuidFloor, uuidTimeMs } from "../../db/list-days.ts";
import type { RecordedRefusal } from "../../http/request-record.ts";
import type { Stretch } from "../../http/stretch-page.ts";
import { type Bind, readStretchEdge, stretchConditions, stretchOrder } from "../../http/stretch-sql.ts";
import { assert } from "../../kit/errors.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { parseRequestId } from "../../kit/request-id.ts";
import type { KeptRequest } from "./thinning.ts";

const idOf = ({ requestId }: KeptRequest): Id<"request"> => {
  const id = parseRequestId(requestId);
  assert(id !== null, "the server made the request's id");
  return id;
};

const rows = itemRows<KeptRequest>([
  { name: "merchant_no", type: "int", value: ({ merchantNo }) => merchantNo },
  { name: "id", type: "uuid", value: idOf },
  { name: "operation_id", type: "text", value: ({ operationId }) => operationId },
  { name: "method", type: "text", value: ({ method }) => method },
  { name: "path", type: "text", value: ({ path }) => path },
  { name: "status", type: "int", value: ({ status }) => status },
  { name: "duration_ms", type: "int", value: ({ durationMs }) => durationMs },
  { name: "actor_kind", type: "text", value: ({ actor }) => actor.kind },
  { name: "actor_id", type: "uuid", value: ({ actor }) => actor.id },
  { name: "ip", type: "text", value: ({ ip }) => ip },
  { name: "is_replay", type: "boolean", value: ({ isReplay }) => isReplay },
  { name: "error_code", type: "text", value: ({ refusal }) => refusal?.code ?? null },
  { name: "refusal", type: "text", value: ({ refusal }) => storedRefusal(refusal) },
  { name: "not_kept", type: "int", value: ({ notKept }) => notKept },
]);

type Refused = Pick<RecordedRefusal, "fields" | "required">;

function storedRefusal(refusal: RecordedRefusal | null): string | null {
  if (refusal === null) return null;
  const { fields, required } = refusal;
  return fields.length + required.length === 0 ? null : JSON.stringify({ fields, required });
}

/** The day on which a request came, UTC: `2026-11-22`. */
export function dayOfRequest(request: KeptRequest): string {
  return new Date(uuidTimeMs(idOf(request))).toISOString().slice(0, 10);
}

/** Makes the place for the rows of a day, unless it is there. */
export async function addDay(db: Queryable, day: string): Promise<void> {
  await db.query({ text: "select request_log_add_day($1::date)", values: [day] });
}

/** Drops whole days before this one; returns how many. */
export async function dropDaysBefore(db: Queryable, day: string): Promise<number> {
  const [row] = await db.query<{ dropped: number }>({
    text: "select request_log_drop_days($1::date) as dropped",
    values: [day],
  });
  return row?.dropped ?? 0;
}

/** Writes rows; one that is written already is left as it is, so that a batch whose answer was lost can be repeated. */
export async function insertRequests(db: Queryable, requests: readonly KeptRequest[]): Promise<void> {
  const columns =
    "merchant_no, id, operation_id, method, path, status, duration_ms, actor_kind, actor_id, ip, is_replay, error_code, refusal, not_kept";
  await db.query({
    name: "request_log.insert",
    text: `insert into request_log (${columns}) select ${columns} from ${rows.from} on conflict do nothing`,
    values: rows.values(requests),
  });
}

/** A request as it was kept. */
export interface LoggedRequest {
  readonly id: Id<"request">;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly actorKind: string;
  readonly actorId: string;
  /** The name of the person, or of the key unless it is another merchant's. */
  readonly actorName: string | null;
  readonly ip: string;
  readonly isReplay: boolean;
  readonly errorCode: string | null;
  readonly refusal: Refused | null;
  readonly notKept: number;
}

type Row = Omit<LoggedRequest, "refusal"> & { readonly refusal: string | null };

const select = `select r.id, r.operation_id as "operationId", r.method, r.path, r.status, r.duration_ms as "durationMs",
    r.actor_kind as "actorKind", r.actor_id as "actorId", coalesce(k.name, p.name) as "actorName", r.ip,
    r.is_replay as "isReplay", r.error_code as "errorCode", r.refusal, r.not_kept as "notKept"
  from request_log r
  left join api_keys k on r.actor_kind = 'key' and k.id = r.actor_id and k.merchant_no = r.merchant_no
  left join persons p on r.actor_kind = 'person' and p.id = r.actor_id`;

const read = (row: Row): LoggedRequest => ({
  ...row,
  refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as Refused),
});

/** Null: any. */
export interface RequestFilter {
  readonly method: string | null;
  /** How the path begins. */
  readonly path: string | null;
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly actorId: string | null;
  readonly actorKind: "key" | "person" | null;
  readonly refusedOnly: boolean;
  /** When it came, half-open, in epoch milliseconds. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Requests of one merchant in one mode: a range of the primary key, or of the index of refused ones. */
export async function listRequests(
  db: Queryable,
  merchantNo: MerchantNo,
  filter: RequestFilter,
  stretch: Stretch<"request">,
): Promise<readonly LoggedRequest[]> {
  const values: unknown[] = [merchantNo];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = [
    ...keyConditions("r", filter, bind),
    ...comparedConditions(filter, bind),
    ...stretchConditions("r.id", stretch, bind),
  ];
  const found = await db.query<Row>({
    text: `${select} where r.merchant_no = $1 ${conditions.map((one) => `and ${one}`).join(" ")}
      ${stretchOrder("r.id", stretch)} limit ${bind(stretch.limit)}`,
    values,
  });
  return found.map(read);
}

/** Where a page of a filter without an index ends at the latest; null: with the list, or the filter has one. */
export async function findRequestEdge(
  db: Queryable,
  merchantNo: MerchantNo,
  filter: RequestFilter,
  stretch: Stretch<"request">,
  depth: number,
): Promise<Id<"request"> | null> {
  if (comparedConditions(filter, () => "").length === 0) return null;
  const conditions = (bind: Bind) => [
    `t.merchant_no = ${bind(merchantNo)}`,
    ...keyConditions("t", filter, bind),
  ];
  return readStretchEdge(db, "request_log", conditions, stretch, depth);
}

/** What an index answers: the period, and whether the request was refused. */
const keyConditions = (
  row: string,
  { refusedOnly, fromMs, toMs }: RequestFilter,
  bind: Bind,
): readonly string[] => [
  ...(refusedOnly ? [`${row}.status >= 400`] : []),
  ...(fromMs === null ? [] : [`${row}.id >= ${bind(uuidFloor(fromMs))}::uuid`]),
  ...(toMs === null ? [] : [`${row}.id < ${bind(uuidFloor(toMs))}::uuid`]),
];

/** What is compared row by row. */
const comparedConditions = (
  { method, path, status, errorCode, actorId, actorKind }: RequestFilter,
  bind: Bind,
): readonly string[] => [
  ...(method === null ? [] : [`r.method = ${bind(method)}`]),
  ...(path === null ? [] : [`starts_with(r.path, ${bind(path)})`]),
  ...(status === null ? [] : [`r.status = ${bind(status)}`]),
  ...(errorCode === null ? [] : [`r.error_code = ${bind(errorCode)}`]),
  ...(actorId === null ? [] : [`r.actor_id = ${bind(actorId)}`]),
  ...(actorKind === null ? [] : [`r.actor_kind = ${bind(actorKind)}`]),
];

/**
 * How many requests each of these keys made since `fromMs` (epoch milliseconds), those of which nothing was kept
 * included: a merchant's are counted for the key of its last kept request. A short range of the primary key.
 */
export async function countRequestsOf(
  db: Queryable,
  merchantNo: MerchantNo,
  keyIds: readonly Id<"apiKey">[],
  fromMs: number,
): Promise<ReadonlyMap<Id<"apiKey">, number>> {
  const rows = await db.query<{ keyId: Id<"apiKey">; requests: number }>({
    text: `select actor_id as "keyId", (count(*) + sum(not_kept))::int as requests from request_log
      where merchant_no = $1 and id >= $2 and actor_kind = 'key' and actor_id = any ($3::uuid[]) group by actor_id`,
    values: [merchantNo, uuidFloor(fromMs), keyIds],
  });
  return new Map(rows.map(({ keyId, requests }) => [keyId, requests]));
}

export async function findRequest(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"request">,
): Promise<LoggedRequest | null> {
  const [row] = await db.query<Row>({
    text: `${select} where r.merchant_no = $1 and r.id = $2`,
    values: [merchantNo, id],
  });
  return row === undefined ? null : read(row);
}
