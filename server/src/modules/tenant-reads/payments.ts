import { type Static, Type } from "typebox";
import type { Database } from "../../db/database.ts";
import { type Condition, REQUEST_DRIFT } from "../../db/list.ts";
import { uuidFloor } from "../../db/list-days.ts";
import { errors } from "../../http/errors.ts";
import { createdQuery, parseCreated, parseStatuses } from "../../http/list-page.ts";
import { parsePage, uncountedMeta, uncountedQuery, unknownCursor } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { UuidText } from "../../http/schemas.ts";
import { equalTo, oneOf } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { PHONE_TEXT_MAX } from "../../kit/phone.ts";
import { findMerchantNo, type Merchants } from "../merchants/index.ts";
import {
  ChargeView,
  chargeFieldConditions,
  chargeFieldsQuery,
  chargeView,
  findIntentOf,
  IntentWithStepView,
  ofPhone,
  type PaymentReads,
  readListedCharges,
} from "../payments/index.ts";
import { findTenantCharges } from "./payment-store.ts";
import { modeQuery } from "./scope.ts";

const named = { merchantName: Type.String({ description: "The merchant as payers read it." }) };
export const TenantChargeView = Type.Object(
  { ...ChargeView.properties, ...named },
  { title: "TenantCharge" },
);
export const TenantPaymentView = Type.Object(
  { ...IntentWithStepView.properties, ...named },
  { title: "TenantPaymentIntent" },
);

export const TenantPaymentQuery = Type.Object(
  {
    ...uncountedQuery,
    ...createdQuery,
    ...modeQuery,
    merchantId: Type.Optional(UuidText),
    ...chargeFieldsQuery,
    phone: Type.Optional(
      Type.String({
        minLength: 4,
        maxLength: PHONE_TEXT_MAX,
        description: "Only those paid from this phone, in international form.",
      }),
    ),
    provider: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: "Only those that this provider carried." }),
    ),
  },
  { additionalProperties: false },
);
type TenantPaymentQuery = Static<typeof TenantPaymentQuery>;

export interface TenantPaymentsDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly merchants: Pick<Merchants, "profile">;
  readonly payments: PaymentReads;
}

export type TenantPayments = ReturnType<typeof createTenantPayments>;

/** Payments of all merchants of a tenant, for its operators. */
export function createTenantPayments({ db, keyring, merchants, payments }: TenantPaymentsDeps) {
  return {
    /** Charges in the order of their ids. Refuses with VALIDATION_ERROR. */
    list: async ({ tenantId }: OperatorCaller, query: TenantPaymentQuery) => {
      const page = parsePage(query);
      const isBefore = page.by === "cursor" && page.direction === "before";
      const newestFirst = page.newestFirst !== isBefore;
      const cursor = page.by === "cursor" ? parsePublicId("charge", page.cursor) : null;
      if (page.by === "cursor" && cursor === null) throw unknownCursor(page);
      const { createdFromMs, createdToMs } = parseCreated(query);
      const limit = page.pageSize;
      const { found, stoppedAt } = await findTenantCharges(db, {
        tenantId,
        mode: query.mode ?? "SANDBOX",
        merchantId: query.merchantId ?? null,
        conditions: [...conditionsOf(keyring, query), ...periodOf(createdFromMs, createdToMs)],
        ids: rangeOf(cursor, newestFirst, createdFromMs, createdToMs),
        newestFirst,
        limit,
      });
      const shown = isBefore ? found.toReversed() : found;
      const data = await Promise.all(
        (await readListedCharges(db, shown)).map(async (charge) => {
          const { mode, merchantId, locale, displayName } = await merchants.profile(charge.merchantNo);
          return { ...chargeView(charge, { keyring, mode, merchantId, locale }), merchantName: displayName };
        }),
      );
      return {
        data,
        meta: uncountedMeta(limit, stoppedAt === null ? null : publicId("charge", stoppedAt as Id<"charge">)),
      };
    },

    /** The payment of any id that leads to one: `pi_`, `ch_`, `cs_`, `re_`. Refuses with RESOURCE_NOT_FOUND. */
    get: async ({ tenantId }: OperatorCaller, text: string, nowMs: number) => {
      const key = await findIntentOf(db, keyring, text, (table, id) =>
        findMerchantNo(db, tenantId, table, id),
      );
      if (key === null) throw errors.RESOURCE_NOT_FOUND();
      const profile = await merchants.profile(key.merchantNo);
      if (profile.tenantId !== tenantId) throw errors.RESOURCE_NOT_FOUND();
      const { mode, merchantId, displayName } = profile;
      const scope = { merchantNo: key.merchantNo, mode, merchantId };
      return { ...(await payments.intent(scope, key.paymentIntentId, nowMs)), merchantName: displayName };
    },
  };
}

function conditionsOf(keyring: Keyring, query: TenantPaymentQuery): readonly Condition[] {
  return [
    ...oneOf("status", parseStatuses(query.status)),
    ...chargeFieldConditions(query),
    ...equalTo("provider", "text", query.provider),
    ...(query.phone === undefined ? [] : [ofPhone({ keyring, countryCode: null }, query.phone)]),
  ];
}

function periodOf(createdFromMs: number | null, createdToMs: number | null): readonly Condition[] {
  return [
    ...(createdFromMs === null ? [] : [later(createdFromMs)]),
    ...(createdToMs === null ? [] : [earlier(createdToMs)]),
  ];
}
const later =
  (ms: number): Condition =>
  (bind) =>
    `t.created_at >= ${bind(new Date(ms))}`;
const earlier =
  (ms: number): Condition =>
  (bind) =>
    `t.created_at < ${bind(new Date(ms))}`;

/** What lies beyond the cursor, within the period: an id begins with its time, a little earlier or later. */
function rangeOf(
  cursor: string | null,
  newestFirst: boolean,
  createdFromMs: number | null,
  createdToMs: number | null,
) {
  const from = createdFromMs === null ? null : uuidFloor(createdFromMs - REQUEST_DRIFT.idEarlierMsMax);
  const to = createdToMs === null ? null : uuidFloor(createdToMs + REQUEST_DRIFT.idLaterMsMax);
  if (cursor === null) return { from, to };
  if (newestFirst) return { from, to: to === null || cursor < to ? cursor : to };
  const beyond = nextUuid(cursor);
  return { from: from === null || beyond > from ? beyond : from, to };
}

/** The id after this one. */
function nextUuid(id: string): string {
  const next = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
