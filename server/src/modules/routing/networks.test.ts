import { describe, expect, it } from "vitest";
import { type Network, networksOf } from "./networks.ts";
import type { RoutingSnapshot } from "./snapshot.ts";
import { account, bound, NOW_MS, outage, rule, snapshot } from "./test-setup.ts";

const payoutMethods = ["MOBILE_MONEY"] as const;
const inSnapshot = (over: Partial<RoutingSnapshot>, nowMs = NOW_MS) =>
  networksOf({ snapshot: snapshot(over), currencies: ["XOF"], payoutMethods, nowMs });
const orangeCi = (networks: readonly Network[]) =>
  networks.find(({ offer }) => offer.operator === "ORANGE" && offer.countryCode === "CI");
const word = (service: Network["collects"] | undefined) =>
  service == null ? "none" : [service.state, service.closedBy ?? ""].join(" ").trim();

describe("the state of a way to pay", () => {
  const suspended = account({ suspended: true });
  it.each([
    ["works", {}, "OPERATIONAL", "OPERATIONAL"],
    ["is closed by an outage", { outages: [outage()] }, "CLOSED OUTAGE", "CLOSED OUTAGE"],
    [
      "is degraded by an outage that lets payments through",
      { outages: [outage({ status: "DEGRADED" })] },
      "DEGRADED",
      "DEGRADED",
    ],
    [
      "is not touched by the outage of another operator",
      { outages: [outage({ operator: "MTN" })] },
      "OPERATIONAL",
      "OPERATIONAL",
    ],
    [
      "is not touched by the outage of another country",
      { outages: [outage({ country: "SN" })] },
      "OPERATIONAL",
      "OPERATIONAL",
    ],
    [
      "is not touched by an outage to come",
      { outages: [outage({ startsAtMs: NOW_MS + 1 })] },
      "OPERATIONAL",
      "OPERATIONAL",
    ],
    [
      "works again at the instant at which an outage ends",
      { outages: [outage({ endsAtMs: NOW_MS })] },
      "OPERATIONAL",
      "OPERATIONAL",
    ],
    [
      "is closed when its account is suspended",
      { accounts: [suspended] },
      "CLOSED NO_ANSWER",
      "CLOSED NO_ANSWER",
    ],
    [
      "takes nothing more today when its account is full, and still sends",
      {
        accounts: [
          account({
            limits: [
              { currency: "XOF", perPayment: null, perDay: 5_000n, takenToday: 5_000n, countsPayouts: false },
            ],
          }),
        ],
      },
      "CLOSED LIMIT_REACHED",
      "OPERATIONAL",
    ],
    [
      "works through a second account when one is suspended",
      { accounts: [suspended, account({ id: "b" })] },
      "OPERATIONAL",
      "OPERATIONAL",
    ],
    [
      "sends nothing where no account pays out",
      { accounts: [account({ paysOut: false })] },
      "OPERATIONAL",
      "none",
    ],
    [
      "works when its rule is for large amounts alone",
      { rules: [rule({ amountMin: 50_000n })], bounds: [bound({ step: 100n })] },
      "OPERATIONAL",
      "OPERATIONAL",
    ],
    ["is left out when no rule leads to it", { rules: [] }, "none", "none"],
    [
      "is left out when its account is disabled",
      { accounts: [account({ status: "DISABLED" })] },
      "none",
      "none",
    ],
    [
      "is left out when no account takes the currency",
      { accounts: [account({ currencies: ["XAF"] })] },
      "none",
      "none",
    ],
  ] as const)("%s", (_name, over, collects, paysOut) => {
    const network = orangeCi(inSnapshot(over));
    expect([word(network?.collects), word(network?.paysOut)]).toEqual([collects, paysOut]);
  });

  it("names its bound, and its outages that are open or announced, the earliest first", () => {
    const later = outage({ id: "later", startsAtMs: NOW_MS + 5_000, status: "DEGRADED" });
    const outages = [later, outage(), outage({ id: "over", endsAtMs: NOW_MS })];
    const network = orangeCi(inSnapshot({ outages, bounds: [bound({ max: 1_500_000n })] }));
    expect(network?.outages.map(({ id }) => id)).toEqual(["outage-a", "later"]);
    expect(network?.bound?.max).toBe(1_500_000n);
  });

  it("is shown once for each currency of the merchant, and not at all without a wallet", () => {
    const of = (currencies: readonly ("XOF" | "EUR")[]) =>
      networksOf({ snapshot: snapshot(), currencies, payoutMethods, nowMs: NOW_MS });
    const cards = (currencies: readonly ("XOF" | "EUR")[]) =>
      of(currencies).filter(({ offer }) => offer.method === "CARD");
    expect(cards(["XOF", "EUR"]).map(({ currency }) => currency)).toEqual(["XOF", "EUR"]);
    expect(of([])).toEqual([]);
  });

  it("sends money only by the methods that beneficiaries are paid by", () => {
    const sending = inSnapshot({}).filter(({ paysOut }) => paysOut !== null);
    expect(new Set(sending.map(({ offer }) => offer.method))).toEqual(new Set(payoutMethods));
  });
});
