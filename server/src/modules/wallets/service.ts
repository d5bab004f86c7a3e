import type { Static } from "typebox";
import type { Database } from "../../db/database.ts";
import { type Condition, listIds, NO_FILTER } from "../../db/list.ts";
import { errors } from "../../http/errors.ts";
import { inOrder, parseCreated, parseStatuses, readListPage } from "../../http/list-page.ts";
import { type PageByCursor, parsePage, unknownCursor } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { EntryListQuery, WalletListQuery } from "./schemas.ts";
import { entryList, readEntries, readWallets, type Wallet, type WalletEntry, walletList } from "./store.ts";

export type Wallets = ReturnType<typeof createWallets>;

/** What a merchant reads of its money. Wallets are provisioned with the merchant and changed by the ledger alone. */
export function createWallets({ db }: { readonly db: Database }) {
  /** Refuses with RESOURCE_NOT_FOUND: another merchant's wallet too. */
  const get = async (merchantNo: MerchantNo, walletId: string): Promise<Wallet> => {
    const id = parsePublicId("wallet", walletId);
    const [wallet] = id === null ? [] : await readWallets(db, merchantNo, [id]);
    if (wallet === undefined) throw errors.RESOURCE_NOT_FOUND();
    return wallet;
  };

  return {
    get,

    list: async (
      merchantNo: MerchantNo,
      query: Static<typeof WalletListQuery>,
    ): Promise<{ readonly wallets: readonly Wallet[]; readonly meta: PageMeta }> => {
      const { ids, meta } = await readListPage(db, {
        source: walletList,
        merchantNo,
        filter: NO_FILTER,
        names: {
          parse: (text) => parsePublicId("wallet", text),
          format: (id) => publicId("wallet", id as Id<"wallet">),
        },
        page: parsePage(query),
      });
      return { wallets: inOrder(ids, await readWallets(db, merchantNo, ids), (wallet) => wallet.id), meta };
    },

    /** Entries are read by cursor alone: their number is never counted. */
    entries: async (
      merchantNo: MerchantNo,
      walletId: string,
      query: Static<typeof EntryListQuery>,
    ): Promise<{ readonly entries: readonly WalletEntry[]; readonly meta: PageMeta }> => {
      const wallet = await get(merchantNo, walletId);
      const page = parsePage(query);
      const cursor: PageByCursor | null = page.by === "cursor" ? page : null;
      const id = cursor === null ? null : parsePublicId("walletEntry", cursor.cursor);
      if (cursor !== null && id === null) throw unknownCursor(cursor);
      const { pageSize, newestFirst } = page;
      const direction = cursor?.direction ?? "after";

      const types = parseStatuses(query.type);
      const conditions: Condition[] = [(bind) => `t.wallet_id = ${bind(wallet.id)}::uuid`];
      if (types !== null) conditions.push((bind) => `t.type = any(${bind(types)}::text[])`);
      const filter = { statuses: null, ...parseCreated(query), conditions };
      const { ids, hasMore } = await listIds(db, entryList, merchantNo, filter, {
        by: "cursor",
        id,
        direction,
        pageSize,
        newestFirst,
      });
      const last = direction === "after" ? ids.at(-1) : ids[0];
      const nextCursor =
        hasMore && last !== undefined ? publicId("walletEntry", last as Id<"walletEntry">) : null;
      return {
        entries: inOrder(ids, await readEntries(db, merchantNo, ids), (entry) => entry.id),
        meta: { page: null, pageSize, total: null, totalPages: null, hasMore, nextCursor },
      };
    },
  };
}
