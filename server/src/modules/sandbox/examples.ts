/** Bodies and answers as `/docs` shows them. */
const at = "2026-11-21T10:15:30.000Z";
const clock = {
  object: "sandbox.clock",
  mode: "SANDBOX",
  advancedSeconds: 1800,
  version: 1,
  createdAt: at,
  updatedAt: at,
} as const;

export const clockExample = clock;
export const advanceExample = { seconds: 1800 };
export const advancedExample = {
  ...clock,
  movedSeconds: 1800,
  moved: {
    checkoutSessions: 2,
    paymentIntents: 0,
    paymentLinks: 1,
    charges: 1,
    refunds: 0,
    payouts: 0,
    payoutBatches: 0,
    settlements: 3,
    beneficiaries: 0,
    webhookDeliveries: 4,
    webhookEndpoints: 0,
    providerOperations: 1,
  },
};
export const triggerExample = { type: "payment.succeeded" };
export const triggeredExample = {
  object: "sandbox.event",
  id: "evt_01kf0v0d1qf0w8x3z5c7b9n1m3",
  mode: "SANDBOX",
  type: "payment.succeeded",
  deliveries: 1,
  createdAt: at,
} as const;
export const resetExample = { confirm: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" };
export const resetDoneExample = {
  object: "sandbox.reset",
  mode: "SANDBOX",
  merchantId: resetExample.confirm,
  wallets: [{ id: "wal_01kf0v0d1qf0w8x3z5c7b9n1m4", label: "Compte principal", currency: "XOF" }],
  kept: { apiKeys: 2, webhookEndpoints: 1 },
  createdAt: at,
} as const;

export const scenariosExample = {
  object: "sandbox.scenarios",
  mode: "SANDBOX",
  scenarios: [
    {
      name: "no_funds",
      phoneSuffix: "049",
      description: "fails: balance too low",
      failureCode: "INSUFFICIENT_FUNDS",
      paymentsOnly: false,
    },
  ],
} as const;
