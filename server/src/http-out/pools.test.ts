import { createServer } from "node:http";
import { afterEach, expect, it } from "vitest";
import { createPools, type Pools } from "./pools.ts";

let pools: Pools | null = null;
afterEach(async () => {
  await pools?.close();
  pools = null;
});

it("keeps a bounded number of hosts: the one used longest ago goes first, and ends what it has begun", async () => {
  const server = createServer((_request, response) => setTimeout(() => response.end("late"), 100));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  const origin = `http://127.0.0.1:${address.port}`;

  pools = createPools({ poolsMax: 2 });
  const first = pools.of(origin);
  const underWay = first.request({ method: "GET", path: "/" });
  const second = pools.of("http://b.example");
  expect(pools.of("http://b.example")).toBe(second);
  pools.of("http://c.example");
  expect(pools.size).toBe(2);
  expect(await (await underWay).body.text()).toBe("late");
  expect(pools.of(origin)).not.toBe(first);
  expect(pools.of("http://c.example")).not.toBe(second);
  await new Promise((resolve) => server.close(resolve));
});
