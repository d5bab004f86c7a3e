import { readNames } from "../../db/names.ts";
import { errors } from "../../http/errors.ts";
import { parseStatuses } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { equalTo, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import { findMerchantNo } from "../merchants/index.ts";
import { iso, readResolutionTimes } from "../payments/index.ts";
import type { ReviewDeps } from "./deps.ts";
import { ageBuckets } from "./rules.ts";
import type { HeldListQuery, SummaryQuery, UnresolvedListQuery } from "./schemas.ts";
import { heldSource, unresolvedSource } from "./sources.ts";
import * as store from "./store.ts";
import { parseSubject, subjectIdText, subjectTypeOf } from "./subjects.ts";
import type { HeldCharge } from "./types.ts";
import { heldView, unresolvedView } from "./view.ts";

const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 30;

export type ReviewReading = ReturnType<typeof createReviewReading>;

/** Money that needs an operator's decision or a provider's answer, across the tenant's merchants. */
export function createReviewReading({ db, clock }: Pick<ReviewDeps, "db" | "clock">) {
  const viewOf = async (held: HeldCharge, locale: Locale) =>
    heldView(held, await store.isHeldBooked(db, held), clock.nowMs(), locale);

  const named = async <View extends { readonly merchantId: string }>(
    { tenantId }: OperatorCaller,
    views: readonly View[],
  ) => {
    const nameOf = await readNames(
      db,
      tenantId,
      views.map(({ merchantId }) => merchantId),
      [],
    );
    return views.map((view) => ({ ...view, merchantName: nameOf(view.merchantId) }));
  };

  return {
    held: async (operator: OperatorCaller, query: HeldListQuery, locale: Locale) => {
      const { tenantId } = operator;
      const { ids, meta } = await readTenantPage(db, {
        table: heldSource,
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...equalTo("merchant_id", "uuid", query.merchantId),
          ...equalTo("currency", "text", query.currency),
          ...oneOf("reason", parseStatuses(query.reason)),
        ],
        names: {
          parse: (text) => parsePublicId("charge", text),
          format: (id) => publicId("charge", id as Id<"charge">),
        },
        // A charge that was decided meanwhile is still a valid cursor.
        knows: async (id) => (await findMerchantNo(db, tenantId, "charges", id)) !== null,
        page: parsePage(query),
      });
      const rows = new Map((await store.readHeld(db, tenantId, ids)).map((row) => [row.id as string, row]));
      const held = ids.flatMap((id) => rows.get(id) ?? []);
      const views = await Promise.all(held.map((one) => viewOf(one, locale)));
      return { data: await named(operator, views), meta };
    },

    /** Refuses with RESOURCE_NOT_FOUND money that is not held, or not the tenant's. */
    oneHeld: async (operator: OperatorCaller, text: string, locale: Locale) => {
      const id = parsePublicId("charge", text);
      const held = id === null ? [] : await store.readHeld(db, operator.tenantId, [id]);
      const [view] = await named(operator, await Promise.all(held.map((one) => viewOf(one, locale))));
      if (view === undefined) throw errors.RESOURCE_NOT_FOUND();
      return view;
    },

    unresolved: async (operator: OperatorCaller, query: UnresolvedListQuery, locale: Locale) => {
      const { tenantId } = operator;
      const { ids, meta } = await readTenantPage(db, {
        table: unresolvedSource,
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...equalTo("merchant_id", "uuid", query.merchantId),
          ...equalTo("operator", "text", query.operator),
          ...oneOf("type", parseStatuses(query.type)),
        ],
        names: { parse: (text) => parseSubject(text)?.id ?? null, format: (id) => id },
        // A subject whose outcome has become known meanwhile is still a valid cursor.
        knows: async (id) => (await subjectTypeOf(db, tenantId, id)) !== null,
        page: parsePage(query),
      });
      const rows = new Map((await store.readUnresolved(db, tenantId, ids)).map((row) => [row.id, row]));
      const nowMs = clock.nowMs();
      const found = ids.flatMap((id) => rows.get(id) ?? []);
      const data = await named(
        operator,
        found.map((row) => unresolvedView(row, nowMs, locale)),
      );
      // Ids of three kinds share the list: only a row knows the kind of its id.
      const { nextCursor } = meta;
      if (nextCursor === null) return { data, meta };
      const type = rows.get(nextCursor)?.type ?? (await subjectTypeOf(db, tenantId, nextCursor));
      if (type === null) return { data, meta: { ...meta, hasMore: false, nextCursor: null } };
      return { data, meta: { ...meta, nextCursor: subjectIdText(type, nextCursor) } };
    },

    /** Refuses with RESOURCE_NOT_FOUND what has an outcome, was never sent, or is not the tenant's. */
    oneUnresolved: async (operator: OperatorCaller, text: string, locale: Locale) => {
      const id = parseSubject(text)?.id ?? null;
      const found = id === null ? [] : await store.readUnresolved(db, operator.tenantId, [id]);
      const nowMs = clock.nowMs();
      const [view] = await named(
        operator,
        found.map((one) => unresolvedView(one, nowMs, locale)),
      );
      if (view === undefined || view.id !== text) throw errors.RESOURCE_NOT_FOUND();
      return view;
    },

    summary: async ({ tenantId }: OperatorCaller, { mode, days = DAYS_DEFAULT }: SummaryQuery) => {
      const nowMs = clock.nowMs();
      const ends = ageBuckets.map(({ endMs }) => endMs);
      const counts = await store.countUnresolved(db, tenantId, mode, nowMs, ends);
      const resolution = await readResolutionTimes(db, tenantId, mode, nowMs - (days - 1) * DAY_MS);
      return {
        object: "unresolved_summary" as const,
        mode,
        count: counts.reduce((sum, { n }) => sum + Number(n), 0),
        ages: counts.map(({ type, currency, bucket, n, amount }) => ({
          ageBucket: ageBuckets[bucket]?.name ?? "OVER_3_DAYS",
          type,
          currency,
          count: Number(n),
          amount: amount.toString(),
        })),
        timeToTruth: resolution.map(({ subject, operator, known, p50Ms, p99Ms }) => ({
          type: subject,
          operator,
          count: known,
          p50Ms,
          p99Ms,
        })),
        asOf: iso(nowMs),
      };
    },
  };
}
