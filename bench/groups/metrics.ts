import { freePort } from "../../packages/embedded-postgres/src/index.ts";
import type { Group } from "../bench.ts";
import { measurePair } from "../pair.ts";

/**
 * What metrics cost a payment: counted as in the product and read once in each turn, which is more often than Prometheus
 * usually does; and neither counted nor read (`METRICS=off` of `bench/server.ts`, which the product has not).
 */
export const metrics: Group = {
  name: "metrics",
  about: "the cost of metrics, counted and read, beside none",
  run: async (bench) => {
    const port = await freePort();
    const bytes: number[] = [];
    return await measurePair(bench, {
      name: "metrics",
      off: { METRICS: "off", METRICS_PORT: "off" },
      on: { METRICS_PORT: String(port) },
      costMax: 1.02,
      during: async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
        bytes.push((await answer.text()).length);
      },
      problems: () => (bytes.some((each) => each > 1_000) ? [] : ["no metrics were read"]),
      data: () => ({ bytesOfEachReading: bytes }),
    });
  },
};
