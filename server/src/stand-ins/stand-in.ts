import type { Clock } from "../kit/clock.ts";
import type { PaymentMethod } from "../kit/payment-terms.ts";
import type { Random } from "../kit/random.ts";
import type { Book } from "./book.ts";
import type { OutgoingCallback } from "./callbacks.ts";
import type { Faults, RequestFault } from "./faults.ts";

/** One request to a stand-in, with its body read. */
export interface StandInRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case names; the values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as they came: signatures cover them. */
  readonly body: Buffer;
}

/** At most one of `json`, `html`, `text` and `bytes`; none is an empty body. */
export interface StandInAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly html?: string;
  readonly text?: string;
  readonly bytes?: Buffer;
}

/** The two accounts that each stand-in knows: their secrets differ, and neither sees the other's operations. */
export const holders = ["first", "second"] as const;
export type Holder = (typeof holders)[number];

/** What a stand-in is given. It uses no other clock, chance or network. */
export interface StandInWorld {
  readonly clock: Clock;
  readonly random: Random;
  /** The address of the stand-in, for connectors and for the payer's browser, without a trailing slash. */
  readonly baseUrl: string;
  readonly faults: Faults;
  /** After how long an operation ends by itself, in milliseconds. */
  readonly settleAfterMs: number;
  /**
   * Sends a callback, and notes its result for the control page. Never rejects. The callback is made each time that it
   * is sent, so that a late or repeated one has a fresh signature. An address of null is noted and not called.
   */
  readonly send: (make: () => OutgoingCallback) => Promise<void>;
  /** Where an account's callbacks go, for providers that keep the address in their dashboard. Null: not set yet. */
  readonly callbackUrlOf: (holder: Holder) => string | null;
}

/** A provider's interface, with its book. */
export interface StandIn {
  /** Answers a request. Null: the connection stays open until the caller gives up. */
  handle(request: StandInRequest): Promise<StandInAnswer | null>;
  readonly book: Book;
  /** Sends what is due: the callbacks of everything that has ended, the files of a bank. */
  report(): Promise<void>;
  /** Forgets every token before its expiry. Absent where keys do not expire. */
  revokeTokens?(): void;
  close(): Promise<void>;
}

export interface StandInDefinition {
  /** The name of the provider, as its accounts have it. */
  readonly name: string;
  /** The local port under `npm run stand-ins`. */
  readonly port: number;
  readonly title: string;
  readonly methods: readonly PaymentMethod[];
  /** The settings of an account with one of the two sets of credentials. They are for demonstrations: no secrets. */
  accountSettings(baseUrl: string, holder: Holder): Readonly<Record<string, string>>;
  /** The provider's own codes that the payer's refusal can have; the first is that of "declines". */
  readonly failureCodes: readonly string[];
  /** True when callbacks go to an address of the account, and not to one that came with the request. */
  readonly keepsCallbackUrl?: boolean;
  open(world: StandInWorld): StandIn;
}

/** One request and its answer, for the control page. */
export interface NotedRequest {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly fault: RequestFault | null;
  /** The status of the answer, or what happened instead. */
  readonly result: string;
}

/** The fields of a form. */
export function readForm(body: Buffer): URLSearchParams {
  return new URLSearchParams(body.toString("utf8"));
}
