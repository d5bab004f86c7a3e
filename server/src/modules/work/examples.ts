/** Bodies as `/docs` shows them. */
export const workItemExample = {
  object: "work_item",
  id: "HELD_MONEY:ch_06f4c1n9k3v7x2m5t8b1d6q4r0",
  kind: "HELD_MONEY",
  mode: "LIVE",
  objectId: "ch_06f4c1n9k3v7x2m5t8b1d6q4r0",
  detail: "LATE_PAYMENT",
  name: null,
  day: null,
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  merchantName: "Boutique Awa",
  amount: "5000",
  amountDisplay: "5 000 F CFA",
  currency: "XOF",
  since: "2026-11-21T08:15:30.000Z",
  ageSeconds: 7200,
  due: "2026-11-22T08:15:30.000Z",
  overdue: false,
  takenBy: { id: "op_06f4c1a2b3c4d5e6f7g8h9j0k1", name: "Aminata Koné" },
  takenAt: "2026-11-21T09:00:00.000Z",
  proposedBy: null,
  isYours: false,
  endsByHand: false,
};

export const workExample = {
  object: "work",
  asOf: "2026-11-21T10:15:30.000Z",
  count: 1,
  overdue: 0,
  counts: [
    {
      kind: "HELD_MONEY",
      count: 1,
      overdue: 0,
      oldest: "2026-11-21T08:15:30.000Z",
      sums: [{ currency: "XOF", amount: "5000", amountDisplay: "5 000 F CFA" }],
    },
  ],
  items: [workItemExample],
  hasMore: false,
};

export const assignExample = { operatorId: "op_06f4c1a2b3c4d5e6f7g8h9j0k1" };

export const colleagueExample = {
  object: "work_colleague",
  id: "op_06f4c1a2b3c4d5e6f7g8h9j0k1",
  name: "Aminata Koné",
};
