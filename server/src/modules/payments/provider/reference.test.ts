import { expect, it } from "vitest";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import { idsOf } from "./questions.ts";
import { providerReference } from "./reference.ts";

const id = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f" as Id<"charge">;
const row = { id, merchantNo: 7 as MerchantNo, providerHandle: null };
const here = providerReference(row.merchantNo, id);

it("is made of the row's own key, and is its id at a provider that takes any", () => {
  expect(idsOf({ ...row, providerReference: null })).toEqual({ reference: here, ownId: here });
});

it("stands beside an id in the provider's own form", () => {
  const ownId = "0b9c2c1e-7d6a-4f0e-9a55-2f4f5d1c8e11";
  expect(idsOf({ ...row, providerReference: ownId })).toEqual({ reference: here, ownId });
});

it("is the one of the cell that sent it, where the merchant had another number", () => {
  const sent = providerReference(3 as MerchantNo, id);
  expect(idsOf({ ...row, providerReference: sent })).toEqual({ reference: sent, ownId: sent });
  const another = providerReference(3 as MerchantNo, "0199f2d0-91c4-7b1e-8f00-5b7a1c2d3e4f" as Id<"charge">);
  expect(idsOf({ ...row, providerReference: another }).reference).toBe(here);
});
