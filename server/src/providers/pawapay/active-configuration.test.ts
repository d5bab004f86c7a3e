import { describe, expect, it } from "vitest";
import { readConfiguration } from "./active-configuration.ts";

const configuration = (operationTypes: unknown) => ({
  status: 200,
  fields: {
    companyName: "Demo",
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true },
    countries: [
      {
        country: "COD",
        providers: [{ provider: "ORANGE_COD", currencies: [{ currency: "USD", operationTypes }] }],
      },
    ],
  },
});
const deposit = { operator: "ORANGE_COD", currency: "USD", type: "DEPOSIT", hasDecimals: true };

describe("an active configuration", () => {
  it.each([
    ["an object by type", { DEPOSIT: { decimalsInAmount: "TWO_PLACES" } }],
    ["a list that names the types", [{ operationType: "DEPOSIT", decimalsInAmount: "TWO_PLACES" }]],
  ])("has its operations as %s", (_form, operationTypes) => {
    expect(readConfiguration(configuration(operationTypes))).toEqual({
      signedRequestsOnly: false,
      signedCallbacks: true,
      operations: [deposit],
    });
  });

  it("that says nothing about signatures does not promise them", () => {
    expect(readConfiguration({ status: 200, fields: { countries: [] } })).toEqual({
      signedRequestsOnly: false,
      signedCallbacks: false,
      operations: [],
    });
  });

  it.each([
    ["no list of countries", { status: 200, fields: {} }],
    ["another status", { status: 503, fields: { countries: [] } }],
  ])("is not read from %s", (_what, answer) => expect(readConfiguration(answer)).toBeNull());
});
