import { describe, expect, it } from "vitest";
import { reachable } from "../../kit/state-machine.ts";
import {
  nextFileStatus,
  nextOrderStatus,
  type OrderStatus,
  orderEvents,
  orderStatuses,
  orderTransitions,
  type PayoutFileStatus,
  payoutFileEvents,
  payoutFileStatuses,
  payoutFileTransitions,
} from "./states.ts";

// release, refuse, write, written, download
const fileTable: { readonly [status in PayoutFileStatus]: readonly (PayoutFileStatus | null)[] } = {
  PREPARED: ["RELEASED", "REFUSED", null, null, null],
  RELEASED: [null, null, "WRITING", null, "DOWNLOADED"],
  WRITING: [null, null, null, "WRITTEN", null],
  WRITTEN: [null, null, null, null, null],
  DOWNLOADED: [null, null, null, null, "DOWNLOADED"],
  REFUSED: [null, null, null, null, null],
};
// collect, requeue, release, withdraw, reject, pay, takeBack
const orderTable: { readonly [status in OrderStatus]: readonly (OrderStatus | null)[] } = {
  QUEUED: ["IN_FILE", null, null, "WITHDRAWN", "REJECTED", "PAID", null],
  IN_FILE: [null, "QUEUED", "RELEASED", "WITHDRAWN", "REJECTED", "PAID", null],
  RELEASED: [null, null, null, null, "REJECTED", "PAID", "RETURNED"],
  PAID: [null, null, null, null, null, null, "RETURNED"],
  REJECTED: [null, null, null, null, null, null, null],
  RETURNED: [null, null, null, null, null, null, null],
  WITHDRAWN: [null, null, null, null, null, null, null],
};

describe("the states of a payout file", () => {
  it.each(payoutFileStatuses)("%s goes where the table says, for each event", (status) => {
    expect(payoutFileEvents.map((event) => nextFileStatus(status, event))).toEqual(fileTable[status]);
  });
  it("can all be reached", () => {
    expect([...reachable(payoutFileTransitions, "PREPARED")].sort()).toEqual([...payoutFileStatuses].sort());
  });
});

describe("the states of a transfer order", () => {
  it.each(orderStatuses)("%s goes where the table says, for each event", (status) => {
    expect(orderEvents.map((event) => nextOrderStatus(status, event))).toEqual(orderTable[status]);
  });
  it("can all be reached", () => {
    expect([...reachable(orderTransitions, "QUEUED")].sort()).toEqual([...orderStatuses].sort());
  });
});
