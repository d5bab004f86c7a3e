const asOf = "2026-01-15T03:00:00.000Z";

export const webhookHealthExample = {
  object: "webhook_health",
  mode: "LIVE",
  asOf,
  deliveries: { due: 12, oldestDueSeconds: 3 },
  endpoints: { active: 41, failing: 1, paused: 0, unverified: 2, disabled: 3 },
  failing: [
    {
      endpointId: "we_01kf0v0d1qf0w8x3z5c7b9n1m3",
      merchantId: "0199f3a2-7c1e-7c3a-9b52-3d6c1f0a8e41",
      merchantName: "Maison Akwaba",
      failingSince: "2026-01-15T01:12:00.000Z",
    },
  ],
  failingByDay: [...Array<number>(28).fill(0), 2, 1],
} as const;

export const backgroundWorkExample = {
  object: "background_work",
  asOf,
  queues: [
    { kind: "refunds", due: 2, oldestDueSeconds: 9 },
    { kind: "mails", due: 0, oldestDueSeconds: null },
  ],
} as const;
