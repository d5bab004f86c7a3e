export { createDetaching } from "./detach/detach-ledger.ts";
export { createWalletsRoutes } from "./routes.ts";
export { EntryListQuery, WalletEntryView, WalletListQuery, WalletView } from "./schemas.ts";
export { createWallets, type Wallets } from "./service.ts";
export { walletEntryView, walletView } from "./view.ts";
