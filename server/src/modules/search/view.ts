import { type Id, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { displayMoney, type Locale, money } from "../../kit/money.ts";
import { concealSessionIds, formatSessionId } from "../../kit/session-id.ts";
import { idKinds, type Kind } from "./kinds.ts";
import type { merchantsNamed, Searched } from "./named.ts";
import { ROWS_PER_PROBE } from "./probes.ts";
import { HITS_MAX, type Hit, type SearchView } from "./schemas.ts";
import type { FoundRow, SearchedMerchant } from "./store.ts";

interface Found {
  readonly keyring: Keyring;
  readonly searched: Searched;
  readonly rows: readonly FoundRow[];
  readonly named: ReturnType<typeof merchantsNamed>;
  readonly notSearched: readonly Kind[];
  readonly locale: Locale;
}

/** The newest first. An object that several probes found is shown once, by the first of them. */
export function searchView(found: Found): SearchView {
  const { searched, rows, named, notSearched } = found;
  const merchants = new Map(searched.merchants.map((merchant) => [merchant.merchantNo, merchant]));
  const hits = new Map<string, Hit>();
  for (const { merchant, matchedBy } of named)
    hits.set(merchant.merchantId, merchantHit(merchant, matchedBy));
  for (const row of rows) {
    const merchant = row.merchantNo === null ? undefined : merchants.get(row.merchantNo);
    const hit = hitOf(row, merchant, found);
    if (!hits.has(hit.id)) hits.set(hit.id, hit);
  }
  const all = [...hits.values()].sort((left, right) => (left.createdAt < right.createdAt ? 1 : -1));
  return {
    object: "search",
    hits: all.slice(0, HITS_MAX),
    hasMore: all.length > HITS_MAX || isCut(rows),
    notSearched: [...notSearched],
  };
}

/** Whether a probe returned as many rows as it may. */
function isCut(rows: readonly FoundRow[]): boolean {
  const counts = new Map<string, number>();
  for (const { kind, matchedBy } of rows) {
    const count = (counts.get(kind + matchedBy) ?? 0) + 1;
    if (count >= ROWS_PER_PROBE) return true;
    counts.set(kind + matchedBy, count);
  }
  return false;
}

function hitOf(
  row: FoundRow,
  merchant: SearchedMerchant | undefined,
  { keyring, searched, locale }: Found,
): Hit {
  const { amount, currency } = row;
  return {
    object: "search_hit",
    kind: row.kind,
    id: publicIdOf(row, keyring, searched.tenantId === null),
    matchedBy: row.matchedBy,
    merchantId: merchant?.merchantId ?? null,
    merchantName: merchant?.displayName ?? null,
    mode: merchant?.mode ?? null,
    label: row.label,
    paymentIntentId: row.intentId === null ? null : publicId("paymentIntent", row.intentId),
    amount: amount === null ? null : amount.toString(),
    amountDisplay:
      amount === null || currency === null ? null : displayMoney(money(amount, currency), locale),
    currency,
    status: row.status,
    createdAt: new Date(row.createdAtMs).toISOString(),
  };
}

/** A session's whole id is the payer's token: its merchant knows it, operators read the part without the secret. */
function publicIdOf({ kind, merchantNo, id }: FoundRow, keyring: Keyring, isMerchants: boolean): string {
  const idKind = idKinds[kind];
  if (idKind !== undefined) return publicId(idKind, id as Id<typeof idKind>);
  if (kind !== "checkout_session" || merchantNo === null) throw new Error(`${kind} has no public id`);
  const whole = formatSessionId(keyring, { merchantNo, id: id as Id<"checkoutSession"> });
  return isMerchants ? whole : concealSessionIds(whole);
}

function merchantHit(merchant: SearchedMerchant, matchedBy: "id" | "name"): Hit {
  return {
    object: "search_hit",
    kind: "merchant",
    id: merchant.merchantId,
    matchedBy,
    merchantId: merchant.merchantId,
    merchantName: merchant.displayName,
    mode: null,
    label: merchant.legalName,
    paymentIntentId: null,
    amount: null,
    amountDisplay: null,
    currency: null,
    status: merchant.status,
    createdAt: new Date(merchant.createdAtMs).toISOString(),
  };
}
