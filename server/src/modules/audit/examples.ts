const auditEntryExample = {
  object: "audit_entry",
  id: "aud_01kf0v0d1qf0w8x3z5c7b9n1m3",
  tenantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  sequence: 17,
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2f",
  mode: "LIVE",
  actor: "key_01kf0v0d1qf0w8x3z5c7b9n1m4",
  action: "payout.approved",
  subject: "po_01kf0v0d1qf0w8x3z5c7b9n1m5",
  before: null,
  after: "PENDING",
  ip: "203.0.113.7",
  requestId: "req_01kf0v0d1qf0w8x3z5c7b9n1m6",
  createdAt: "2026-01-15T08:00:00.000Z",
  previousHash: "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456",
  hash: "ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d",
} as const;

const {
  tenantId: _tenant,
  sequence: _sequence,
  previousHash: _previous,
  hash: _hash,
  ...shared
} = auditEntryExample;
export const activityExample = {
  ...shared,
  object: "activity",
  actorName: "Comptabilité",
  beforeData: null,
  afterData: null,
} as const;

export const listedEntryExample = {
  ...auditEntryExample,
  actorName: "Comptabilité",
  merchantName: "Maison Akwaba",
  beforeData: null,
  afterData: null,
} as const;
