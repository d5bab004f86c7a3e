/** An answer of Medusa, which is JSON from outside. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
type Body = any;

export interface MedusaAnswer {
  readonly status: number;
  readonly body: Body;
}

export type MedusaCall = (method: "GET" | "POST", path: string, body?: unknown) => Promise<MedusaAnswer>;

/** Calls of one of Medusa's APIs with these headers. */
function callsOf(origin: string, headers: Readonly<Record<string, string>>): MedusaCall {
  return async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  };
}

/** The body of an answer that must be good. */
export async function good(answer: Promise<MedusaAnswer>): Promise<Body> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`Medusa answered ${status} ${JSON.stringify(body)}`);
  return body;
}

export interface Shop {
  readonly admin: MedusaCall;
  readonly store: MedusaCall;
  readonly regionId: string;
  readonly variantId: string;
  readonly shippingOptionId: string;
}

/** A shop in Côte d'Ivoire with one article for 4 500 F, 500 F of shipping, and our provider, made by Medusa's admin API. */
export async function openShop(
  origin: string,
  login: { readonly email: string; readonly password: string },
): Promise<Shop> {
  const { token } = await good(callsOf(origin, {})("POST", "/auth/user/emailpass", login));
  const admin = callsOf(origin, { authorization: `Bearer ${token}` });
  const post = (path: string, body: unknown) => good(admin("POST", `/admin/${path}`, body));

  const { region } = await post("regions", {
    name: "Côte d'Ivoire",
    currency_code: "xof",
    countries: ["ci"],
    payment_providers: ["pp_cauris_cauris"],
  });
  const { sales_channel: channel } = await post("sales-channels", { name: "Web" });
  const { api_key: key } = await post("api-keys", { title: "Web", type: "publishable" });
  await post(`api-keys/${key.id}/sales-channels`, { add: [channel.id] });

  const { stock_location: location } = await post("stock-locations", { name: "Abidjan" });
  await post(`stock-locations/${location.id}/sales-channels`, { add: [channel.id] });
  await post(`stock-locations/${location.id}/fulfillment-providers`, { add: ["manual_manual"] });
  const { stock_location: stocked } = await post(
    `stock-locations/${location.id}/fulfillment-sets?fields=*fulfillment_sets`,
    { name: "Delivery", type: "shipping" },
  );
  const { fulfillment_set: delivery } = await post(
    `fulfillment-sets/${stocked.fulfillment_sets[0].id}/service-zones`,
    { name: "Country", geo_zones: [{ type: "country", country_code: "ci" }] },
  );
  const { shipping_profile: profile } = await post("shipping-profiles", { name: "Parcel", type: "parcel" });
  const { shipping_option: shipping } = await post("shipping-options", {
    name: "Courier",
    service_zone_id: delivery.service_zones[0].id,
    shipping_profile_id: profile.id,
    provider_id: "manual_manual",
    price_type: "flat",
    type: { label: "Courier", description: "Next day", code: "courier" },
    prices: [{ region_id: region.id, amount: 500 }],
    rules: [],
  });
  const { product } = await post("products", {
    title: "Pagne",
    status: "published",
    shipping_profile_id: profile.id,
    sales_channels: [{ id: channel.id }],
    options: [{ title: "Size", values: ["One"] }],
    variants: [
      {
        title: "One",
        options: { Size: "One" },
        manage_inventory: false,
        prices: [{ currency_code: "xof", amount: 4500 }],
      },
    ],
  });
  return {
    admin,
    store: callsOf(origin, { "x-publishable-api-key": key.token }),
    regionId: region.id,
    variantId: product.variants[0].id,
    shippingOptionId: shipping.id,
  };
}
