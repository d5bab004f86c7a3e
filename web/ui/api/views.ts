/** Types of the service's answers, taken from the schemas by which it checks them. Nothing of the service is loaded. */
import type { Static } from "typebox";
import type { OwnAccountSchema } from "../../../server/src/modules/log-in/schemas.ts";
import type { ChargeView, PaymentIntentView } from "../../../server/src/modules/payments/schemas.ts";
import type { SearchView } from "../../../server/src/modules/search/schemas.ts";
import type { TenantTimelineView, TimelineView } from "../../../server/src/modules/timeline/schemas.ts";

export type OwnAccount = Static<typeof OwnAccountSchema>;
export type Charge = Static<typeof ChargeView>;
export type PaymentIntent = Static<typeof PaymentIntentView>;
export type Search = Static<typeof SearchView>;
export type Timeline = Static<typeof TimelineView>;
export type TenantTimeline = Static<typeof TenantTimelineView>;
export type TimelineEntry = Timeline["entries"][number];

/** A row of an operator's list says whose it is. */
export type Named<Row> = Row & { readonly merchantName: string | null };
