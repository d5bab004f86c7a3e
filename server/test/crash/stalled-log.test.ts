import { afterEach, beforeEach, expect, it } from "vitest";
import { createFifo, type Fifo } from "../harness/fifo.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";

/** Three lines to a kilobyte: several times what a pipe holds. */
const REQUESTS = 3_000;
const AT_ONCE = 20;

let home: ServiceHome;
let fifo: Fifo;
beforeEach(async () => {
  fifo = await createFifo();
  home = await createServiceHome({ LOG_LEVEL: "info" });
});
afterEach(async () => {
  await home.remove();
  await fifo.remove();
});

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}

// A full pipe once blocked the whole process, including `/livez`.
it.each(["1", "2"])(
  "with PROCESSES=%s, nobody reads the log: requests are answered, and it stops in order",
  {
    timeout: 120_000,
  },
  async (count) => {
    const service = await home.start({ stdout: fifo.fd, env: { PROCESSES: count } });
    const url = `${service.origin}/api/v1/payments/charges`;
    const statuses = new Set<number>();
    const caller = async (): Promise<void> => {
      for (let request = 0; request < REQUESTS / AT_ONCE; request += 1) statuses.add(await statusOf(url));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    expect(statuses).toContain(401);
    expect([...statuses].every((status) => status === 401 || status === 503)).toBe(true);
    for (let look = 0; look < 10; look += 1) expect(await statusOf(`${service.origin}/livez`)).toBe(200);
    // The pipe is full, and no more was written: the rest is dropped at no cost.
    const inPipe = await fifo.read();
    expect(inPipe.split('"http.request"').length).toBeGreaterThan(50);
    expect(inPipe.split('"http.request"').length).toBeLessThan(REQUESTS);
    // Several processes write into one pipe: no line is torn.
    for (const line of inPipe.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("event");
    expect(await service.stop()).toMatchObject({ code: 0, signal: null });
    expect(await home.postgresPid()).toBeNull();
  },
);
