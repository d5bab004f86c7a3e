export const createExportExample = {
  list: "/payments/charges?status=SUCCEEDED&createdFrom=2026-11-01T00:00:00Z",
  locale: "fr",
  timeZone: "Africa/Abidjan",
} as const;

export const exportExample = {
  object: "export",
  id: "exp_01kf0v0d1qf0w8x3z5c7b9n1m3",
  mode: "LIVE",
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2f",
  status: "PENDING",
  list: createExportExample.list,
  operation: "listCharges",
  fileName: "payments-2026-11-21.csv",
  format: "CSV",
  heads: "WORDS",
  locale: "fr",
  separator: ";",
  timeZone: "Africa/Abidjan",
  rowsWritten: 5_000,
  rowsTotal: 18_240,
  bytes: 1_204_311,
  failureCode: null,
  createdBy: "usr_01kf0v0d1qf0w8x3z5c7b9n1m4",
  finishedAt: null,
  expiresAt: "2026-11-28T10:15:30.000Z",
  version: 1,
  createdAt: "2026-11-21T10:15:30.000Z",
} as const;

export const createTenantExportExample = { list: "/tenant/audit?action=payout.approved" } as const;

export const tenantExportExample = {
  ...exportExample,
  mode: null,
  merchantId: null,
  status: "READY",
  list: createTenantExportExample.list,
  operation: "listAuditEntries",
  fileName: "audit-log-2026-11-21.csv",
  locale: "en",
  separator: ",",
  timeZone: "UTC",
  rowsWritten: 12,
  rowsTotal: 12,
  bytes: 2_240,
  createdBy: "op_01kf0v0d1qf0w8x3z5c7b9n1m4",
  finishedAt: "2026-11-21T10:15:30.000Z",
} as const;
