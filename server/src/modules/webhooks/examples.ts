/** Objects as `/docs` shows them. */
export const endpointExample = {
  object: "webhook_endpoint",
  id: "we_01kf0v0d1qf0w8x3z5c7b9n1m3",
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  mode: "SANDBOX",
  url: "https://shop.example/webhooks/cauris",
  events: ["payment.succeeded", "payment.failed"],
  status: "ACTIVE",
  disabledReason: null,
  description: null,
  ordered: false,
  verifiedAt: "2026-01-15T08:00:01.000Z",
  failingSince: null,
  previousSecretExpiresAt: null,
  version: 1,
  createdAt: "2026-01-15T08:00:00.000Z",
  updatedAt: "2026-01-15T08:00:00.000Z",
} as const;

export const replayExample = {
  object: "webhook_replay",
  mode: "SANDBOX",
  endpointId: endpointExample.id,
  matched: 37,
  replayed: 37,
  nextCursor: null,
} as const;

export const healthExample = {
  object: "webhook_endpoint_health",
  id: endpointExample.id,
  mode: "SANDBOX",
  from: "2026-01-14T08:00:00.000Z",
  to: "2026-01-15T08:00:00.000Z",
  isWhole: true,
  deliveries: { total: 214, succeeded: 209, pending: 3, failed: 2, cancelled: 0 },
  refusals: [{ statusCode: 500, count: 4 }],
  answers: { samples: 213, p50Ms: 84, p95Ms: 410 },
  failingSince: null,
} as const;
