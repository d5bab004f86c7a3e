import { expect, it } from "vitest";
import { workKinds } from "../../server/src/modules/work/kinds.ts";
import { findPage } from "../ui/app/pages.ts";
import { pages } from "./pages.ts";
import { workPath } from "./work-path.ts";

it.each([
  ["HELD_MONEY", "ch_1"],
  ["UNKNOWN_PAYMENT", "re_1"],
  ["RETURNED_PAYOUT", "po_1"],
] as const)("a row of the kind %s about %s leads to a page that shows it", (kind, objectId) => {
  expect(workPath({ kind, objectId, merchantId: "m1", mode: "LIVE" })).toMatch(
    new RegExp(`^/console/[a-z]+/${objectId}$`),
  );
});

it("a row about one difference leads to that difference", () => {
  const row = { kind: "DIFFERENCE", objectId: "diff_1", merchantId: null, mode: "LIVE" } as const;
  expect(workPath(row)).toBe("/console/reconciliation/differences/diff_1");
});

it.each([
  ["STATEMENT_GAP", "reconciliation"],
  ["PROVIDER_ALARM", "providers"],
  ["ENDPOINT_DISABLED", "merchants/m1"],
] as const)("a row of the kind %s leads to the page of its mode, where it can be seen", (kind, page) => {
  const row = { kind, objectId: "x_1", merchantId: "m1" } as const;
  expect(workPath({ ...row, mode: "SANDBOX" })).toBe(`/console/${page}?mode=SANDBOX`);
  expect(workPath({ ...row, mode: null })).toBe(`/console/${page}`);
});

it("no row leads to a page that there is not", () => {
  for (const kind of workKinds) {
    const path = workPath({ kind, objectId: "x_1", merchantId: "m1", mode: null });
    expect(path === undefined || findPage(pages, path.slice("/console/".length)) !== null, kind).toBe(true);
  }
});
