export { createWalletsRoutes, type WalletsRoutesDeps } from "./routes.ts";
export { WalletEntryView, WalletView } from "./schemas.ts";
export { createWallets, type Wallets } from "./service.ts";
export { type WalletContext, walletEntryView, walletView } from "./view.ts";
