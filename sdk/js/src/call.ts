/** What a method takes besides its input. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. What was sent may still have an effect. */
  readonly signal?: AbortSignal;
  /** Milliseconds for each try; the client's when absent. */
  readonly timeoutMs?: number;
  /** Your own unique text for this act, such as the order's number. The client draws one when absent. */
  readonly idempotencyKey?: string;
  /** Sandbox: how the simulated provider behaves (header `Sandbox-Scenario`). */
  readonly scenario?: string;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** For `starting_after` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** All entries of a list, read page by page as a loop goes on: `for await (const charge of client.charges.list())`. */
export interface List<Item> extends AsyncIterable<Item> {
  /** The first page alone, as the query asks for it. */
  page(): Promise<Page<Item>>;
}

/** How an operation is called. */
export interface OperationTerms {
  readonly verb: string;
  /** Below `/api/v1`; `{merchantId}` is the client's, other names are arguments in their order. */
  readonly path: string;
  readonly body?: true;
  readonly query?: true;
  /** It takes an `Idempotency-Key`, so it can be repeated after a lost answer. */
  readonly idempotent?: true;
  /** `either`: an object or a file, as the query's `format` says. */
  readonly answer: "object" | "list" | "file" | "either";
}
