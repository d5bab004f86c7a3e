import { expect, it } from "vitest";
import { declarePath } from "./declare-path.ts";
import { prefilled, wayOfOperator } from "./prefill.ts";

it("the address opens the form with what failed, and leaves out what the service does not know", () => {
  const way = { method: "MOBILE_MONEY", operator: "MTN", country: "CI" } as const;
  const path = declarePath("LIVE", way);
  expect(path).toBe("/console/outages?mode=LIVE&declare=MOBILE_MONEY&operator=MTN&country=CI");
  expect(prefilled(Object.fromEntries(new URLSearchParams(path.split("?")[1])))).toEqual(way);
  expect(prefilled({ declare: "CARD" })).toEqual({ method: "CARD", operator: "", country: "" });
  expect(prefilled({ declare: "CARD", operator: "<b>", country: "XX" })).toMatchObject({
    operator: "",
    country: "",
  });
  expect(prefilled({ declare: "BARTER" })).toBeNull();
  expect(prefilled({ operator: "MTN" })).toBeNull();
});

it("an operator's country is chosen only where its currency leaves one, and a network of a card is none", () => {
  expect(wayOfOperator("VODACOM", "USD")).toEqual({
    method: "MOBILE_MONEY",
    operator: "VODACOM",
    country: "CD",
  });
  expect(wayOfOperator("MTN", "XOF")).toEqual({ method: "MOBILE_MONEY", operator: "MTN", country: "" });
  expect(wayOfOperator("VISA", "XOF")).toBeNull();
  expect(wayOfOperator(null, "XOF")).toBeNull();
});
