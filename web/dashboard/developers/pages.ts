import type { NavGroup, PageEntry } from "../../ui/app/pages.ts";
import { firstRows } from "../../ui/parts/list-path.ts";

const ofMerchant =
  (below: string): NonNullable<PageEntry["reads"]> =>
  ({ query, scope: { merchantId } }) =>
    firstRows(`/merchant/merchants/${merchantId}/${below}`)({ query });

/** The pages of the developer area. */
export const developerPages: readonly PageEntry[] = [
  { path: "developers/keys", file: "developers/keys", reads: ofMerchant("api-keys") },
  { path: "developers/keys/:id", file: "developers/key" },
  { path: "developers/endpoints", file: "developers/endpoints", reads: ofMerchant("webhook-endpoints") },
  { path: "developers/endpoints/:id", file: "developers/endpoint" },
  { path: "developers/endpoints/:id/deliveries/:deliveryId", file: "developers/delivery" },
  { path: "developers/events", file: "developers/events", reads: ofMerchant("events") },
  { path: "developers/events/:id", file: "developers/event" },
  { path: "developers/requests", file: "developers/requests", reads: ofMerchant("requests") },
  { path: "developers/requests/:id", file: "developers/request" },
  { path: "developers/examples", file: "developers/examples" },
  { path: "developers/simulator", file: "developers/simulator" },
  { path: "developers/go-live", file: "developers/go-live" },
];

/** Its part of the navigation. */
export const developerNavigation: NavGroup = {
  word: "developers",
  entries: [
    { path: "developers/keys", word: "keys", key: "k" },
    { path: "developers/endpoints", word: "endpoints", key: "w" },
    { path: "developers/events", word: "events", key: "t" },
    { path: "developers/requests", word: "requests", key: "q" },
    { path: "developers/examples", word: "examples", key: "c" },
    { path: "developers/simulator", word: "simulator", key: "s" },
    { path: "developers/go-live", word: "goLive", key: "a" },
  ],
};
