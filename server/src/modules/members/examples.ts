/** Incomplete, so that it is not mistaken for a real one. */
export const tokenExample = "svc_join_3kTqxW0b2nT5yHs7dLa";

const terms = {
  live: {
    role: "ACCOUNTANT",
    permissions: [
      "merchant.charges.read",
      "merchant.payments.read",
      "merchant.checkout.read",
      "merchant.links.read",
      "merchant.refunds.manage",
      "merchant.payouts.manage",
      "merchant.beneficiaries.manage",
      "merchant.wallets.read",
      "merchant.reports.read",
    ],
    narrowed: false,
  },
  sandbox: null,
  refundLimits: [{ currency: "XOF", amount: "50000" }],
} as const;

export const memberExample = {
  object: "member",
  id: "usr_01kf0v0d1qf0w8x3z5c7b9n1m3",
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  email: "awa@example.com",
  name: "Awa Diop",
  status: "ACTIVE",
  ...terms,
  secondFactor: true,
  lastLoginAt: "2026-01-15T08:00:00.000Z",
  invitedBy: "usr_01kf0v0d1qf0w8x3z5c7b9n1m2",
  version: 1,
  createdAt: "2026-01-10T08:00:00.000Z",
  updatedAt: "2026-01-10T08:00:00.000Z",
} as const;

export const invitationExample = {
  object: "member_invitation",
  id: "inv_01kf0v0d1qf0w8x3z5c7b9n1m4",
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  email: "awa@example.com",
  status: "OPEN",
  ...terms,
  invitedBy: "usr_01kf0v0d1qf0w8x3z5c7b9n1m2",
  createdAt: "2026-01-10T08:00:00.000Z",
  expiresAt: "2026-01-17T08:00:00.000Z",
} as const;

export const issuedExample = { ...invitationExample, url: null } as const;

const everything = { role: "OWNER", permissions: ["merchant.checkout.manage"], narrowed: false } as const;
/** As an operator gets it who invites an owner. */
export const issuedOwnerExample = {
  ...issuedExample,
  live: everything,
  sandbox: everything,
  refundLimits: [],
  invitedBy: "op_01kf0v0d1qf0w8x3z5c7b9n1m2",
} as const;
