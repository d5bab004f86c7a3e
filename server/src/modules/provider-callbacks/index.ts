export { createPassOn } from "./pass-on.ts";
export type { CallbackNames, CallbackReceiver, Heard } from "./receiver.ts";
export { createProviderCallbacks, type ProviderCallbacks } from "./routes.ts";
