import { type Static, Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import type { Condition, ListFilter } from "../../db/list.ts";
import {
  createdQuery,
  inOrder,
  invalidFilter,
  NameQuery,
  parseCreated,
  parseStatuses,
  ReferenceQuery,
  readListPage,
  StatusList,
} from "../../http/list-page.ts";
import { ownOrderQuery, pageQuery, parsePage } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { CurrencyText } from "../../http/schemas.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type MerchantNo, parsePublicId, publicIdPattern } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { formatSessionId, parseSessionId } from "../../kit/session-id.ts";
import { chargesNamed, type LoadedSession, type NamedContext, sessionStatuses } from "../payments/index.ts";
import { readSessionsById, sessionList } from "./store/list-sessions.ts";

export const SessionListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(
      StatusList(
        sessionStatuses,
        "Only these statuses, separated by commas, as last written down: a session whose time has just ended may still be listed as OPEN.",
      ),
    ),
    currency: Type.Optional(CurrencyText),
    reference: ReferenceQuery,
    paymentLinkId: Type.Optional(
      Type.String({
        pattern: publicIdPattern("paymentLink"),
        "x-rule": "must be an id in the form plink_…",
        description: "Only sessions of this payment link, `plink_…`.",
      }),
    ),
    q: NameQuery(
      "your reference, the phone or short reference of a payer who tried to pay it, a provider's transaction id, or the id of a session, payment intent or charge",
    ),
  },
  { additionalProperties: false },
);
export const AttemptListQuery = Type.Object({ ...ownOrderQuery }, { additionalProperties: false });
export type SessionListInput = Static<typeof SessionListQuery>;

export interface SessionLister {
  /**
   * One page of the merchant's sessions, with their intents and current charges. `countryCode` is that of phones in
   * national form.
   */
  list(
    merchant: { readonly merchantNo: MerchantNo; readonly countryCode: string },
    query: SessionListInput,
  ): Promise<{ readonly sessions: readonly LoadedSession[]; readonly meta: PageMeta }>;
}

export function createSessionLister({
  db,
  keyring,
  clock,
}: {
  readonly db: Queryable;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): SessionLister {
  return {
    list: async ({ merchantNo, countryCode }, query) => {
      const { ids, meta } = await readListPage(db, {
        source: sessionList,
        merchantNo,
        filter: sessionFilter({ keyring, merchantNo, countryCode, nowMs: clock.nowMs() }, query),
        names: {
          parse: (text) => {
            const key = parseSessionId(keyring, text);
            return key?.merchantNo === merchantNo ? key.id : null;
          },
          format: (id) => formatSessionId(keyring, { merchantNo, id: id as Id<"checkoutSession"> }),
        },
        page: parsePage(query),
      });
      const loaded = await readSessionsById(db, merchantNo, ids);
      return { sessions: inOrder(ids, loaded, ({ session }) => session.id), meta };
    },
  };
}

function sessionFilter(context: NamedContext, query: SessionListInput): ListFilter {
  const conditions: Condition[] = [];
  const { currency, reference, paymentLinkId } = query;
  if (reference !== undefined) conditions.push((bind) => `t.reference = ${bind(reference)}::text`);
  if (paymentLinkId !== undefined) {
    const id = parsePublicId("paymentLink", paymentLinkId);
    if (id === null) throw invalidFilter("paymentLinkId", "id", "must be an id in the form plink_…");
    conditions.push((bind) => `t.payment_link_id = ${bind(id)}::uuid`);
  }
  if (query.q !== undefined) conditions.push(named(context, query.q));
  const compared: readonly Condition[] =
    currency === undefined ? [] : [(bind) => `t.currency = ${bind(currency)}::bpchar`];
  return { statuses: parseStatuses(query.status), ...parseCreated(query), conditions, compared };
}

/** Sessions by what names them, or one of their charges. */
function named(context: NamedContext, text: string): Condition {
  const { keyring, merchantNo } = context;
  const session = parseSessionId(keyring, text);
  if (session !== null) {
    return session.merchantNo === merchantNo ? (bind) => `t.id = ${bind(session.id)}::uuid` : () => "false";
  }
  const charges = chargesNamed(context, text);
  return (bind) => {
    const merchant = bind(merchantNo);
    return `t.id = any(array(
      select y.id from checkout_sessions y where y.merchant_no = ${merchant} and y.reference = ${bind(text)}::text
      union
      select y.session_id from charges y where y.merchant_no = ${merchant} and y.id = any(array(${charges(bind)}))
    ))`;
  };
}
