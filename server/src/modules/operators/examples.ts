export const operatorsTag = "Operators";

/** An operator as the documentation shows it. */
export const operatorExample = {
  object: "operator",
  id: "op_01kf0v0d1qf0w8x3z5c7b9n1m3",
  tenantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  email: "awa@example.com",
  name: "Awa Diop",
  role: null,
  permissions: ["tenant.payments.manage", "tenant.merchants.read"],
  status: "ACTIVE",
  createdBy: "op_01kf0v0d1qf0w8x3z5c7b9n1m2",
  invitedUntil: null,
  secondFactor: true,
  lastLoginAt: "2026-01-15T08:00:00.000Z",
  version: 1,
  createdAt: "2026-01-10T08:00:00.000Z",
  updatedAt: "2026-01-10T08:00:00.000Z",
} as const;
