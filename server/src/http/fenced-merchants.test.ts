import { expect, it } from "vitest";
import type { MerchantNo } from "../kit/ids.ts";
import { errors } from "./errors.ts";
import { createFencedMerchants } from "./fenced-merchants.ts";

it("a merchant whose write the database refused is refused for half a second, and nobody else is", () => {
  let nowMs = 0;
  const fenced = createFencedMerchants(() => nowMs);
  const [one, other] = [7 as MerchantNo, 8 as MerchantNo];
  const refusalOf = (merchantNo: MerchantNo | null) => {
    try {
      fenced.refuse(merchantNo);
      return null;
    } catch (error) {
      return error;
    }
  };
  expect([fenced.isEmpty(), refusalOf(one)]).toEqual([true, null]);
  fenced.refused(one);
  expect(refusalOf(one)).toMatchObject({
    declaration: errors.SERVICE_UNAVAILABLE.declaration,
    details: { reason: "moving" },
    retryAfterSeconds: 1,
  });
  expect([refusalOf(other), refusalOf(null)]).toEqual([null, null]);
  nowMs = 500;
  expect([fenced.isEmpty(), refusalOf(one), fenced.isEmpty()]).toEqual([false, null, true]);
});
