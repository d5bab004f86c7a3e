/** A request that named no amount. */
export const requestExample = {
  object: "request",
  id: "req_01kf0v0d1qf0w8x3z5c7b9n1m3",
  mode: "SANDBOX",
  method: "POST",
  path: "/checkout/sessions",
  operationId: "createCheckoutSession",
  status: 400,
  errorCode: "VALIDATION_ERROR",
  refusedFields: [{ path: "amount", rule: "required" }],
  requiredPermissions: [],
  durationMs: 3,
  idempotencyReplayed: false,
  caller: { kind: "KEY", id: "key_01kf0v0d1qf0w8x3z5c7b9n1m3", name: "Shop server" },
  address: "203.0.113.7",
  notKept: 0,
  createdAt: "2026-01-15T08:00:00.000Z",
} as const;
