import { nextStatus, type Transitions } from "../../kit/state-machine.ts";

export const payoutFileStatuses = [
  "PREPARED",
  "RELEASED",
  "WRITING",
  "WRITTEN",
  "DOWNLOADED",
  "REFUSED",
] as const;
export type PayoutFileStatus = (typeof payoutFileStatuses)[number];
export const payoutFileEvents = ["release", "refuse", "write", "written", "download"] as const;
export type PayoutFileEvent = (typeof payoutFileEvents)[number];

/** A released file is never taken back: the bank may have it. */
export const payoutFileTransitions: Transitions<PayoutFileStatus, PayoutFileEvent> = {
  PREPARED: { release: "RELEASED", refuse: "REFUSED" },
  RELEASED: { write: "WRITING", download: "DOWNLOADED" },
  WRITING: { written: "WRITTEN" },
  WRITTEN: {},
  DOWNLOADED: { download: "DOWNLOADED" },
  REFUSED: {},
};

export function nextFileStatus(from: PayoutFileStatus, event: PayoutFileEvent): PayoutFileStatus | null {
  return nextStatus(payoutFileTransitions, from, event);
}

export const orderStatuses = [
  "QUEUED",
  "IN_FILE",
  "RELEASED",
  "PAID",
  "REJECTED",
  "RETURNED",
  "WITHDRAWN",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export const orderEvents = [
  "collect",
  "requeue",
  "release",
  "withdraw",
  "reject",
  "pay",
  "takeBack",
] as const;
export type OrderEvent = (typeof orderEvents)[number];

/**
 * `pay` before the release: the bank has booked it all the same, for example because a person typed it in, so it must not
 * go out once more. `takeBack`: the money came back, or the bank rejects what it has reported as executed.
 */
export const orderTransitions: Transitions<OrderStatus, OrderEvent> = {
  QUEUED: { collect: "IN_FILE", withdraw: "WITHDRAWN", reject: "REJECTED", pay: "PAID" },
  IN_FILE: {
    requeue: "QUEUED",
    release: "RELEASED",
    withdraw: "WITHDRAWN",
    reject: "REJECTED",
    pay: "PAID",
  },
  RELEASED: { pay: "PAID", reject: "REJECTED", takeBack: "RETURNED" },
  PAID: { takeBack: "RETURNED" },
  REJECTED: {},
  RETURNED: {},
  WITHDRAWN: {},
};

export function nextOrderStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return nextStatus(orderTransitions, from, event);
}
