import type { Hit } from "../ui/search/search.tsx";

/** The page of what a search found, below the merchant's root. Pure. */
export function hitPath({ kind, id, paymentIntentId }: Pick<Hit, "kind" | "id" | "paymentIntentId">): string {
  const folder = folders[kind];
  return folder === undefined ? `payments/${paymentIntentId ?? id}` : `${folder}/${id}`;
}

/** Kinds that are not shown as part of a payment. */
const folders: Readonly<Record<string, string>> = {
  payout: "payouts",
  payout_batch: "payouts/batches",
  refund: "refunds",
  payment_link: "links",
  beneficiary: "beneficiaries",
  wallet: "balance",
  webhook_endpoint: "developers/endpoints",
  webhook_delivery: "developers/deliveries",
  event: "developers/events",
  api_key: "developers/keys",
};
