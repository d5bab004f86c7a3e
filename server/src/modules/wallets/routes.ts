import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { walletEntryExample, walletExample } from "./examples.ts";
import { createReportRoutes } from "./report-routes.ts";
import type { ReportsDeps } from "./reports.ts";
import { EntryListQuery, WalletEntryView, WalletListQuery, WalletParams, WalletView } from "./schemas.ts";
import { createWallets } from "./service.ts";
import { walletEntryView, walletView } from "./view.ts";

export type WalletsRoutesDeps = Omit<ReportsDeps, "wallets">;

const common = {
  method: "GET",
  tag: "Wallets",
  permission: "merchant.wallets.read",
  successStatus: 200,
  idempotency: "none",
} as const;

export function createWalletsRoutes(deps: WalletsRoutesDeps): readonly Route[] {
  const wallets = createWallets(deps);
  return [
    keyRoute({
      ...common,
      path: "/payments/wallets",
      operationId: "listWallets",
      summary: "List wallets",
      description:
        "The merchant's wallets in the key's mode, one per currency, with their current balances. Amounts are decimal text in major units; fields that end in `Minor` are minor units.",
      errors: [],
      list: true,
      examples: { data: [walletExample] },
      schemas: { query: WalletListQuery, response: Type.Array(WalletView) },
      handle: async ({ caller, query }) => {
        const { wallets: found, meta } = await wallets.list(caller.merchantNo, query);
        return { data: found.map((wallet) => walletView(wallet, caller)), meta };
      },
    }),
    keyRoute({
      ...common,
      path: "/payments/wallets/:id",
      operationId: "getWallet",
      summary: "Get a wallet",
      description:
        "`balance` is everything booked. `available` is the balance without `pending`, `held` and `reserved`, and never below zero.",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: walletExample },
      schemas: { params: WalletParams, response: WalletView },
      handle: async ({ caller, params }) => ({
        data: walletView(await wallets.get(caller.merchantNo, params.id), caller),
      }),
    }),
    keyRoute({
      ...common,
      path: "/payments/wallets/:id/entries",
      operationId: "listWalletEntries",
      summary: "List the entries of a wallet",
      description:
        "Every movement of the wallet's money, newest first: its reason, its direction and the balance after it. Read by cursor (`starting_after`, `ending_before`); `meta.total` is null. With a narrow filter a page can hold fewer entries than requested while `meta.hasMore` is true: continue with `meta.nextCursor`.",
      errors: [errors.RESOURCE_NOT_FOUND],
      list: true,
      examples: { data: [walletEntryExample] },
      schemas: { params: WalletParams, query: EntryListQuery, response: Type.Array(WalletEntryView) },
      handle: async ({ caller, params, query }) => {
        const { entries, meta } = await wallets.entries(caller.merchantNo, params.id, query);
        return { data: entries.map((entry) => walletEntryView(entry, caller)), meta };
      },
    }),
    ...createReportRoutes({ ...deps, wallets }),
  ];
}
