const terms = { basisPoints: 200, fixed: "0", minimum: "0", maximum: null, settlementDelaySeconds: 0 };

/** Bodies as `/docs` shows them. */
export const changeRequestExample = {
  object: "change_request",
  id: "creq_06f4c1p4t8v2x6m0q3b7n1d5k9",
  kind: "SET_FEE_SCHEDULE",
  subject: "fee_06f4c1h3v8x2m6q9t1b5n7d0k4",
  status: "PROPOSED",
  before: { mode: "LIVE", method: "CARD", currency: "XOF", ...terms },
  after: { mode: "LIVE", method: "CARD", currency: "XOF", ...terms, basisPoints: 250 },
  proposedBy: "op_06f4c1h3v8x2m6q9t1b5n7d0k4",
  decidedBy: null,
  reason: null,
  decidedAt: null,
  expiresAt: "2026-11-28T10:00:00.000Z",
  version: 1,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z",
};

const ended = {
  ...changeRequestExample,
  decidedBy: "op_06f4c1m2b7r4x9v1t5n8d3q6k0",
  decidedAt: "2026-11-21T10:05:00.000Z",
  version: 2,
  updatedAt: "2026-11-21T10:05:00.000Z",
};
export const confirmedExample = { ...ended, status: "CONFIRMED" };
export const refuseExample = { reason: "The acquirer's contract says 2.2 %" };
export const refusedExample = { ...ended, status: "REFUSED", ...refuseExample };
export const withdrawnExample = {
  ...ended,
  status: "WITHDRAWN",
  decidedBy: changeRequestExample.proposedBy,
};
