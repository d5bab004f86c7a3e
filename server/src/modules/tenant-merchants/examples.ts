/** What `/docs` shows. Names and numbers are invented. */
const merchantId = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";
const times = { createdAt: "2026-01-10T08:00:00.000Z", updatedAt: "2026-01-10T08:00:00.000Z" } as const;

export const merchantExample = {
  object: "merchant",
  id: merchantId,
  mode: "SANDBOX",
  status: "ACTIVE",
  messageToMerchant: null,
  kybStatus: "APPROVED",
  displayName: "Maison Akwaba",
  legalName: "Maison Akwaba SARL",
  countryCode: "CI",
  locale: "fr",
  logoUrl: null,
  branding: { primaryColor: null },
  supportEmail: null,
  supportPhone: null,
  supportWhatsapp: null,
  website: null,
  dossiers: [
    { id: "kyb_01kf0v0d1qf0w8x3z5c7b9n1m3", mode: "SANDBOX", status: "APPROVED" },
    { id: "kyb_01kf0v0d1qf0w8x3z5c7b9n1m4", mode: "LIVE", status: "DRAFT" },
  ],
  wallets: [
    {
      id: "wal_01kf0v0d1qf0w8x3z5c7b9n1m3",
      mode: "SANDBOX",
      currency: "XOF",
      label: "Compte principal",
    },
  ],
  version: 1,
  ...times,
} as const;

export const walletExample = {
  object: "wallet",
  id: "wal_01kf0v0d1qf0w8x3z5c7b9n1m4",
  mode: "LIVE",
  merchantId,
  label: "Compte Cameroun",
  currency: "XAF",
  available: "0",
  availableMinor: "0",
  pending: "0",
  pendingMinor: "0",
  held: "0",
  heldMinor: "0",
  reserved: "0",
  reservedMinor: "0",
  balance: "0",
  balanceMinor: "0",
  ledgerBalance: "0",
  ledgerBalanceMinor: "0",
  version: 1,
  ...times,
} as const;

export const keyExample = {
  object: "api_key",
  id: "key_01kf0v0d1qf0w8x3z5c7b9n1m3",
  merchantId,
  mode: "LIVE",
  name: "First live key",
  last4: "9x2F",
  status: "ACTIVE",
  permissions: ["merchant.apikeys.manage", "merchant.profile.manage"],
  merchantIds: [],
  ipAllowlist: [],
  requestsPerSecond: 100,
  owner: true,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  requestsLastMinute: null,
  replaces: null,
  createdBy: "platform",
  createdByName: null,
  version: 1,
  ...times,
} as const;

export const handedKeyExample = {
  ...keyExample,
  key: null,
  claim: {
    url: "https://pay.example.org/api-key-claims/svc_claim_3kTqxW0b2nT5yHs7dLa",
    expiresAt: "2026-01-18T08:00:00.000Z",
  },
} as const;
