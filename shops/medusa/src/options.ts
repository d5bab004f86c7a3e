/** The provider's options in `medusa-config.ts`. */
export interface CaurisOptions {
  /** Address of the installation, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** A key with `merchant.checkout.manage`, `merchant.checkout.read`, `merchant.refunds.manage` and `merchant.refunds.read`. */
  readonly apiKey: string;
  /** The secret of the webhook endpoint, `whsec_…`; two while it is being changed. */
  readonly webhookSecret: string | readonly string[];
  /** Page of the storefront to which the payer returns. `{PAYMENT_SESSION_ID}` is replaced by the id of Medusa's payment session. */
  readonly successUrl: string;
  /** Where the payer goes who does not want to pay; `successUrl` when absent. */
  readonly cancelUrl?: string;
  /** What the payer reads as the thing to be paid; `Commande`, `Order` or `Pedido` when absent. */
  readonly title?: string;
  /** Language of the payer's page, unless the storefront gives one with the payment session: `fr`, `en` or `pt`. */
  readonly locale?: string;
  /**
   * What happens to a total with more decimals than its currency has, such as 1179.82 XOF after tax: `refuse` (the default), or
   * `round` to the nearest unit, as Medusa does when it compares amounts.
   */
  readonly fractions?: "refuse" | "round";
}

const required = ["baseUrl", "apiKey", "webhookSecret", "successUrl"] as const;
const addresses = ["baseUrl", "successUrl", "cancelUrl"] as const;

/** Throws an Error that names the first option that is missing or malformed. */
export function checkOptions(
  options: Readonly<Record<string, unknown>>,
): asserts options is typeof options & CaurisOptions {
  for (const name of required)
    if (options[name] === undefined || options[name] === "")
      throw new Error(`Cauris: option ${name} is missing`);
  for (const name of addresses) {
    const value = options[name];
    if (value !== undefined && (typeof value !== "string" || !/^https?:\/\//.test(value)))
      throw new Error(`Cauris: option ${name} must be an address that begins with https://`);
  }
  for (const secret of [options.webhookSecret].flat())
    if (typeof secret !== "string" || !secret.startsWith("whsec_"))
      throw new Error("Cauris: option webhookSecret must begin with whsec_");
  const { fractions, locale } = options;
  if (fractions !== undefined && fractions !== "refuse" && fractions !== "round")
    throw new Error("Cauris: option fractions must be refuse or round");
  if (locale !== undefined && !isLocale(locale))
    throw new Error("Cauris: option locale must be fr, en or pt");
}

/** The languages of the payer's page. */
type PageLocale = "fr" | "en" | "pt";

export function isLocale(value: unknown): value is PageLocale {
  return value === "fr" || value === "en" || value === "pt";
}
