import type { Rule } from "./rule.ts";
import { another } from "./rules-onboarding.ts";

/** These move or empty a separate merchant: the estates must stay as they are. */
const elsewhere: NonNullable<Rule["arrange"]> = async (make, estate) => {
  const { token, numbers, merchantId } = await another(make, estate);
  return { token, merchantNo: numbers.SANDBOX, names: { confirm: merchantId } };
};

export const sandboxRules: Readonly<Record<string, Rule>> = {
  setRequestLimit: {
    object: ({ merchantId }) => ({ merchantId }),
    unknown: { merchantId: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f" },
    // A merchant that needs only one request.
    arrange: async (make, estate) => ({ params: { merchantId: (await another(make, estate)).merchantId } }),
  },
  getSandboxClock: {},
  listSandboxScenarios: {},
  advanceSandboxClock: {
    spends: true,
    arrange: async (make, estate) => {
      const { token, merchantNo } = await elsewhere(make, estate);
      return {
        ...(token === undefined ? {} : { token }),
        ...(merchantNo === undefined ? {} : { merchantNo }),
      };
    },
  },
  // Not available in live mode. An event that is marked as a test changes nothing.
  triggerSandboxEvent: { needsPayment: true, audited: false },
  resetSandbox: { spends: true, names: ({ merchantId }) => ({ confirm: merchantId }), arrange: elsewhere },
};
