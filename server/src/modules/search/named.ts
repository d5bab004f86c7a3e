import { slugOfAddress } from "../../kit/cell.ts";
import { type IdKind, isUuid, type MerchantNo, parsePublicId, type TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { searchedPhone } from "../../kit/phone.ts";
import { parseRequestId } from "../../kit/request-id.ts";
import { parseSessionHandle, parseSessionId } from "../../kit/session-id.ts";
import { idsOfShortReference } from "../../kit/short-reference.ts";
import { isNamedIn, parseProviderReference, phoneMac } from "../payments/index.ts";
import { accountMacs } from "../payouts/index.ts";
import { emailMac, isEmail } from "./emails/email-mac.ts";
import { idKinds, type Kind, type Match } from "./kinds.ts";
import {
  type Bind,
  inMerchants,
  inMerchantsAndRanges,
  inMerchantsByMac,
  merchantProbe,
  type Probe,
  ROWS_PER_PROBE,
  type Scope,
  tenantProbe,
} from "./probes.ts";
import { merchantSources } from "./sources.ts";
import type { SearchedMerchant } from "./store.ts";

export interface Searched {
  readonly keyring: Keyring;
  readonly nowMs: number;
  readonly merchants: readonly SearchedMerchant[];
  /** Null: one merchant searches its own objects. */
  readonly tenantId: TenantId | null;
  /** Whether the caller may find objects of this kind. */
  readonly mayFind: (kind: Kind) => boolean;
}

/**
 * The probes for what `text` may name. Each is an equality in an index, so the number of rows does not matter. An id
 * says which table it belongs to, and nothing else is asked then. Pure.
 */
export function probesFor(searched: Searched, text: string): readonly Probe[] {
  const questions: Question[] = [];
  const ask: Ask = (kind, matchedBy, condition, scope) => {
    if (searched.mayFind(kind)) questions.push({ kind, matchedBy, condition, scope });
  };
  if (!askById(searched, text, ask)) {
    askByReference(text, ask);
    askByNumber(searched, text, ask);
    askByShortReference(searched, text, ask);
    askByAccount(searched, text, ask);
    askByEmail(searched, text, ask);
    askInTenant(searched, text, ask);
  }
  const all = inMerchants(searched.merchants.map(({ merchantNo }) => merchantNo));
  return questions.map(({ kind, matchedBy, condition, scope }) => {
    if (merchantSources[kind] !== undefined) return merchantProbe(kind, matchedBy, scope ?? all, condition);
    if (searched.tenantId === null) throw new Error(`a merchant has no ${kind}`);
    return tenantProbe(kind, matchedBy, searched.tenantId, condition);
  });
}

type Condition = (bind: Bind) => string;
interface Question {
  readonly kind: Kind;
  readonly matchedBy: Match;
  readonly condition: Condition;
  /** Null: every merchant that is searched. */
  readonly scope: Scope | null;
}
type Ask = (kind: Kind, matchedBy: Match, condition: Condition, scope: Scope | null) => void;

const hasId =
  (id: string): Condition =>
  (bind) =>
    `x.id = ${bind(id)}::uuid`;

const equals =
  (column: string, text: string): Condition =>
  (bind) =>
    `x.${column} = ${bind(text)}::text`;

/** Whether the text has the form of an id of ours. */
function askById(searched: Searched, text: string, ask: Ask): boolean {
  const session = parseSessionId(searched.keyring, text) ?? parseSessionHandle(searched.keyring, text);
  if (session !== null) {
    ask("checkout_session", "id", hasId(session.id), among(searched, session.merchantNo));
    return true;
  }
  for (const [kind, idKind] of Object.entries(idKinds) as readonly [Kind, IdKind][]) {
    const id = parsePublicId(idKind, text);
    if (id === null) continue;
    if (merchantSources[kind] !== undefined || searched.tenantId !== null) ask(kind, "id", hasId(id), null);
    return true;
  }
  if (parseRequestId(text) !== null) {
    if (searched.tenantId !== null) ask("audit_entry", "requestId", equals("request_id", text), null);
    return true;
  }
  // Merchants are found by `merchantsNamed`.
  return isUuid(text);
}

/** Only the merchant with this number, when it is among those searched. */
const among = ({ merchants }: Searched, merchantNo: MerchantNo): Scope =>
  inMerchants(merchants.filter((each) => each.merchantNo === merchantNo).map((each) => each.merchantNo));

const withReference = [
  "payment_intent",
  "charge",
  "checkout_session",
  "payout",
  "payout_batch",
  "beneficiary",
  "payment_link",
] as const satisfies readonly Kind[];

/** The merchant's own reference, and the slug or address of a link. */
function askByReference(text: string, ask: Ask): void {
  for (const kind of withReference) ask(kind, "reference", equals("reference", text), null);
  const slug = slugOfAddress(text);
  ask(
    "payment_link",
    "slug",
    (bind) =>
      `x.id = any(array(select l.link_id from link_slugs l where l.merchant_no = s.merchant_no and l.slug = ${bind(slug)}::text))`,
    null,
  );
}

const atProviders = ["charge", "refund", "payout"] as const satisfies readonly Kind[];

/** The transaction id of the provider, and our name for the operation there. */
function askByNumber(searched: Searched, text: string, ask: Ask): void {
  for (const kind of atProviders)
    ask(kind, "providerTransactionId", equals("provider_transaction_id", text), null);
  const ours = parseProviderReference(text);
  if (ours === null) return;
  for (const kind of atProviders)
    ask(kind, "providerReference", hasId(ours.id), among(searched, ours.merchantNo));
}

/** The short reference on a payer's page: an attempt made in one of a few single milliseconds. */
function askByShortReference({ merchants, nowMs }: Searched, text: string, ask: Ask): void {
  const named = idsOfShortReference(text, nowMs);
  if (named === null) return;
  const merchantNos = merchants.map(({ merchantNo }) => merchantNo);
  ask(
    "charge",
    "shortReference",
    (bind) => `x.id >= s.first_id and x.id < s.before_id and ${isNamedIn(named)(bind)}`,
    inMerchantsAndRanges(merchantNos, named.ranges),
  );
}

/** The phone that paid, and the phone, IBAN or wallet that is paid. Each merchant reads national forms in its country. */
function askByAccount({ keyring, merchants }: Searched, text: string, ask: Ask): void {
  const phones = new Map<string, { readonly phone: string; readonly mac: Buffer } | null>();
  for (const { countryCode } of merchants) {
    if (phones.has(countryCode)) continue;
    const phone = searchedPhone(text, countryCode);
    phones.set(countryCode, phone === null ? null : { phone, mac: phoneMac(keyring, phone) });
  }
  const byPhone = merchants.flatMap(({ merchantNo, countryCode }) => {
    const mac = phones.get(countryCode)?.mac;
    return mac === undefined ? [] : [{ merchantNo, mac }];
  });
  if (byPhone.length > 0)
    ask("charge", "phone", () => "x.payer_phone_mac = s.mac", inMerchantsByMac(byPhone));
  const byAccount = merchants.flatMap(({ merchantNo, countryCode }) => {
    const phone = phones.get(countryCode)?.phone ?? null;
    return accountMacs({ keyring, merchantNo }, phone, text).map((mac) => ({ merchantNo, mac }));
  });
  ask("beneficiary", "account", () => "x.account_mac = s.mac", inMerchantsByMac(byAccount));
}

/** The address that the merchant gave with a session or a payment, in any capitals. */
function askByEmail({ keyring, merchants }: Searched, text: string, ask: Ask): void {
  if (!isEmail(text)) return;
  const scope = inMerchantsByMac(
    merchants.map(({ merchantNo }) => ({ merchantNo, mac: emailMac(keyring, merchantNo, text) })),
  );
  const given = (column: string): Condition => {
    const newest = `select e.${column} from payer_emails e where e.merchant_no = s.merchant_no and e.email_mac = s.mac
      order by e.payment_intent_id desc limit ${ROWS_PER_PROBE}`;
    return () => `x.id = any(array(${newest}))`;
  };
  ask("payment_intent", "email", given("payment_intent_id"), scope);
  ask("checkout_session", "email", given("session_id"), scope);
}

/** Names that only operators know: those of our operations in a provider's own form, of accounts, and of colleagues. */
function askInTenant({ tenantId }: Searched, text: string, ask: Ask): void {
  if (tenantId === null) return;
  for (const kind of atProviders)
    ask(kind, "providerReference", () => "x.id = s.id", ownForm(kind, tenantId, text));
  ask("operator", "email", equals("email", text.toLowerCase()), null);
  ask("provider_account", "name", equals("name", text), null);
}

/** The operations of a kind that have this id at an account of the tenant. */
const ownForm =
  (kind: (typeof atProviders)[number], tenantId: TenantId, text: string): Scope =>
  (bind) =>
    `(select o.merchant_no, o.id from ${kind}s o
      where o.provider_account_id = any(array(select a.id from provider_accounts a where a.tenant_id = ${bind(tenantId)}))
        and o.provider_reference = ${bind(text)}::text) as s (merchant_no, id)`;

/** Merchants whose name contains the text, or whose id it is; each once. Pure. */
export function merchantsNamed(
  merchants: readonly SearchedMerchant[],
  text: string,
): readonly { readonly merchant: SearchedMerchant; readonly matchedBy: "id" | "name" }[] {
  const part = plain(text);
  const found = new Map<string, { merchant: SearchedMerchant; matchedBy: "id" | "name" }>();
  for (const merchant of merchants) {
    if (found.has(merchant.merchantId)) continue;
    const isNamed = [merchant.displayName, merchant.legalName].some((name) => plain(name).includes(part));
    if (merchant.merchantId === text) found.set(merchant.merchantId, { merchant, matchedBy: "id" });
    else if (isNamed) found.set(merchant.merchantId, { merchant, matchedBy: "name" });
  }
  return [...found.values()];
}

/** Without accents and capitals: people type neither. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
