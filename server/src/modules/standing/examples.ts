/** What `/docs` shows. Names and numbers are invented. */
const merchant = {
  id: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  displayName: "Maison Akwaba",
  legalName: "Maison Akwaba SARL",
  countryCode: "CI",
  logoUrl: null,
  status: "ACTIVE",
  messageToMerchant: null,
} as const;

export const ownMerchantExample = {
  object: "own_merchant",
  ...merchant,
  movedTo: null,
  modes: [
    {
      mode: "SANDBOX",
      role: "APPROVER",
      permissions: [
        "merchant.payouts.approve",
        "merchant.payouts.read",
        "merchant.beneficiaries.read",
        "merchant.wallets.read",
      ],
      waiting: [],
      kybStatus: "APPROVED",
      open: true,
      blockedBy: null,
    },
    {
      mode: "LIVE",
      role: "APPROVER",
      permissions: ["merchant.payouts.read", "merchant.beneficiaries.read", "merchant.wallets.read"],
      waiting: ["merchant.payouts.approve"],
      kybStatus: "SUBMITTED",
      open: false,
      blockedBy: {
        reason: "KYB_NOT_APPROVED",
        message: "The merchant cannot transact yet: onboarding is incomplete or under review.",
      },
    },
  ],
} as const;

export const standingExample = {
  object: "merchant_standing",
  ...merchant,
  mode: "LIVE",
  locale: "fr",
  branding: { primaryColor: "#0b6e4f" },
  kybStatus: "APPROVED",
  open: true,
  blockedBy: null,
  wallets: [
    {
      id: "wal_01kf0v0d1qf0w8x3z5c7b9n1m3",
      label: "Compte principal",
      currency: "XOF",
      payoutApprovalAbove: "100000",
    },
  ],
  fees: [
    {
      method: "MOBILE_MONEY",
      currency: "XOF",
      basisPoints: 150,
      fixed: "0",
      minimum: "10",
      maximum: null,
      settlementDelaySeconds: 86_400,
      effectiveFrom: "2026-01-10T08:00:00.000Z",
    },
  ],
  limits: { requestsPerSecond: 100 },
  version: 4,
  createdAt: "2026-01-10T08:00:00.000Z",
  updatedAt: "2026-01-12T09:30:00.000Z",
} as const;

export const callerExample = {
  object: "caller",
  kind: "KEY",
  id: "key_01kf0v0d1qf0w8x3z5c7b9n1m3",
  name: "Shop server",
  mode: "SANDBOX",
  merchantId: merchant.id,
  merchantName: merchant.displayName,
  permissions: ["merchant.checkout.manage", "merchant.payments.read"],
} as const;
