import type { CallOptions, List, OperationTerms, Page } from "./call.ts";
import type { Methods } from "./generated/methods.ts";
import { operations } from "./generated/operations.ts";
import type { CheckoutSessionStatus } from "./generated/schemas.ts";
import { type Answer, type ClientOptions, createTransport, type Send } from "./transport.ts";

export interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** All operations, by what they are about. */
export interface Cauris extends Methods {
  /**
   * Waits until a session has ended, and resolves with its last state: paid, failed for good, expired or cancelled. Each request is
   * held by the service until something changes. A payment can wait for its payer for days: give a signal that ends the wait. Rely on
   * the webhook for fulfilment: a process that waits can die.
   */
  waitUntilDone(sessionId: string, options?: WaitOptions): Promise<CheckoutSessionStatus>;
}

/** A client of one installation, for one key. It holds no state but its settings. */
export function createClient(options: ClientOptions): Cauris {
  const send = createTransport(options);
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [name, terms] of Object.entries(operations)) {
    const [group = "", method = ""] = name.split(".");
    groups[group] ??= {};
    groups[group][method] = (...given: readonly unknown[]) => call(send, options, name, terms, given);
  }
  const methods = groups as unknown as Methods;
  return { ...methods, waitUntilDone: createWait(methods) };
}

const MERCHANT = "merchantId";

function call(
  send: Send,
  { merchantId }: ClientOptions,
  name: string,
  terms: OperationTerms,
  given: readonly unknown[],
): unknown {
  const rest = [...given];
  const path = terms.path.replace(/\{(\w+)\}/g, (_whole, parameter: string) => {
    const value = parameter === MERCHANT ? merchantId : rest.shift();
    // An empty id would lead to another operation.
    if (typeof value !== "string" || value === "")
      throw new TypeError(
        parameter === MERCHANT
          ? `${name} needs the client's option merchantId`
          : `${name}: ${parameter} must be an id`,
      );
    return encodeURIComponent(value);
  });
  const body = terms.body === true ? rest.shift() : undefined;
  const query =
    terms.query === true ? (rest.shift() as Readonly<Record<string, unknown>> | undefined) : undefined;
  const options = (rest.shift() ?? {}) as CallOptions;
  const ask = (asked: typeof query) => send({ terms, path, query: asked, body, options });
  if (terms.answer === "list") return listOf(ask, query ?? {});
  return ask(query).then((answer) => (answer.kind === "file" ? answer.bytes : answer.data));
}

function listOf<Item>(
  ask: (query: Readonly<Record<string, unknown>>) => Promise<Answer>,
  query: Readonly<Record<string, unknown>>,
): List<Item> {
  const read = async (asked: typeof query): Promise<Page<Item>> => {
    const answer = await ask(asked);
    if (answer.kind !== "json") throw new TypeError("a list is JSON");
    const { nextCursor = null, hasMore = false } = answer.meta ?? {};
    return {
      items: answer.data as readonly Item[],
      nextCursor: nextCursor as string | null,
      hasMore: hasMore === true,
    };
  };
  return {
    page: () => read(query),
    async *[Symbol.asyncIterator]() {
      // A page's number and a cursor exclude each other.
      const { page: _first, ...others } = query;
      let asked = query;
      for (;;) {
        const { items, nextCursor, hasMore } = await read(asked);
        yield* items;
        if (!hasMore || nextCursor === null) return;
        asked = { ...others, starting_after: nextCursor };
      }
    },
  };
}

/** The longest time that the service holds an answer, in milliseconds. */
const HELD_MS = 25_000;
/** A client with a shorter time-out waits for a held answer too. */
const HELD_TIMEOUT_MS = 35_000;

function createWait({ checkout }: Methods): Cauris["waitUntilDone"] {
  return async (sessionId, options = {}) => {
    for (;;) {
      options.signal?.throwIfAborted();
      const state = await checkout.status(
        sessionId,
        { waitMs: HELD_MS },
        { ...options, timeoutMs: HELD_TIMEOUT_MS },
      );
      if (state.pollAfterMs === null) return state;
    }
  };
}
