import type { Module } from "../module.ts";
import type { PaymentEngine } from "../payments/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { publicCheckoutRoutes } from "./public-routes.ts";
import { checkoutRoutes } from "./routes.ts";
import { type Checkout, createCheckout } from "./service.ts";

export interface CheckoutModule extends Module {
  readonly checkout: Checkout;
}

export function createCheckoutModule(deps: CheckoutDeps, engine: PaymentEngine): CheckoutModule {
  const checkout = createCheckout(deps, engine);
  return {
    checkout,
    routes: [...checkoutRoutes(checkout), ...publicCheckoutRoutes(checkout)],
    jobs: { expiry: checkout.sweeper },
    dueJobs: [checkout.sweeper],
  };
}
