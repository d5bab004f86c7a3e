import { describe, expect, test } from "vitest";
import { money } from "../../kit/money.ts";
import { type PaymentMethod, paymentMethods } from "../../kit/payment-terms.ts";
import { chooseRoute } from "./choose.ts";
import { boundFor, outageFor, removalReasons, routableMethods, type SessionQuestion } from "./rules.ts";
import { account, bound, NOW_MS, outage, question, rule, snapshot } from "./test-setup.ts";
import { explain, methodsView } from "./view.ts";

const orangeOf = (asked: SessionQuestion) =>
  explain(asked).find((row) => row.operator === "ORANGE" && row.countryCode === "CI");

describe("the methods of a session are what it asked for, what rules allow and what an account can carry", () => {
  const francs = ["WALLET", "MOBILE_MONEY", "CARD", "BANK_TRANSFER", "QR"];
  test.each<[string, SessionQuestion, readonly string[]]>([
    ["everything", question(), francs],
    ["the session's own choice", question({}, { sessionMethods: ["QR", "CARD"] }), ["CARD", "QR"]],
    ["an empty choice", question({}, { sessionMethods: [] }), []],
    ["no mobile money in euro", question({}, { currency: "EUR" }), ["WALLET", "CARD", "BANK_TRANSFER", "QR"]],
    ["no wallet in the currency", question({}, { currency: "XAF" }), []],
    ["only the rules there are", question({ rules: [rule({ method: "CARD" })] }), ["CARD"]],
    ["no rule", question({ rules: [] }), []],
    ["no account", question({ accounts: [] }), []],
    ["an account for one method", question({ accounts: [account({ methods: ["QR"] })] }), ["QR"]],
    ["an account in another currency", question({ accounts: [account({ currencies: ["EUR"] })] }), []],
    [
      "an account for one operator",
      question({ accounts: [account({ operators: ["MTN"] })] }),
      ["WALLET", "MOBILE_MONEY", "CARD", "BANK_TRANSFER"],
    ],
    ["a disabled sub-tenant", question({ activeSubTenantIds: new Set() }), []],
    [
      "an amount outside the bound of one method",
      question({ bounds: [bound({ max: 4_999n })] }),
      ["WALLET", "CARD", "BANK_TRANSFER", "QR"],
    ],
    [
      "one operator left within its own bound",
      question({ bounds: [bound({ max: 4_999n }), bound({ id: "b", operator: "MTN", max: 5_000n })] }),
      francs,
    ],
    [
      "a closed method",
      question({ outages: [outage({ method: "CARD" })] }),
      ["WALLET", "MOBILE_MONEY", "BANK_TRANSFER", "QR"],
    ],
    ["a slow method stays", question({ outages: [outage({ method: "CARD", status: "DEGRADED" })] }), francs],
  ])("%s", (_name, asked, methods) => {
    expect(routableMethods(asked)).toEqual(methods);
  });

  test("the decision and its explanation agree in every case", () => {
    for (const sessionMethods of [null, ["CARD"], ["QR", "WALLET"]] as (readonly PaymentMethod[] | null)[]) {
      for (const currency of ["XOF", "EUR", "GNF"] as const) {
        const asked = question({ bounds: [bound({ min: 6_000n })] }, { sessionMethods, currency });
        const explained = new Set(
          explain(asked)
            .filter((row) => row.offered)
            .map((row) => row.method),
        );
        expect(routableMethods(asked)).toEqual(paymentMethods.filter((method) => explained.has(method)));
      }
    }
  });
});

describe("explain names the one thing that removed a way to pay", () => {
  const cases: readonly [string, SessionQuestion, Record<string, unknown>][] = [
    ["NOT_IN_SESSION", question({}, { sessionMethods: ["CARD"] }), {}],
    ["NO_WALLET", question({}, { walletCurrencies: ["EUR"] }), {}],
    ["CURRENCY", question({}, { currency: "EUR" }), {}],
    [
      "CURRENCY",
      question({ accounts: [account({ currencies: ["XAF"] })] }),
      { providerAccountId: "account-a" },
    ],
    ["COUNTRY", question({ accounts: [account({ countries: ["SN"] })] }), { providerAccountId: "account-a" }],
    ["OPERATOR", question({ accounts: [account({ operators: ["MTN"] })] }), { ruleId: "rule-MOBILE_MONEY" }],
    ["NO_RULE", question({ rules: [rule({ country: "SN" })] }), { ruleId: null }],
    ["RULE_DISABLED", question({ rules: [rule({ enabled: false })] }), { ruleId: "rule-a" }],
    ["SUB_TENANT_DISABLED", question({ activeSubTenantIds: new Set() }), { subTenantId: "sub-a" }],
    ["NO_ACCOUNT", question({ accounts: [account({ methods: ["CARD"] })] }), { subTenantId: "sub-a" }],
    ["NO_ACCOUNT", question({ accounts: [account({ subTenantId: "sub-b" })] }), { subTenantId: "sub-a" }],
    [
      "ACCOUNT_DISABLED",
      question({ accounts: [account({ status: "DISABLED" })] }),
      { providerAccountId: "account-a" },
    ],
    [
      "ACCOUNT_LIMIT",
      question({
        accounts: [
          account({
            limits: [
              { currency: "XOF", perPayment: 4_999n, perDay: null, takenToday: 0n, countsPayouts: false },
            ],
          }),
        ],
      }),
      { providerAccountId: "account-a" },
    ],
    [
      "ACCOUNT_LIMIT",
      question({
        accounts: [
          account({
            limits: [
              { currency: "XOF", perPayment: null, perDay: 9_999n, takenToday: 5_000n, countsPayouts: false },
            ],
          }),
        ],
      }),
      { providerAccountId: "account-a" },
    ],
    [
      "ACCOUNT_SUSPENDED",
      question({ accounts: [account({ suspended: true })] }),
      { providerAccountId: "account-a" },
    ],
    ["AMOUNT_BELOW_MIN", question({ bounds: [bound({ min: 5_001n })] }), { min: "5001", max: "2000000" }],
    ["AMOUNT_BELOW_MIN", question({ rules: [rule({ amountMin: 5_001n })] }), { ruleId: "rule-a" }],
    ["AMOUNT_ABOVE_MAX", question({ bounds: [bound({ max: 4_999n })] }), { max: "4999" }],
    ["AMOUNT_ABOVE_MAX", question({ rules: [rule({ amountMax: 4_999n })] }), { ruleId: "rule-a" }],
    ["AMOUNT_STEP", question({ bounds: [bound({ step: 7n })] }), { step: "7" }],
    ["OUTAGE", question({ outages: [outage()] }), { outage: { status: "CLOSED", reason: "Maintenance" } }],
  ];
  test.each(cases)("%s", (reason, asked, details) => {
    expect(orangeOf(asked)).toMatchObject({ offered: false, reason, ...details });
  });

  test("every reason is covered above", () => {
    expect(new Set(cases.map(([reason]) => reason))).toEqual(new Set(removalReasons));
  });

  test("each offered method names its rule, sub-tenant and account", () => {
    expect(orangeOf(question())).toEqual({
      method: "MOBILE_MONEY",
      operator: "ORANGE",
      displayName: "Orange Money",
      countryCode: "CI",
      offered: true,
      reason: null,
      ruleId: "rule-MOBILE_MONEY",
      subTenantId: "sub-a",
      providerAccountId: "account-a",
      min: null,
      max: null,
      step: null,
      outage: null,
    });
  });
});

describe("rules are tried by priority, and the first that can carry the payment takes it", () => {
  const two = {
    activeSubTenantIds: new Set(["sub-a", "sub-b"]),
    rules: [
      rule({ id: "first", priority: 1, subTenantId: "sub-a" }),
      rule({ id: "second", priority: 2, subTenantId: "sub-b" }),
    ],
    accounts: [account(), account({ id: "account-b", subTenantId: "sub-b" })],
  };
  const ask = {
    method: "MOBILE_MONEY",
    amount: money(5_000n, "XOF"),
    country: "CI",
    operator: "ORANGE",
  } as const;

  test("the lower number decides", () => {
    expect(chooseRoute(snapshot(two), ask, NOW_MS)).toEqual({
      providerAccountId: "account-a",
      provider: "simulator",
      subTenantId: "sub-a",
      ruleId: "first",
    });
  });

  test.each([
    ["its account is disabled", { accounts: [account({ status: "DISABLED" }), ...two.accounts.slice(1)] }],
    ["its sub-tenant is disabled", { activeSubTenantIds: new Set(["sub-b"]) }],
    ["it is disabled", { rules: [rule({ id: "first", enabled: false }), ...two.rules.slice(1)] }],
    [
      "it is for another operator",
      { rules: [rule({ id: "first", operator: "MTN" }), ...two.rules.slice(1)] },
    ],
    ["it is for smaller amounts", { rules: [rule({ id: "first", amountMax: 100n }), ...two.rules.slice(1)] }],
  ])("the next one decides when %s", (_why, over) => {
    expect(chooseRoute(snapshot({ ...two, ...over }), ask, NOW_MS)).toMatchObject({
      providerAccountId: "account-b",
      ruleId: "second",
    });
  });

  test("when no rule can carry the payment, the refusal gives the first rule's reason", () => {
    const accounts = two.accounts.map((each) => ({ ...each, status: "DISABLED" as const }));
    const asked = question({ ...two, accounts });
    expect(orangeOf(asked)).toMatchObject({ reason: "ACCOUNT_DISABLED", ruleId: "first" });
  });

  test("when two accounts cannot carry the payment, the refusal names the one that met more conditions", () => {
    const accounts = [account({ status: "DISABLED" }), account({ id: "near", operators: ["MTN"] })];
    expect(orangeOf(question({ accounts }))).toMatchObject({
      reason: "OPERATOR",
      providerAccountId: "near",
    });
  });
});

describe("a payment that cannot be routed gets the failure code its payer reads", () => {
  const ask = {
    method: "MOBILE_MONEY",
    amount: money(5_000n, "XOF"),
    country: "CI",
    operator: "ORANGE",
  } as const;
  test.each([
    [{ bounds: [bound({ min: 5_001n })] }, ask, "AMOUNT_OUT_OF_BOUNDS", "AMOUNT_BELOW_MIN"],
    [{ bounds: [bound({ max: 4_999n })] }, ask, "AMOUNT_OUT_OF_BOUNDS", "AMOUNT_ABOVE_MAX"],
    [{ bounds: [bound({ step: 3n })] }, ask, "INVALID_AMOUNT", "AMOUNT_STEP"],
    [{}, { ...ask, amount: money(5_000n, "EUR") }, "INVALID_CURRENCY", "CURRENCY"],
    [{ accounts: [account({ currencies: ["EUR"] })] }, ask, "INVALID_CURRENCY", "CURRENCY"],
    [{}, { ...ask, operator: "VODACOM" }, "PROVIDER_UNAVAILABLE", "OPERATOR"],
    [{}, { ...ask, country: "FR" }, "PROVIDER_UNAVAILABLE", "OPERATOR"],
    [{ outages: [outage()] }, ask, "PROVIDER_UNAVAILABLE", "OUTAGE"],
    [{ rules: [] }, ask, "PROVIDER_UNAVAILABLE", "NO_RULE"],
    [{ accounts: [account({ status: "DISABLED" })] }, ask, "PROVIDER_UNAVAILABLE", "ACCOUNT_DISABLED"],
    [
      {},
      { method: "QR", amount: money(500n, "EUR"), country: "CI", operator: "WAVE" },
      "INVALID_CURRENCY",
      "CURRENCY",
    ],
  ] as const)("%#: %s", (over, asked, refused, reason) => {
    expect(chooseRoute(snapshot(over as object), asked, NOW_MS)).toEqual({ refused, reason });
  });

  test.each([
    { method: "CARD", country: null, operator: null },
    { method: "WALLET", country: null, operator: null },
    { method: "BANK_TRANSFER", country: "CI", operator: null },
    { method: "QR", country: "CI", operator: "PI_SPI" },
    { method: "MOBILE_MONEY", country: "SN", operator: "WAVE" },
  ] as const)("%o is routed", (asked) => {
    const route = chooseRoute(snapshot(), { ...asked, amount: money(5_000n, "XOF") }, NOW_MS);
    expect(route).toMatchObject({ providerAccountId: "account-a" });
  });
});

describe("the most specific bound holds", () => {
  const bounds = [
    bound({ id: "any", max: 1n }),
    bound({ id: "country", country: "CI", max: 2n }),
    bound({ id: "operator", operator: "ORANGE", max: 3n }),
    bound({ id: "both", operator: "ORANGE", country: "CI", max: 4n }),
    bound({ id: "euro", currency: "EUR" }),
  ];
  test.each([
    ["SN", "MTN", "any"],
    ["CI", "MTN", "country"],
    ["SN", "ORANGE", "operator"],
    ["CI", "ORANGE", "both"],
    [null, null, "any"],
  ])("%s %s: %s", (country, operator, id) => {
    for (const order of [bounds, [...bounds].reverse()]) {
      const asked = { method: "MOBILE_MONEY", amount: money(1n, "XOF"), country, operator } as const;
      expect(boundFor(snapshot({ bounds: order }), asked)?.id).toBe(id);
    }
  });

  test.each([
    [100n, null],
    [99n, "AMOUNT_BELOW_MIN"],
    [2_000_000n, null],
    [2_000_001n, "AMOUNT_ABOVE_MAX"],
  ])("both ends of a bound are inside it: %s", (amount, reason) => {
    expect(orangeOf(question({ bounds: [bound()] }, { amount }))?.reason).toBe(reason);
  });
});

describe("an outage holds for its time, its operator and its country", () => {
  const asked = {
    method: "MOBILE_MONEY",
    amount: money(1n, "XOF"),
    country: "CI",
    operator: "ORANGE",
  } as const;
  test.each([
    [outage({ startsAtMs: NOW_MS }), true],
    [outage({ startsAtMs: NOW_MS + 1 }), false],
    [outage({ endsAtMs: NOW_MS }), false],
    [outage({ endsAtMs: NOW_MS + 1 }), true],
    [outage({ operator: "ORANGE", country: "CI" }), true],
    [outage({ operator: "MTN" }), false],
    [outage({ country: "SN" }), false],
    [outage({ method: "CARD" }), false],
  ])("%#", (row, holds) => {
    expect(outageFor(snapshot({ outages: [row] }), asked, NOW_MS) !== null).toBe(holds);
  });

  test("an outage that closes an operator counts before one that slows it", () => {
    const outages = [outage({ id: "slow", status: "DEGRADED" }), outage({ id: "closed" })];
    expect(outageFor(snapshot({ outages }), asked, NOW_MS)?.id).toBe("closed");
    expect(outageFor(snapshot({ outages: [...outages].reverse() }), asked, NOW_MS)?.id).toBe("closed");
  });
});

describe("the payer's list", () => {
  test("shows bounds, the code to dial and how each operator asks", () => {
    const rows = methodsView(question({ bounds: [bound()] }));
    expect(rows.find((row) => row.countryCode === "BF" && row.operator === "ORANGE")).toEqual({
      method: "MOBILE_MONEY",
      operator: "ORANGE",
      displayName: "Orange Money",
      countryCode: "BF",
      min: "100",
      max: "2000000",
      step: "1",
      authFlow: "OTP",
      status: "OPERATIONAL",
      prompt: "*144*4*6#",
    });
    expect(rows.find((row) => row.method === "CARD")).toMatchObject({
      operator: null,
      countryCode: null,
      min: null,
      max: null,
      step: null,
      authFlow: "REDIRECT",
    });
    expect(rows.filter((row) => row.method === "QR").map((row) => row.operator)).toEqual([
      "PI_SPI",
      "WAVE",
      "ORANGE",
      "EMVCO",
    ]);
    expect(rows.find((row) => row.method === "BANK_TRANSFER")?.authFlow).toBe("TRANSFER");
  });

  test("names operators of the session's currency only", () => {
    const countries = new Set(methodsView(question()).map((row) => row.countryCode));
    expect(countries.has("CI")).toBe(true);
    expect(countries.has("CM")).toBe(false);
  });

  test("keeps an operator that only an outage has closed, and marks a slow one", () => {
    const outages = [
      outage({ operator: "WAVE" }),
      outage({ id: "slow", operator: "MTN", status: "DEGRADED" }),
    ];
    const rows = methodsView(question({ outages }));
    const statusOf = (operator: string) =>
      rows.find((row) => row.operator === operator && row.countryCode === "CI")?.status;
    expect([statusOf("WAVE"), statusOf("MTN"), statusOf("ORANGE")]).toEqual([
      "CLOSED",
      "DEGRADED",
      "OPERATIONAL",
    ]);
  });

  test("leaves out methods whose bounds the amount exceeds", () => {
    const rows = methodsView(question({ bounds: [bound({ max: 10n })] }));
    expect(rows.some((row) => row.method === "MOBILE_MONEY")).toBe(false);
  });
});

describe("a suspended account", () => {
  const weak = account({ id: "weak", suspended: true });
  const orange = {
    method: "MOBILE_MONEY",
    country: "CI",
    operator: "ORANGE",
    amount: money(5_000n, "XOF"),
  } as const;

  test("sends its payments to the next account of the sub-tenant, and then to the next rule's account", () => {
    const beside = snapshot({ accounts: [weak, account({ id: "strong" })] });
    expect(chooseRoute(beside, orange, NOW_MS)).toMatchObject({ providerAccountId: "strong" });
    const behind = snapshot({
      activeSubTenantIds: new Set(["sub-a", "sub-b"]),
      accounts: [weak, account({ id: "far", subTenantId: "sub-b" })],
      rules: [rule(), rule({ id: "rule-b", priority: 200, subTenantId: "sub-b" })],
    });
    expect(chooseRoute(behind, orange, NOW_MS)).toMatchObject({ providerAccountId: "far", ruleId: "rule-b" });
  });

  test("that is the only one: the way to pay is closed, and the other methods are offered", () => {
    const onlyCards = account({ id: "cards", methods: ["CARD"] });
    const asked = question({
      accounts: [account({ methods: ["MOBILE_MONEY"], suspended: true }), onlyCards],
    });
    expect(routableMethods(asked)).toEqual(["CARD"]);
    const rows = methodsView(asked);
    expect(rows.find((row) => row.method === "CARD")).toMatchObject({ status: "OPERATIONAL" });
    expect(rows.find((row) => row.operator === "ORANGE" && row.countryCode === "CI")).toMatchObject({
      status: "CLOSED",
    });
    expect(chooseRoute(asked.snapshot, orange, NOW_MS)).toEqual({
      refused: "PROVIDER_UNAVAILABLE",
      reason: "ACCOUNT_SUSPENDED",
    });
  });

  test("that does not serve the payment anyway is refused for that reason: the suspension would end, the other would stay", () => {
    const accounts = [account({ suspended: true, operators: ["MTN"] })];
    expect(chooseRoute(snapshot({ accounts }), orange, NOW_MS)).toMatchObject({ reason: "OPERATOR" });
  });
});
