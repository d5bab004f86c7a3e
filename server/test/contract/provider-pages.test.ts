import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standIns } from "../../src/commands/all-stand-ins.ts";
import { operatorCountries } from "../../src/kit/operators.ts";
import { environmentNames } from "../../src/providers/mtn-momo/environments.ts";
import { orangeCountries } from "../../src/providers/orange-webpay/settings.ts";
import type { AccountTerms, Provider } from "../../src/providers/provider.ts";
import { waveCountries } from "../../src/providers/wave/settings.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { referenceTable } from "../harness/reference-table.ts";

/** The pages about providers say what their connectors declare. */
const folder = resolve(import.meta.dirname, "../../../docs/providers");
const pageOf = (name: string) => `${name.replaceAll("_", "-")}.md`;

interface ProviderEntry {
  readonly id: string;
  readonly modes: readonly string[];
  readonly capabilities: {
    readonly callbacks: string;
    readonly cancel: boolean;
    readonly refund: string;
    readonly payout: boolean;
    readonly nameCheck: boolean;
    readonly statement: boolean;
    readonly balance: boolean;
    readonly methods: readonly string[];
    readonly currencies: readonly string[];
  };
  readonly settings: readonly { readonly name: string }[];
}

let app: TestApp;
let live: readonly ProviderEntry[];
let own: readonly Provider[] = [];
beforeAll(async () => {
  app = await startTestApp({
    onConnectors: (all) => {
      own = all;
    },
  });
  const { token } = await app.operator();
  const { body } = await app.request("GET", "/tenant/providers", { apiKey: token });
  live = body.data.filter(({ modes }: ProviderEntry) => modes.includes("LIVE"));
}, 60_000);
afterAll(() => app?.stop());

const CURRENCIES_NAMED_MAX = 6;

function currenciesText(currencies: readonly string[]): string {
  if (currencies.length === 0) return "any";
  return currencies.length > CURRENCIES_NAMED_MAX ? `${currencies.length}` : currencies.join(", ");
}

const yes = (value: boolean) => (value ? "yes" : "no");

describe("docs/providers", () => {
  it("has a page for each provider, with every setting of its accounts", async () => {
    const overview = await readFile(resolve(folder, "README.md"), "utf8");
    for (const { id, settings } of live) {
      const page = await readFile(resolve(folder, pageOf(id)), "utf8");
      expect(page).toContain(`\`${id}\``);
      expect(overview).toContain(`](${pageOf(id)})`);
      const common = ["connectTimeoutMs", "timeoutMs"];
      const missing = settings.filter(({ name }) => !common.includes(name) && !page.includes(`\`${name}\``));
      expect(missing.map(({ name }) => `${id} ${name}`)).toEqual([]);
    }
  });

  it("README.md has the table of what they can do", async () => {
    const rows = live.map(({ id, capabilities: can }) => [
      `[\`${id}\`](${pageOf(id)})`,
      can.methods.join(", "),
      currenciesText(can.currencies),
      { PARTIAL: "in parts", FULL: "whole", NONE: "no" }[can.refund] ?? can.refund,
      yes(can.payout),
      yes(can.nameCheck),
      yes(can.statement),
      yes(can.balance),
      yes(can.cancel),
      { SIGNED: "signed", OPAQUE: "unsigned", NONE: "none" }[can.callbacks] ?? can.callbacks,
    ]);
    const heads = [
      "Provider",
      "Methods",
      "Currencies",
      "Refund",
      "Payout",
      "Name check",
      "Statement",
      "Balance",
      "Cancel",
      "Callbacks",
    ];
    const { onPage, inCode } = await referenceTable(resolve(folder, "README.md"), heads, rows);
    expect(onPage).toBe(inCode);
  });

  it("coverage.md has the table of operators and countries", async () => {
    const served = await Promise.all(live.map(async ({ id }) => ({ id, operators: operatorsOf(id) })));
    const providersOf = (method: string, operator: string, countryCode: string | null) =>
      served
        .filter(({ operators }) =>
          operators.some(
            (one) => one.method === method && one.operator === operator && one.countryCode === countryCode,
          ),
        )
        .map(({ id }) => `\`${id}\``)
        .join(", ");
    const mobile = operatorCountries.flatMap(({ countryCode, operators }) =>
      operators.map(({ code, displayName }) => [
        countryCode,
        `${displayName} (\`${code}\`)`,
        providersOf("MOBILE_MONEY", code, countryCode) || "–",
      ]),
    );
    const codes = ["PI_SPI", "WAVE", "ORANGE"].map((scheme) => [
      "any",
      `code \`${scheme}\``,
      providersOf("QR", scheme, null) || "–",
    ]);
    const { onPage, inCode } = await referenceTable(
      resolve(folder, "coverage.md"),
      ["Country", "Operator", "Providers"],
      [...mobile, ...codes],
    );
    expect(onPage).toBe(inCode);
  });
});

/**
 * Settings that decide where an account serves, in every way that they can be set; of other providers none does. A bank
 * transfer has no operators.
 */
const places: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  mtn_momo: environmentNames.map((targetEnvironment) => ({ targetEnvironment })),
  orange_webpay: orangeCountries.map((country) => ({ country: country.toLowerCase() })),
  bank_transfer: [],
  wave: waveCountries.map((country) => ({ apiKey: `wave_${country.toLowerCase()}_prod_x` })),
};

/** Every operator that an account of the provider can serve, whatever its settings. */
function operatorsOf(id: string): NonNullable<AccountTerms["operators"]> {
  const connector = own.find(({ name }) => name === id);
  const example = standIns
    .find(({ name }) => name === id)
    ?.accountSettings("https://provider.example", "first");
  return (places[id] ?? [{}]).flatMap(
    (place) =>
      connector?.accountTerms?.({ mode: "LIVE", settings: { ...example, ...place } }).operators ?? [],
  );
}
