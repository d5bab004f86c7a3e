import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Host, hostsOf, hostText, type WantedServer, wantedServerOf } from "../kit/database-address.ts";
import { readServerState, type ServerState, unwantedBecause } from "./server-state.ts";
import { type SessionOptions, sessionConfig } from "./session.ts";

/**
 * How long each of several servers may take to say what it is, as long as any connection may take to open. They are asked
 * at the same time, so a silent one costs that only where no other fits.
 */
const ASK_TIMEOUT_MS = 5_000;
/** Connections that open within this time share an answer: a pool opens several at once. */
const ANSWER_LIFE_MS = 1_000;

/** A client of the driver that is not connected yet. With several servers in the address its `connect` finds the one that is meant. */
export function createClient(options: SessionOptions): pg.Client {
  return new (clientClassOf(options))(sessionConfig(options));
}

/**
 * The class of the clients of one address: the driver's own, or one whose `connect` first asks all servers what they
 * are and goes to the first that fits. Connections made by one class share an answer for a second.
 */
export function clientClassOf(options: SessionOptions): typeof pg.Client {
  const hosts = hostsOf(options.url);
  if (hosts.length === 1) return pg.Client;
  const config = sessionConfig({ ...options, statementTimeoutMs: ASK_TIMEOUT_MS });
  const choice = createChoice(hosts, wantedServerOf(options.url), (host) => askServer(config, host));

  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: unknown): Promise<pg.Client> | undefined {
      const connected = this.#connectToChosen();
      if (typeof callback !== "function") return connected;
      connected.then(
        () => callback(null, this),
        (error: unknown) => callback(error),
      );
      return undefined;
    }

    async #connectToChosen(): Promise<pg.Client> {
      const { stream } = this.connection;
      // The pool gives up a client by destroying its socket, which `connect` would bring back to life.
      const givenUp = once(stream, "close").then(() => {
        throw new Error("timeout expired");
      });
      const { host, port } = await Promise.race([choice.choose(), givenUp]);
      // From here on the driver follows the socket itself.
      givenUp.catch(() => {});
      if (stream.destroyed) throw new Error("timeout expired");
      this.host = host;
      this.port = port;
      try {
        await super.connect();
      } catch (error) {
        choice.forget();
        throw error;
      }
      return this;
    }
  };
}

/** What a server says it is. Rejects with the driver's error when it does not answer. */
async function askServer(config: pg.ClientConfig, { host, port }: Host): Promise<ServerState> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: ASK_TIMEOUT_MS });
  client.host = host;
  client.port = port;
  client.on("error", () => {});
  try {
    await client.connect();
    return await readServerState({
      query: async <Row>({ text }: { readonly text: string }) => (await client.query(text)).rows as Row[],
    });
  } finally {
    client.end().catch(() => {});
  }
}

interface Choice {
  /** The server that is meant; rejects with an AggregateError, one error for each server, when none is. */
  choose(): Promise<Host>;
  /** The next call asks again. */
  forget(): void;
}

/** All servers are asked at once, so that one which has disappeared silently costs no time while another fits. */
export function createChoice(
  hosts: readonly Host[],
  wanted: WantedServer,
  ask: (host: Host) => Promise<ServerState>,
): Choice {
  let chosen: Promise<Host> | null = null;
  const find = async (): Promise<Host> => {
    const answers = hosts.map(async (host) => {
      const state = await asked(host, ask);
      const reason = unwantedBecause(wanted, state);
      if (reason !== null) throw new Error(`${hostText(host)} ${reason}`);
      return { host, state };
    });
    if (wanted === "prefer-standby") {
      const found = (await Promise.allSettled(answers)).flatMap((each) =>
        each.status === "fulfilled" ? [each.value] : [],
      );
      const standby = found.find(({ state }) => state.inRecovery);
      if (standby !== undefined) return standby.host;
    }
    return (await Promise.any(answers)).host;
  };
  return {
    choose: () => {
      if (chosen !== null) return chosen;
      const asking = find();
      chosen = asking;
      const forgetThis = (): void => {
        if (chosen === asking) chosen = null;
      };
      asking.then(() => sleep(ANSWER_LIFE_MS, undefined, { ref: false }).then(forgetThis), forgetThis);
      return asking;
    },
    forget: () => {
      chosen = null;
    },
  };
}

async function asked(host: Host, ask: (host: Host) => Promise<ServerState>): Promise<ServerState> {
  try {
    return await ask(host);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new Error(`${hostText(host)}: ${message}`, { cause });
  }
}
