const hit = {
  object: "search_hit",
  kind: "charge",
  id: "ch_06f4c1k8t2w3y7m1n5b9d0e4g8",
  matchedBy: "phone",
  merchantId: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f",
  merchantName: "Maison Akwaba",
  mode: "SANDBOX",
  label: "order-1042",
  paymentIntentId: "pi_06f4c1k8t2w3y7m1n5b9d0e4g8",
  amount: "5000",
  amountDisplay: "5 000 F CFA",
  currency: "XOF",
  status: "SUCCEEDED",
  createdAt: "2026-01-15T09:30:00.000Z",
} as const;

export const searchExample = {
  object: "search",
  hits: [hit],
  hasMore: false,
  notSearched: ["api_key"],
} as const;
export const tenantSearchExample = { ...searchExample, notSearched: ["operator"] } as const;
