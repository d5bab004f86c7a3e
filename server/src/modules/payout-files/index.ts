export { createPayoutFilesModule } from "./module.ts";
export { createTransferOrders, withdrawOrder } from "./orders.ts";
export { createOrderedTransfers } from "./reports.ts";
