import { describe, expect, it } from "vitest";
import { createProviders } from "./registry.ts";
import { createSimulatorConnector } from "./simulator/index.ts";

const simulator = createSimulatorConnector({ httpOut: () => Promise.reject(new Error("no network here")) });

describe("the registry of providers", () => {
  it("gives a provider by its name and refuses any other name", () => {
    const providers = createProviders([simulator]);
    expect(providers.get("simulator")).toBe(simulator);
    expect(providers.names).toEqual(["simulator"]);
    for (const name of ["", "Simulator", "constructor", "__proto__"])
      expect(() => providers.get(name)).toThrow();
  });

  it("refuses two providers of one name: routing would choose between them by chance", () => {
    expect(() => createProviders([simulator, simulator])).toThrow();
  });
});
