import type { Rule } from "./rule.ts";
import { another } from "./rules-onboarding.ts";

/** What these move or empty is a merchant of its own: the estates are needed as they are. */
const elsewhere: NonNullable<Rule["arrange"]> = async (make, estate) => {
  const { token, numbers, merchantId } = await another(make, estate);
  return { token, merchantNo: numbers.SANDBOX, names: { confirm: merchantId } };
};

export const sandboxRules: Readonly<Record<string, Rule>> = {
  setRequestLimit: {
    object: ({ merchantId }) => ({ merchantId }),
    unknown: { merchantId: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f" },
    // Of a merchant that needs no more than one request.
    arrange: async (make, estate) => ({ params: { merchantId: (await another(make, estate)).merchantId } }),
  },
  getSandboxClock: {},
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
  // In live mode there is none of it. An event that says itself that it is a test changes nothing.
  triggerSandboxEvent: { needsPayment: true, audited: false },
  resetSandbox: { spends: true, names: ({ merchantId }) => ({ confirm: merchantId }), arrange: elsewhere },
};
