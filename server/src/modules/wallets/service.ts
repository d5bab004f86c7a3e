import type { Static } from "typebox";
import type { Database } from "../../db/database.ts";
import { NO_FILTER } from "../../db/list.ts";
import { errors } from "../../http/errors.ts";
import { inOrder, readListPage } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { listEntries } from "./entry-list.ts";
import type { EntryListQuery, WalletListQuery } from "./schemas.ts";
import { readWallets, type Wallet, type WalletEntry, walletList } from "./store.ts";

export type Wallets = ReturnType<typeof createWallets>;

/** Merchants' view of their money. Wallets are created with the merchant and changed only by the ledger. */
export function createWallets({ db }: { readonly db: Database }) {
  /** Refuses with RESOURCE_NOT_FOUND, also for another merchant's wallet. */
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

    entries: async (
      merchantNo: MerchantNo,
      walletId: string,
      query: Static<typeof EntryListQuery>,
    ): Promise<{ readonly entries: readonly WalletEntry[]; readonly meta: PageMeta }> =>
      listEntries(db, merchantNo, await get(merchantNo, walletId), query),
  };
}
