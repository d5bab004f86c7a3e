import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defaultLimits, type Limits } from "../../src/http/limits/index.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";

/** PIN prompts on strangers' phones are limited; a shop with many payers is not affected. */
const MINUTE_MS = 60_000;
const WINDOW_MS = 10 * MINUTE_MS;
const ADDRESS_MAX = defaultLimits.addressPhones.count;
const LINK_MAX = 30;
const MERCHANT_MAX = 60;
/**
 * The windows and the limit of an address are those of production; links and merchants have lower ones, so that tests
 * are short.
 */
const limits: Limits = {
  ...defaultLimits,
  apiKey: { SANDBOX: { perSecond: 5_000 }, LIVE: { perSecond: 5_000 } },
  clientAddress: { ...defaultLimits.clientAddress, count: 5_000, burst: 5_000 },
  linkAttempts: { ...defaultLimits.linkAttempts, count: LINK_MAX, burst: LINK_MAX },
  merchantAttempts: { ...defaultLimits.merchantAttempts, count: MERCHANT_MAX, burst: MERCHANT_MAX },
};
let test: TestApp;
let nextPhone = 0;

beforeAll(async () => {
  test = await startTestApp({ limits, trustedProxies: ["127.0.0.1"] });
}, 60_000);
afterAll(() => test?.stop());
/** Every test begins with full buckets. */
beforeEach(() => test.clock.advance(2 * WINDOW_MS));

/** A number that has had no prompt. */
const phone = () => `+22505${String(10_000_000 + nextPhone++)}`;
const STRANGER = "203.0.113.9";

interface Asking {
  readonly ip?: string;
  readonly scenario?: string;
  readonly to?: string;
  readonly apiKey?: string | null;
}

async function newSession(): Promise<string> {
  const body = { amount: "5000", currency: "XOF", title: "Panier" };
  return (await test.request("POST", "/checkout/sessions", { body })).body.data.id;
}

function complete(
  id: string,
  { ip = STRANGER, scenario = "never", to = phone(), apiKey = null }: Asking = {},
) {
  return test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey,
    headers: { "sandbox-scenario": scenario, "x-forwarded-for": ip },
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: to, operator: "MTN", countryCode: "CI" },
    },
  });
}
const ask = async (asking: Asking = {}) => complete(await newSession(), asking);
const told = ({ status, body }: Answer) =>
  status === 200 ? "asked" : `${status} ${body.error.details.limit}`;

async function times(count: number, one: () => Promise<Answer>): Promise<readonly string[]> {
  const found: string[] = [];
  for (let index = 0; index < count; index += 1) found.push(told(await one()));
  return found;
}
const all = (count: number, what: string) => Array.from({ length: count }, () => what);

describe("one address", () => {
  it("asks so many different phones, and then waits", async () => {
    expect(await times(ADDRESS_MAX, ask)).toEqual(all(ADDRESS_MAX, "asked"));
    const refused = await ask();
    expect([refused.status, refused.body.error.code]).toEqual([429, "RATE_LIMITED"]);
    expect(refused.body.error.details).toMatchObject({
      limit: "address_phones",
      max: 20,
      windowSeconds: 600,
    });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThanOrEqual(1);
    test.clock.advance(wait * 1_000);
    expect(told(await ask())).toBe("asked");
    expect(told(await ask({ ip: "203.0.113.10" }))).toBe("asked");
  });

  it("is a whole /64 of IPv6", async () => {
    let host = 0;
    const anywhere = () => ask({ ip: `2001:db8:5:5::${(host++).toString(16)}` });
    expect(await times(ADDRESS_MAX, anywhere)).toEqual(all(ADDRESS_MAX, "asked"));
    expect(told(await anywhere())).toBe("429 address_phones");
    expect(told(await ask({ ip: "2001:db8:5:6::1" }))).toBe("asked");
  });

  it("counts a phone once", async () => {
    const to = phone();
    await times(ADDRESS_MAX - 1, ask);
    for (let again = 0; again < 3; again += 1) expect(told(await ask({ to }))).toBe("asked");
    expect(told(await ask())).toBe("429 address_phones");
    expect(told(await ask({ to }))).toBe("asked");
  });

  it("has back what was approved: a school full of payers goes on", async () => {
    const payers = 2 * ADDRESS_MAX;
    expect(await times(payers, () => ask({ scenario: "instant" }))).toEqual(all(payers, "asked"));
  });

  it("has it back too when the news comes later", async () => {
    expect(await times(ADDRESS_MAX, () => ask({ scenario: "success" }))).toEqual(all(ADDRESS_MAX, "asked"));
    expect(told(await ask())).toBe("429 address_phones");
    await test.advance(5_000);
    expect(await times(10, ask)).toEqual(all(10, "asked"));
  });

  it("of a shop's own server is lifted by the shop's key, and by no other", async () => {
    await times(ADDRESS_MAX, ask);
    expect(await times(5, () => ask({ apiKey: test.apiKey }))).toEqual(all(5, "asked"));
    for (const apiKey of ["nobody", `${test.apiKey}x`]) {
      expect(told(await ask({ apiKey }))).toBe("429 address_phones");
    }
  });

  it("on this machine itself, in the sandbox, is nobody's", async () => {
    expect(await times(ADDRESS_MAX + 5, () => ask({ ip: "127.0.0.1" }))).toEqual(
      all(ADDRESS_MAX + 5, "asked"),
    );
    expect(await times(3, () => ask({ ip: "::1" }))).toEqual(all(3, "asked"));
  });

  it("is counted on the hosted page as well", async () => {
    await times(ADDRESS_MAX, ask);
    const id = await newSession();
    const answer = await fetch(`${test.origin}/checkout/${id}`, {
      method: "POST",
      redirect: "manual",
      headers: { "x-forwarded-for": STRANGER, origin: test.origin },
      body: new URLSearchParams({ method: "MOBILE_MONEY", operator: "MTN", country: "CI", phone: phone() }),
    });
    expect(answer.status).not.toBe(303);
    const status = await test.request("GET", `/checkout/pay/${id}/status`, { apiKey: null });
    expect(status.body.data.status).toBe("OPEN");
  });
});

describe("a merchant", () => {
  it("asks by its key as many as it has payers, up to a number that no shop reaches", async () => {
    const charge = () =>
      test.request("POST", "/payments/charges", {
        headers: { "idempotency-key": phone(), "sandbox-scenario": "never" },
        body: {
          amount: "5000",
          currency: "XOF",
          paymentMethod: "MOBILE_MONEY",
          paymentDetails: { phone: phone(), operator: "MTN", countryCode: "CI" },
        },
      });
    const made = await times(MERCHANT_MAX, async () => {
      const answer = await charge();
      return answer.status === 201 ? { ...answer, status: 200 } : answer;
    });
    expect(made).toEqual(all(MERCHANT_MAX, "asked"));
    expect(told(await charge())).toBe("429 merchant_attempts");
  });
});

describe("a payment link", () => {
  const newLink = async (slug: string) => {
    const made = await test.request("POST", "/payments/links", {
      headers: { "idempotency-key": slug },
      body: { slug, amount: "1000", currency: "XOF", title: "Collecte", reusable: true },
    });
    expect(made.status).toBe(201);
    return made.body.data.id as string;
  };
  let address = 0;
  /** Each from a separate address: many take part. */
  const askBy = async (slug: string, scenario = "never") => {
    const opened = await test.request("POST", `/checkout/links/${slug}/sessions`, { apiKey: null });
    address += 1;
    return complete(opened.body.data.id, { scenario, ip: `198.51.${address >> 8}.${address & 255}` });
  };
  const abuses = async () => {
    const events = await test.request(
      "GET",
      `/merchant/merchants/${test.merchantId}/events?type=payment_link.abused`,
    );
    return events.body.data as readonly { readonly data: { readonly id: string } }[];
  };

  it("that asks strangers is stopped, and the merchant hears of it once in a window", async () => {
    const id = await newLink("collecte");
    await newLink("autre-collecte");
    expect(await times(LINK_MAX, () => askBy("collecte"))).toEqual(all(LINK_MAX, "asked"));
    expect(await times(5, () => askBy("collecte"))).toEqual(all(5, "429 link_attempts"));
    // The merchant's other links have their own limit.
    expect(told(await askBy("autre-collecte"))).toBe("asked");
    await expect.poll(abuses).toHaveLength(1);
    expect((await abuses())[0]?.data.id).toBe(id);
    test.clock.advance(WINDOW_MS);
    await times(LINK_MAX, () => askBy("collecte"));
    expect(told(await askBy("collecte"))).toBe("429 link_attempts");
    await expect.poll(abuses).toHaveLength(2);
  });

  it("that is paid goes on", async () => {
    await newLink("reussie");
    const payers = 2 * LINK_MAX;
    expect(await times(payers, () => askBy("reussie", "instant"))).toEqual(all(payers, "asked"));
  });
});
