import { describe, expect, it } from "vitest";
import { chargeExample } from "../../../server/src/modules/payments/read-examples.ts";
import type { Charge } from "../api/views.ts";
import { tellingCharge } from "./head.tsx";

const charge = (about: Partial<Charge>): Charge => ({ ...(chargeExample as Charge), ...about });

describe("the attempt that says how a payment stands", () => {
  const twice = charge({ id: "ch_twice", duplicate: true, late: true, refundStatus: "FULL" });
  const paying = charge({ id: "ch_paying" });

  it("is the one that paid, although money of an earlier attempt came afterwards and went back", () =>
    expect(tellingCharge({ charges: [twice, paying] })?.id).toBe("ch_paying"));

  it("is the newest while none was paid", () =>
    expect(
      tellingCharge({
        charges: [charge({ id: "ch_1", status: "FAILED" }), charge({ id: "ch_2", status: "PROCESSING" })],
      })?.id,
    ).toBe("ch_2"));
});
