import type { NavGroup, PageEntry } from "../../ui/app/pages.ts";
import { firstRows } from "../../ui/parts/list-path.ts";

const ofMerchant =
  (below: string): NonNullable<PageEntry["reads"]> =>
  ({ query, scope: { merchantId } }) =>
    firstRows(`/merchant/merchants/${merchantId}/${below}`)({ query });

/** The pages of the developer area. */
export const developerPages: readonly PageEntry[] = [
  { path: "developers/keys", file: "developers/keys", words: ["keys"], reads: ofMerchant("api-keys") },
  { path: "developers/keys/:id", file: "developers/key", words: ["keys"] },
  {
    path: "developers/endpoints",
    file: "developers/endpoints",
    words: ["endpoints", "keys"],
    reads: ofMerchant("webhook-endpoints"),
  },
  {
    path: "developers/endpoints/:id",
    file: "developers/endpoint",
    words: ["endpoints", "events", "keys", "requests"],
  },
  {
    path: "developers/endpoints/:id/deliveries/:deliveryId",
    file: "developers/delivery",
    words: ["endpoints", "events", "requests", "tools"],
  },
  {
    path: "developers/events",
    file: "developers/events",
    words: ["events", "requests"],
    reads: ofMerchant("events"),
  },
  { path: "developers/events/:id", file: "developers/event", words: ["requests", "tools"] },
  {
    path: "developers/requests",
    file: "developers/requests",
    words: ["requests"],
    reads: ofMerchant("requests"),
  },
  { path: "developers/requests/:id", file: "developers/request", words: ["requests"] },
  { path: "developers/examples", file: "developers/examples", words: ["keys", "tools"] },
  { path: "developers/simulator", file: "developers/simulator", words: ["tools"] },
  { path: "developers/go-live", file: "developers/go-live", words: ["tools"] },
];

/** Its part of the navigation. */
export const developerNavigation: NavGroup = {
  word: "developers",
  entries: [
    { path: "developers/keys", word: "keys", key: "k", needs: ["merchant.apikeys.read"] },
    { path: "developers/endpoints", word: "endpoints", key: "w", needs: ["merchant.webhooks.read"] },
    { path: "developers/events", word: "events", key: "t", needs: ["merchant.events.read"] },
    { path: "developers/requests", word: "requests", key: "q", needs: ["merchant.apikeys.read"] },
    { path: "developers/examples", word: "examples", key: "c", needs: ["merchant.apikeys.read"] },
    { path: "developers/simulator", word: "simulator", key: "s", needs: ["merchant.checkout.manage"] },
    { path: "developers/go-live", word: "goLive", key: "a", needs: ["merchant.apikeys.read"] },
  ],
};
