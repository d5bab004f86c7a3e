import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Hearing } from "../kit/cache.ts";
import type { Logger } from "../kit/logger.ts";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import { type Notification, ownChannel } from "./notifier.ts";
import type { SessionOptions } from "./session.ts";

/** LISTEN on one connection for all channels. Reconnects when the connection is lost. */
export interface Listener {
  listen(channel: string, onMessage: (payload: string) => void): () => void;
  /** NOTIFY over the same connection, all in one statement. Does nothing while the connection is lost. */
  send(notifications: readonly Notification[]): Promise<void>;
  readonly hearing: Hearing;
  close(): Promise<void>;
}

const RECONNECT_DELAY_MS = 100;
const RECONNECT_DELAY_MS_MAX = 5_000;
/** Interval of the check that detects a connection dropped silently, for example by a firewall. */
const CHECK_INTERVAL_MS = 30_000;
/** Interval of the echoes, which are messages to itself, while somebody asks whether messages arrive: within the last `ASKED_LIFE_MS`. */
const ECHO_INTERVAL_MS = 500;
const ASKED_LIFE_MS = 2_000;
/** How long an echo that has arrived proves something, from the time it was sent. */
const PROOF_LIFE_MS = 1_500;

/**
 * Opens its connection with the first channel. Messages sent during an interruption are lost, so each use keeps a slow
 * poll as a fallback.
 */
export function createListener(options: SessionOptions & { readonly log: Logger }): Listener {
  const { log } = options;
  const channels = new Map<string, Set<(payload: string) => void>>();
  const closing = new AbortController();
  let connection: DedicatedConnection | null = null;
  /** Counts what may have lost messages: each new connection, and each channel that joined one later. */
  let number = 0;
  /** Channels that the connection does not listen to yet. */
  let joining = 0;
  let provedAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let echoChannel: string | null = null;
  let kept: Promise<void> | null = null;

  const deliver = (ownName: string, payload: string): void => {
    const channel = ownName.slice(ownName.lastIndexOf(".") + 1);
    if (channel === echoChannel) hearEcho(payload);
    for (const onMessage of channels.get(channel) ?? []) {
      try {
        onMessage(payload);
      } catch (error) {
        log.error("database.listener.failed", { channel, error });
      }
    }
  };

  const subscribe = async (to: DedicatedConnection, channel: string): Promise<void> => {
    const [own] = await to.query<{ name: string }>({
      text: `select ${ownChannel("$1::text")} as name`,
      values: [channel],
    });
    await to.query({ text: `listen ${pg.escapeIdentifier(own?.name ?? channel)}` });
  };

  const join = async (to: DedicatedConnection, names: readonly string[]): Promise<void> => {
    joining += 1;
    try {
      for (const channel of names) await subscribe(to, channel);
    } finally {
      joining -= 1;
      number += 1;
    }
  };

  /** PostgreSQL delivers messages in the order of their commits: an echo arrives after all that were committed before it was sent. */
  const sendEcho = async (over: DedicatedConnection): Promise<void> => {
    await over.query({
      name: "echo",
      text: `select pg_notify(${ownChannel("$1::text")}, $2)`,
      values: [echoChannel, `${number} ${performance.now()}`],
    });
  };
  const hearEcho = (payload: string): void => {
    const [of, sentAtMs = Number.NEGATIVE_INFINITY] = payload.split(" ").map(Number);
    if (of === number) provedAtMs = sentAtMs;
  };

  const live = async (onListening: () => void): Promise<void> => {
    const opened = await openDedicatedConnection({ ...options, onNotification: deliver });
    try {
      const [own] = await opened.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
      // No other process has this channel.
      echoChannel = `echo_${own?.pid}`;
      connection = opened;
      await join(opened, [echoChannel, ...channels.keys()]);
      onListening();
      for (let checkedAtMs = performance.now(); !closing.signal.aborted && !opened.isBroken(); ) {
        await Promise.race([opened.broken, pause(ECHO_INTERVAL_MS)]);
        const nowMs = performance.now();
        const isDue = nowMs - askedAtMs < ASKED_LIFE_MS || nowMs - checkedAtMs >= CHECK_INTERVAL_MS;
        if (closing.signal.aborted || !isDue) continue;
        checkedAtMs = nowMs;
        await sendEcho(opened).catch((error: unknown) => {
          // A server that takes no writes, as with a full disk, proves nothing and still delivers.
          if (opened.isBroken()) throw error;
        });
      }
    } finally {
      connection = null;
      await opened.close().catch(() => {});
    }
  };

  const pause = (delayMs: number) =>
    sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});

  const keep = async (): Promise<void> => {
    let isLost = false;
    for (let delayMs = RECONNECT_DELAY_MS; !closing.signal.aborted; ) {
      const startedAtMs = performance.now();
      await live(() => {
        if (isLost) log.info("database.listener.back", {});
        isLost = false;
      }).catch((error: unknown) => {
        // Logged once per loss, not once per reconnection attempt.
        if (!closing.signal.aborted && !isLost)
          log.warn("database.listener.lost", { error, retryInMs: delayMs });
        isLost = true;
      });
      if (performance.now() - startedAtMs > RECONNECT_DELAY_MS_MAX) delayMs = RECONNECT_DELAY_MS;
      await pause(delayMs);
      delayMs = Math.min(delayMs * 2, RECONNECT_DELAY_MS_MAX);
    }
  };

  return {
    listen: (channel, onMessage) => {
      const known = channels.get(channel);
      const listeners = known ?? new Set();
      listeners.add(onMessage);
      channels.set(channel, listeners);
      kept ??= keep();
      if (known === undefined && connection !== null) {
        // When this fails the connection is lost too, and the next one subscribes to every channel.
        join(connection, [channel]).catch(() => {});
      }
      return () => {
        listeners.delete(onMessage);
      };
    },
    send: async (notifications) => {
      if (connection === null || connection.isBroken()) return;
      await connection.query({
        name: "tell",
        text: `select pg_notify(${ownChannel("channel")}, payload)
                 from unnest($1::text[], $2::text[]) as told(channel, payload)`,
        values: [notifications.map(({ channel }) => channel), notifications.map(({ payload }) => payload)],
      });
    },
    hearing: {
      connection: () => (connection === null || joining > 0 ? 0 : number),
      isProven: () => {
        askedAtMs = performance.now();
        return askedAtMs - provedAtMs < PROOF_LIFE_MS;
      },
    },
    close: async () => {
      closing.abort();
      await kept;
    },
  };
}
