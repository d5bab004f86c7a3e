import { describe, expect, it } from "vitest";
import { quietLog } from "../../test/harness/log.ts";
import { systemClock } from "../kit/clock.ts";
import type { Provider } from "./provider.ts";
import { createProviders } from "./registry.ts";
import { createSimulatorConnector } from "./simulator/index.ts";

const simulator = createSimulatorConnector();
const registryOf = (...list: readonly Provider[]) =>
  createProviders(list, {
    httpOut: () => Promise.reject(new Error("no network here")),
    clock: systemClock,
    log: quietLog,
    recorder: { record: () => {} },
  });

describe("the registry of providers", () => {
  it("gives a provider by its name and refuses any other name", () => {
    const providers = registryOf(simulator);
    const { settings, ...rest } = simulator;
    expect(providers.terms("simulator")).toMatchObject(rest);
    expect(providers.terms("simulator").settings.map(({ name }) => name)).toEqual([
      ...settings.map(({ name }) => name),
      "connectTimeoutMs",
      "timeoutMs",
    ]);
    expect(providers.names).toEqual(["simulator"]);
    for (const name of ["", "Simulator", "constructor", "__proto__"]) {
      expect(() => providers.terms(name)).toThrow();
      expect(() => providers.of({ id: "1", provider: name, mode: "SANDBOX", settings: {} })).toThrow();
    }
  });

  it("refuses two providers of one name: routing would choose between them by chance", () => {
    expect(() => registryOf(simulator, simulator)).toThrow("share a name");
  });
});

it("works out an account's calls once for as long as routing keeps the account", () => {
  const asked: string[] = [];
  const narrow: Provider = {
    ...simulator,
    accountTerms: ({ settings }) => {
      asked.push(settings.apiKey ?? "");
      return { payout: settings.apiKey !== "new" };
    },
  };
  const providers = registryOf(narrow);
  const account = { id: "1", provider: "simulator", mode: "SANDBOX", settings: { apiKey: "old" } } as const;
  const calls = providers.of(account);
  expect(providers.of(account)).toBe(calls);
  expect(asked).toEqual(["old"]);
  // Changed settings come as another object, also under the same id.
  const changed = providers.of({ ...account, settings: { apiKey: "new" } });
  expect(changed.provider.capabilities.payout).toBe(false);
  expect(providers.of(account).provider.capabilities.payout).toBe(true);
  expect(asked).toEqual(["old", "new"]);
});

describe("a connector that contradicts what it declares is refused", () => {
  const declaring = (over: Partial<Provider["capabilities"]>): Provider => ({
    ...simulator,
    capabilities: { ...simulator.capabilities, ...over },
  });
  const without = (name: keyof Provider): Provider => {
    const { [name]: _left, ...rest } = simulator;
    return rest as Provider;
  };

  it.each([
    ["signed callbacks that nothing verifies", without("verifyCallback"), "verifyCallback is missing"],
    ["a cancellation without its call", without("cancel"), "cancel is missing"],
    ["refunds that cannot be sent", without("refund"), "refund is missing"],
    ["refunds that cannot be asked about", without("queryRefund"), "queryRefund is missing"],
    ["payouts that cannot be sent", without("payout"), "payout is missing"],
    ["payouts that cannot be asked about", without("queryPayout"), "queryPayout is missing"],
    ["names that it cannot compare", without("verifyBeneficiary"), "verifyBeneficiary is missing"],
    ["a book that it cannot tell", without("statement"), "statement is missing"],
    ["a balance that it cannot tell", without("balance"), "balance is missing"],
    ["a call for what it says it cannot", declaring({ cancel: false }), "cancel belongs to no capability"],
    ["refunds that it denies", declaring({ refund: "NONE" }), "queryRefund belongs to no capability"],
    ["opaque callbacks under an id that can be worked out", declaring({ callbacks: "OPAQUE" }), "random ids"],
    ["no method", declaring({ methods: [] }), "serves no method"],
    ["no country", declaring({ countries: [] }), "serves no country"],
    ["no currency", declaring({ currencies: [] }), "serves no currency"],
  ])("%s", (_what, connector, fault) => {
    expect(() => registryOf(connector)).toThrow(fault);
  });
});
