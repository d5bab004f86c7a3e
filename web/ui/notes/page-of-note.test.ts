import { expect, it } from "vitest";
import { pageOfNote } from "./page-of-note.ts";

it.each([
  ["pi_06f4", "payments/pi_06f4"],
  ["po_06f4", "payouts/po_06f4"],
  ["diff_06f4", "reconciliation/differences/diff_06f4"],
  ["019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e", "merchants/019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e"],
  ["HELD_MONEY:ch_06f4", "search?q=ch_06f4"],
  ["adj_06f4", "search?q=adj_06f4"],
])("a note on %s is read at %s", (subject, page) => expect(pageOfNote(subject)).toBe(page));
