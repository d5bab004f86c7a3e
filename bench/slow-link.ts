import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface SlowLine {
  readonly roundTripMs: number;
  /** Each way, shared by all connections. */
  readonly bytesPerSecond: number;
}

export interface SlowLink {
  /** Where the slow side listens, on 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

/** What a packet carries of a stream. */
const PACKET_BYTES = 1_448;

/**
 * Passes connections on to `target` on this machine as a slow line would: packet by packet at the line's rate, each half a round trip late. So a
 * browser reads and draws what has come, as on a real line; its own emulation hands over each answer when the last byte is there. Connecting
 * takes no round trip: a first visit pays those of its handshakes on top.
 */
export async function openSlowLink(target: number, line: SlowLine): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const [up, down] = [createLane(line), createLane(line)];
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      // Either end may break off: so does the other.
      socket.on("error", () => {
        near.destroy();
        far.destroy();
      });
    }
    up(near, far);
    down(far, near);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  return {
    port: address.port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** One direction of the line: what is sent waits for what was sent before it. */
function createLane({ roundTripMs, bytesPerSecond }: SlowLine): (from: Socket, to: Socket) => void {
  let freeAtMs = 0;
  const send = async (bytes: number): Promise<void> => {
    const nowMs = performance.now();
    freeAtMs = Math.max(freeAtMs, nowMs) + (bytes / bytesPerSecond) * 1_000;
    await sleep(freeAtMs - nowMs + roundTripMs / 2);
  };
  return (from, to) => {
    // A later packet of a connection never overtakes an earlier one.
    let before: Promise<void> = Promise.resolve();
    const then = (bytes: number, act: () => void): void => {
      const arrived = send(bytes);
      before = Promise.all([before, arrived]).then(act);
    };
    from.on("data", (data: Buffer) => {
      for (let at = 0; at < data.length; at += PACKET_BYTES) {
        const packet = data.subarray(at, at + PACKET_BYTES);
        then(packet.length, () => void (to.writable && to.write(packet)));
      }
    });
    from.on("end", () => then(0, () => to.end()));
    from.on("close", () => then(0, () => to.destroy()));
  };
}
