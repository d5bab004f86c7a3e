import { ApiProblem } from "../api/problem.ts";
import { queryOf, request, type Scope } from "../api/request.ts";

/** How much of one kind waits for operators. */
export interface WaitingCount {
  readonly kind: string;
  readonly count: number;
  readonly overdue: number;
}

/** What a stream says: an object changed, everything must be read again, or how much waits. */
export interface LiveMessage {
  readonly type: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly counts?: readonly WaitingCount[];
}

/** `starting`: nothing was heard yet. `lost`: what is shown may be old. */
export type LiveState = "starting" | "current" | "lost";

export interface LiveListener {
  readonly heard: (message: LiveMessage) => void;
  readonly changed: (state: LiveState) => void;
}

type Said =
  | { readonly message: LiveMessage }
  | { readonly state: LiveState }
  /** A tab that has just opened asks the one that holds the stream. */
  | { readonly hello: true };

const POLL_EVERY_MS = 15_000;
/** A stream shows a sign of life every 15 seconds. One that misses two is dead: a network that is gone closes nothing. */
const SILENT_MS_MAX = 35_000;
/** While it polls, a page tries the stream again after so many questions. */
const POLLS_PER_TRY = 4;

/** The address of the stream below the API; a browser's EventSource sets no headers, so it says for whom. Pure. */
export const livePath = ({ audience, merchantId, mode }: Scope, after: string | null): string =>
  audience === "operator"
    ? "/tenant/live"
    : `/merchant/merchants/${merchantId}/live${queryOf({ mode, after })}`;

/**
 * Follows what happens. One tab of the browser holds the stream and tells the others, because a browser opens only six
 * connections to a service; when it closes, another takes over at once. Returns how to stop.
 */
export function follow(scope: Scope, listener: LiveListener): () => void {
  const name = `cauris-live ${scope.audience} ${scope.merchantId} ${scope.mode}`;
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  let state: LiveState = "starting";
  let counts: LiveMessage | null = null;
  let isLeading = false;

  const take = (said: Said): void => {
    if ("state" in said) {
      state = said.state;
      listener.changed(state);
    } else if ("message" in said) {
      if (said.message.counts !== undefined) counts = said.message;
      listener.heard(said.message);
    } else if (isLeading) {
      channel.postMessage({ state } satisfies Said);
      if (counts !== null) channel.postMessage({ message: counts } satisfies Said);
    }
  };
  const tell = (said: Said): void => {
    take(said);
    channel.postMessage(said);
  };
  channel.onmessage = ({ data }: MessageEvent<Said>) => take(data);
  channel.postMessage({ hello: true } satisfies Said);

  const lead = (): Promise<void> => {
    isLeading = true;
    const stop = hold(scope, tell);
    return new Promise((resolve) => {
      closing.signal.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  };
  // Without locks, as on plain HTTP from another machine, each tab holds its own stream.
  if (navigator.locks === undefined) void lead();
  else
    navigator.locks.request(name, { signal: closing.signal }, lead).catch((error: unknown) => {
      if (!closing.signal.aborted) throw error;
    });
  return () => {
    closing.abort();
    channel.close();
  };
}

/** Holds the stream; asks every 15 seconds where there can be none. Returns how to stop. */
function hold(scope: Scope, tell: (said: Said) => void): () => void {
  let position: string | null = null;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const wait = (ms: number, then: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
  };
  const lose = (): void => {
    close();
    tell({ state: "lost" });
  };
  const open = (): void => {
    close();
    const opened = new EventSource(`/api/v1${livePath(scope, position)}`);
    source = opened;
    const heard = (): void =>
      wait(SILENT_MS_MAX, () => {
        lose();
        open();
      });
    heard();
    opened.onopen = () => {
      heard();
      tell({ state: "current" });
    };
    opened.addEventListener("beat", heard);
    opened.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      heard();
      position = lastEventId;
      tell({ message: JSON.parse(data) as LiveMessage });
    };
    opened.onerror = () => {
      if (isStopped) return;
      tell({ state: "lost" });
      // The browser connects again by itself, unless the service refused or a proxy keeps no streams.
      if (opened.readyState === EventSource.CLOSED) poll(POLLS_PER_TRY);
    };
  };
  const poll = (left: number): void => {
    wait(POLL_EVERY_MS, () => {
      if (left === 0) return open();
      void ask(scope, position)
        .then(({ next, messages }) => {
          position = next;
          for (const message of messages) tell({ message });
          tell({ state: "current" });
        })
        .catch((problem: unknown) => {
          if (!(problem instanceof ApiProblem)) throw problem;
          tell({ state: "lost" });
        })
        .finally(() => {
          if (!isStopped) poll(left - 1);
        });
    });
  };
  // Devices do not always say that they are online again.
  const away = (): void => {
    lose();
    poll(POLLS_PER_TRY);
  };
  open();
  addEventListener("offline", away);
  addEventListener("online", open);
  return () => {
    isStopped = true;
    removeEventListener("offline", away);
    removeEventListener("online", open);
    close();
  };
}

interface Polled {
  readonly position?: string;
  readonly reload?: boolean;
  readonly changes?: readonly LiveMessage[];
  readonly counts?: readonly WaitingCount[];
}

async function ask(
  scope: Scope,
  after: string | null,
): Promise<{ readonly next: string | null; readonly messages: readonly LiveMessage[] }> {
  const { data } = await request<Polled>(scope, livePath(scope, after));
  const { position = null, reload = false, changes = [], counts } = data;
  const messages = [
    ...changes,
    ...(reload ? [{ type: "reload", id: null, version: null }] : []),
    ...(counts === undefined ? [] : [{ type: "work", id: null, version: null, counts }]),
  ];
  return { next: position, messages };
}
