export { createWalletsRoutes } from "./routes.ts";
export { WalletView } from "./schemas.ts";
export { walletView } from "./view.ts";
