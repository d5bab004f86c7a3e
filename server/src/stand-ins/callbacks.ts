import type { Clock } from "../kit/clock.ts";
import type { Faults } from "./faults.ts";

/** A callback to the service, as it is sent. */
export interface OutgoingCallback {
  /** Null: the provider has no address to call. */
  readonly url: string | null;
  readonly method?: "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One sending, for the control page. */
export interface SentCallback {
  readonly atMs: number;
  readonly url: string | null;
  /** The status of the answer, or why there is none. */
  readonly result: string;
}

export interface CallbackSender {
  send(make: () => OutgoingCallback): Promise<void>;
  /** Sends the late ones that are due. */
  flush(): Promise<void>;
  /** The last sendings, newest first. */
  history(): readonly SentCallback[];
}

const TIMEOUT_MS = 5_000;
const HISTORY_LENGTH_MAX = 200;

export function createCallbackSender({ clock, faults }: { clock: Clock; faults: Faults }): CallbackSender {
  const sent: SentCallback[] = [];
  let late: { readonly dueAtMs: number; readonly make: () => OutgoingCallback }[] = [];

  const note = (url: string | null, result: string): void => {
    sent.unshift({ atMs: clock.nowMs(), url, result });
    sent.length = Math.min(sent.length, HISTORY_LENGTH_MAX);
  };
  const sendNow = async (make: () => OutgoingCallback): Promise<void> => {
    const { url, method = "POST", headers, body } = make();
    if (url === null) {
      note(null, "not sent: the account has no callback address yet");
      return;
    }
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, { method, headers, body, signal, redirect: "manual" });
      await response.arrayBuffer();
      note(url, String(response.status));
    } catch (error) {
      note(url, error instanceof Error ? `no answer: ${error.message}` : "no answer");
    }
  };

  return {
    send: async (make) => {
      const fault = faults.takeForCallback();
      if (fault?.kind === "CALLBACK_MISSING") {
        note(make().url, "not sent: a fault was ordered");
        return;
      }
      if (fault?.kind === "CALLBACK_LATE") {
        late.push({ dueAtMs: clock.nowMs() + fault.delayMs, make });
        return;
      }
      await sendNow(make);
      if (fault?.kind === "CALLBACK_TWICE") await sendNow(make);
    },
    flush: async () => {
      const due = late.filter(({ dueAtMs }) => dueAtMs <= clock.nowMs());
      late = late.filter((one) => !due.includes(one));
      for (const { make } of due) await sendNow(make);
    },
    history: () => sent,
  };
}
