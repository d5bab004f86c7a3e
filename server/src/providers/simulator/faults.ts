import type { FastifyReply } from "fastify";

/** A caller's own deadline is far shorter: this only frees the connection of one that has none. */
const HOLD_MS_MAX = 60_000;
const DRIP_INTERVAL_MS = 50;
const DRIP_LENGTH = 60_000;

/** Answers that never complete: the connection is taken away from the framework. */
export interface Faults {
  /** No byte at all. */
  hold(reply: FastifyReply): void;
  reset(reply: FastifyReply): void;
  /** Headers at once, then one byte at a time. */
  drip(reply: FastifyReply): void;
  /** Breaks the connections still held, so that the server can stop. */
  close(): void;
}

export function createFaults(): Faults {
  const held = new Set<() => void>();

  const keep = (reply: FastifyReply, release: () => void): void => {
    const { socket } = reply.raw;
    const end = (): void => {
      clearTimeout(timer);
      held.delete(end);
      release();
      socket?.destroy();
    };
    const timer = setTimeout(end, HOLD_MS_MAX);
    timer.unref();
    held.add(end);
    socket?.once("close", end);
  };

  return {
    hold: (reply) => {
      reply.hijack();
      keep(reply, () => {});
    },
    reset: (reply) => {
      reply.hijack();
      const { socket } = reply.raw;
      if (socket && "resetAndDestroy" in socket) socket.resetAndDestroy();
      else reply.raw.destroy();
    },
    drip: (reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { "content-type": "application/json", "content-length": String(DRIP_LENGTH) });
      const drops = setInterval(() => reply.raw.write(" "), DRIP_INTERVAL_MS);
      drops.unref();
      keep(reply, () => clearInterval(drops));
    },
    close: () => {
      for (const end of [...held]) end();
    },
  };
}
