import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSlowLink, type SlowLink } from "../../../bench/slow-link.ts";

/** The line of `npm run bench:page`: what it says of a page is worth what this holds. */
const ROUND_TRIP_MS = 60;
const BYTES_PER_SECOND = 200_000;
let echo: Server;
let link: SlowLink;
beforeAll(async () => {
  echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(echo, "listening");
  link = await openSlowLink((echo.address() as AddressInfo).port, {
    roundTripMs: ROUND_TRIP_MS,
    bytesPerSecond: BYTES_PER_SECOND,
  });
});
afterAll(async () => {
  await link.close();
  echo.close();
});

/** Sends all of `bytes`, ends, and returns what came back, with when the first and the last of it came. */
async function exchange(bytes: Buffer) {
  const socket = connect({ port: link.port, host: "127.0.0.1", allowHalfOpen: true });
  const beganMs = performance.now();
  const parts: Buffer[] = [];
  let firstMs = Number.NaN;
  socket.on("data", (part: Buffer) => {
    if (parts.length === 0) firstMs = performance.now() - beganMs;
    parts.push(part);
  });
  socket.end(bytes);
  await once(socket, "end");
  return { back: Buffer.concat(parts), count: parts.length, firstMs, lastMs: performance.now() - beganMs };
}

const someBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 7) % 251));

test("everything arrives, in order, packet by packet, and not before its time", async () => {
  const sent = someBytes(20_000);
  const { back, count, firstMs, lastMs } = await exchange(sent);
  expect(back.equals(sent)).toBe(true);
  expect(count).toBeGreaterThan(3);
  // Timers end up to a millisecond early.
  expect(firstMs).toBeGreaterThanOrEqual(ROUND_TRIP_MS - 2);
  expect(lastMs).toBeGreaterThanOrEqual(ROUND_TRIP_MS + (20_000 / BYTES_PER_SECOND) * 1_000 - 2);
  expect(firstMs).toBeLessThan(lastMs);
});

test("connections share the rate", async () => {
  const sent = someBytes(10_000);
  const all = await Promise.all([exchange(sent), exchange(sent), exchange(sent)]);
  for (const { back } of all) expect(back.equals(sent)).toBe(true);
  const lastMs = Math.max(...all.map((one) => one.lastMs));
  expect(lastMs).toBeGreaterThanOrEqual(ROUND_TRIP_MS + (30_000 / BYTES_PER_SECOND) * 1_000 - 2);
});

test("a service that is away ends the connection", async () => {
  const away = await openSlowLink(1, { roundTripMs: 10, bytesPerSecond: 1_000 });
  const socket = connect(away.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("x");
  await once(socket, "close");
  await away.close();
});
