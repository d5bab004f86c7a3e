import type { Invariant } from "./invariant.ts";

/** Decisions about merchants. The first start's merchant was never decided upon, and has no time of decision. */
export const kybInvariants: readonly Invariant[] = [
  {
    name: "kyb.decided_by_two",
    meaning:
      "Whatever dossier was approved or rejected, one person proposed it and another one confirmed it.",
    reach: "whole",
    sql: `
      select d.merchant_no, d.id::text as id, format('%s without a decision of two', d.status) as detail
      from kyb_dossiers d
      where d.status in ('APPROVED', 'REJECTED') and d.decided_at is not null and not exists (
        select from kyb_decisions k
        where k.merchant_no = d.merchant_no and k.status = 'CONFIRMED' and k.ended_by <> k.proposed_by
          and (k.decision = 'REJECT') = (d.status = 'REJECTED')
          and k.ended_at between d.decided_at - interval '1 minute' and d.decided_at + interval '1 minute')`,
  },
  {
    name: "kyb.proposals_are_in_review",
    meaning: "A proposal waits for its second person only while its dossier is under review.",
    reach: "whole",
    sql: `
      select d.merchant_no, d.id::text as id, format('%s with an open proposal', d.status) as detail
      from kyb_decisions k join kyb_dossiers d on d.merchant_no = k.merchant_no
      where k.status = 'PROPOSED' and d.status <> 'IN_REVIEW'`,
  },
];
