import type { ChangeRequest, Correction, MoneyDecision } from "../../ui/api/views.ts";

/** Anything that one operator proposed and another confirms. */
export type Proposed = ChangeRequest | MoneyDecision | Correction;

const paths = {
  change_request: "/tenant/change-requests",
  money_decision: "/tenant/money-decisions",
  ledger_correction: "/tenant/ledger/corrections",
} as const satisfies Readonly<Record<Proposed["object"], string>>;

/** Where the API has a proposal. Pure. */
export const pathOf = ({ object, id }: Pick<Proposed, "object" | "id">): string => `${paths[object]}/${id}`;

/** The lists of what is open, each of its own area. */
export const openLists = [
  `${paths.money_decision}?status=PROPOSED&pageSize=100`,
  `${paths.change_request}?status=PROPOSED&pageSize=100`,
  `${paths.ledger_correction}?status=PROPOSED&pageSize=100`,
] as const;

/** The path of the proposal with this id; null: no proposal has such an id. Pure. */
export function pathOfId(id: string): string | null {
  const name = encodeURIComponent(id);
  if (id.startsWith("creq_")) return `${paths.change_request}/${name}`;
  if (id.startsWith("dec_")) return `${paths.money_decision}/${name}`;
  return id.startsWith("adj_") ? `${paths.ledger_correction}/${name}` : null;
}
