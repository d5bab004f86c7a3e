import { expect, it } from "vitest";
import { chargeQuery } from "./columns.tsx";

it("an amount that is typed as the list shows it finds payments: 5 000, whatever the space", () => {
  const { amountMin, amountMax } = chargeQuery(
    { amountMin: "5 000", amountMax: "1\u202f250\u00a0000" },
    { createdFrom: "", createdTo: "" },
  );
  expect([amountMin, amountMax]).toEqual(["5000", "1250000"]);
});
