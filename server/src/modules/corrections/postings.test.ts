import { expect, it } from "vitest";
import type { Id } from "../../kit/ids.ts";
import { correctionPosting } from "./postings.ts";

it.each([
  ["CREDIT", "adjustment", "available"],
  ["DEBIT", "available", "adjustment"],
] as const)("a correction that is a %s moves its amount from %s to %s, once", (direction, from, to) => {
  const correction = {
    id: "c" as Id<"ledgerCorrection">,
    walletId: "w" as Id<"wallet">,
    currency: "XOF",
    direction,
    amount: 700n,
  } as const;
  expect(correctionPosting(correction)).toEqual({
    walletId: "w",
    currency: "XOF",
    sourceType: "adjustment",
    sourceId: "c",
    transfers: [{ from, to, amount: 700n, type: "ADJUSTMENT" }],
  });
});
