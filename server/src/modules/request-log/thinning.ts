import type { RequestRecord } from "../../http/request-record.ts";

/** A request that is kept. */
export interface KeptRequest extends RequestRecord {
  /** Further requests of the merchant since the last write of which nothing is kept; counted at its last kept one. */
  readonly notKept: number;
}

/** How many requests between two writes are kept, over all merchants. */
export interface Budget {
  /** While there are no more than this, all are kept. */
  readonly whole: number;
  /** Of more: answered ones, shared equally among the merchants. */
  readonly answered: number;
  /** Of more: refused and failed ones, shared equally among the merchants. */
  readonly refused: number;
}

/**
 * The requests to keep, in their order. Each merchant keeps at least its first answered and its first refused one, so that a busy
 * merchant does not hide the others. Pure.
 */
export function thinned(requests: readonly RequestRecord[], budget: Budget): readonly KeptRequest[] {
  if (requests.length <= budget.whole) return requests.map((request) => ({ ...request, notKept: 0 }));
  const shares = { answered: shareOf(requests, budget, false), refused: shareOf(requests, budget, true) };
  const counts = new Map<number, { answered: number; refused: number; left: number; last: number }>();
  const kept: RequestRecord[] = [];
  for (const request of requests) {
    const { merchantNo } = request;
    const count = counts.get(merchantNo) ?? { answered: 0, refused: 0, left: 0, last: 0 };
    counts.set(merchantNo, count);
    const kind = isRefused(request) ? "refused" : "answered";
    if (count[kind] < shares[kind]) {
      count[kind] += 1;
      count.last = kept.push(request) - 1;
    } else count.left += 1;
  }
  return kept.map((request, index) => {
    const count = counts.get(request.merchantNo);
    return { ...request, notKept: count?.last === index ? count.left : 0 };
  });
}

const isRefused = ({ status }: RequestRecord): boolean => status >= 400;

function shareOf(requests: readonly RequestRecord[], budget: Budget, refused: boolean): number {
  const merchants = new Set(
    requests.filter((one) => isRefused(one) === refused).map(({ merchantNo }) => merchantNo),
  );
  const total = refused ? budget.refused : budget.answered;
  return Math.max(1, Math.floor(total / Math.max(1, merchants.size)));
}
