import { expect, it } from "vitest";
import type { Hit } from "../ui/search/search.tsx";
import { hitPath } from "./hit-path.ts";

const hit = (more: Partial<Hit>): Hit => ({
  object: "search_hit",
  kind: "charge",
  id: "ch_1",
  matchedBy: "id",
  merchantId: "m",
  merchantName: "Maison Akwaba",
  mode: "SANDBOX",
  label: null,
  paymentIntentId: null,
  amount: null,
  amountDisplay: null,
  currency: null,
  status: null,
  createdAt: "2026-01-15T03:00:00.000Z",
  ...more,
});

it.each<readonly [string, Partial<Hit>, string]>([
  ["an attempt leads to its payment", { paymentIntentId: "pi_1" }, "payments/pi_1"],
  [
    "a session that was tried leads to its payment",
    { kind: "checkout_session", id: "cs_1", paymentIntentId: "pi_1" },
    "payments/pi_1",
  ],
  [
    "a session that nobody tried leads to its own page, in its mode",
    { kind: "checkout_session", id: "cs_1" },
    "merchants/m/sessions/cs_1?mode=SANDBOX",
  ],
  [
    "a link leads to its merchant, in its mode",
    { kind: "payment_link", id: "plink_1" },
    "merchants/m?mode=SANDBOX",
  ],
  ["what no merchant has is found in the audit log", { kind: "event", merchantId: null }, "audit"],
])("%s", (_name, more, path) => expect(hitPath(hit(more))).toBe(path));
