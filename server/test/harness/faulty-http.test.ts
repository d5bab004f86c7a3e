import { describe, expect, it } from "vitest";
import type { HttpOut, OutgoingRequest } from "../../src/kit/http-out.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createFaultyHttp, type Fault, faults } from "./faulty-http.ts";

const request: OutgoingRequest = {
  method: "POST",
  url: "http://provider.test/v1/payments?key=hidden",
  headers: {},
  timeoutMs: 1_000,
  responseBytesMax: 1_000,
};

function world() {
  let arrived = 0;
  const inner: HttpOut = async () => {
    arrived += 1;
    return { status: 202, headers: {}, body: Buffer.from("{}"), cut: false };
  };
  return { inner, arrived: () => arrived };
}

describe("the faulty network", () => {
  const arrivals: readonly [Fault, number][] = [
    ["TIMEOUT_BEFORE", 0],
    ["RESET_BEFORE", 0],
    ["REFUSED", 0],
    ["TIMEOUT_AFTER", 1],
    ["RESET_AFTER", 1],
    ["ERROR_500", 1],
    ["GARBAGE", 1],
    ["DELAY", 1],
    ["DUPLICATE", 2],
  ];
  it.each(arrivals)("%s lets the request arrive %i times", async (fault, expected) => {
    const { inner, arrived } = world();
    const faulty = createFaultyHttp({ inner, random: createSeededRandom(1) });
    faulty.failNext(fault);
    await faulty.http(request).catch(() => null);
    expect(arrived()).toBe(expected);
    expect(faulty.history).toEqual([{ fault, method: "POST", path: "/v1/payments" }]);
    await expect(faulty.http(request)).resolves.toMatchObject({ status: 202 });
  });

  it("knows every fault in the table above", () => {
    expect(arrivals.map(([fault]) => fault).sort()).toEqual([...faults].sort());
  });

  it("replays the same faults from the same seed, at the rates asked for", async () => {
    const run = async (seed: number) => {
      const faulty = createFaultyHttp({
        inner: world().inner,
        random: createSeededRandom(seed),
        rates: { TIMEOUT_AFTER: 0.2, ERROR_500: 0.1 },
      });
      for (let count = 0; count < 500; count += 1) await faulty.http(request).catch(() => null);
      return faulty.history.map(({ fault }) => fault);
    };
    const history = await run(7);
    expect(await run(7)).toEqual(history);
    expect(await run(8)).not.toEqual(history);
    const share = (fault: Fault | null) => history.filter((one) => one === fault).length / history.length;
    expect(share("TIMEOUT_AFTER")).toBeCloseTo(0.2, 1);
    expect(share("ERROR_500")).toBeCloseTo(0.1, 1);
    expect(share("RESET_BEFORE")).toBe(0);
  });

  it("is calm when it is told to be", async () => {
    const { inner, arrived } = world();
    const faulty = createFaultyHttp({ inner, random: createSeededRandom(1), rates: { TIMEOUT_BEFORE: 1 } });
    faulty.failNext("RESET_BEFORE", "RESET_BEFORE");
    faulty.calm();
    await faulty.http(request);
    expect(arrived()).toBe(1);
  });
});
