import type { MerchantNo } from "../kit/ids.ts";
import { merchantMoves } from "./error-response.ts";

/** Merchants whose writes the database has just refused because they are being moved (`merchant-move/fence.ts`). */
export interface FencedMerchants {
  /** Nobody is being moved, as nearly always: then nothing need be found out about a request. */
  isEmpty(): boolean;
  /** The database has refused a write of this merchant. */
  refused(merchantNo: MerchantNo | null): void;
  /** Refuses with SERVICE_UNAVAILABLE. */
  refuse(merchantNo: MerchantNo | null): void;
}

/** A caller learns of the end of a fence no later than this. */
const REMEMBERED_MS = 500;

/**
 * The database alone decides who is fenced. Asking it for each request of a busy merchant would split batches with other merchants'
 * payments again and again, so for half a second what it said counts for all requests of that merchant.
 */
export function createFencedMerchants(monotonicMs: () => number = () => performance.now()): FencedMerchants {
  const untilMs = new Map<MerchantNo, number>();
  return {
    isEmpty: () => untilMs.size === 0,
    refused: (merchantNo) => {
      if (merchantNo !== null) untilMs.set(merchantNo, monotonicMs() + REMEMBERED_MS);
    },
    refuse: (merchantNo) => {
      const until = merchantNo === null ? undefined : untilMs.get(merchantNo);
      if (merchantNo === null || until === undefined) return;
      if (monotonicMs() < until) throw merchantMoves();
      untilMs.delete(merchantNo);
    },
  };
}
