export type { CallbackNames, CallbackReceiver, HeardCallback } from "./receiver.ts";
export { createProviderCallbacks, type ProviderCallbacks } from "./routes.ts";
