import { expect, it } from "vitest";
import { saidParts } from "./said-parts.ts";

const code = (text: string) => ({ kind: "code", code: text });
const text = (said: string) => ({ kind: "text", text: said });

it.each([
  [
    "a state and the reason that a person gave",
    "SUSPENDED: OPEN: a complaint",
    [code("SUSPENDED"), { kind: "reason", text: "OPEN: a complaint" }],
  ],
  ["two states", "ACTIVE NOT_STARTED", [code("ACTIVE"), code("NOT_STARTED")]],
  ["an amount with its currency", "50000 XOF", [{ kind: "amount", minor: "50000", currency: "XOF" }]],
  [
    "an operator: name, state, rights",
    "Awa CLOSED Diop ACTIVE tenant.kyb.read tenant.audit.read",
    [
      text("Awa CLOSED Diop"),
      code("ACTIVE"),
      { kind: "rights", permissions: ["tenant.kyb.read", "tenant.audit.read"] },
    ],
  ],
  ["rights alone", "tenant.kyb.read", [{ kind: "rights", permissions: ["tenant.kyb.read"] }]],
  [
    "the roles of a person and how much may be refunded",
    "LIVE VIEWER merchant.links.read SANDBOX OWNER refunds to 5000 XOF",
    [
      code("LIVE"),
      code("VIEWER"),
      text("merchant.links.read"),
      code("SANDBOX"),
      code("OWNER"),
      { kind: "refundsUpTo", minor: "5000", currency: "XOF" },
    ],
  ],
  [
    "a key that follows another one",
    "key_1, the old one until 2026-11-28T00:00:00.000Z",
    [text("key_1"), { kind: "oldUntil", instant: "2026-11-28T00:00:00.000Z" }],
  ],
  ["what a person wrote whole", "is not OPEN, ACTIVE since", [text("is not OPEN, ACTIVE since")]],
  ["a number as it is", "3", [text("3")]],
])("of a text of the audit log it makes %s", (_what, said, parts) => expect(saidParts(said)).toEqual(parts));
