import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../kit/logger.ts";
import { createTroubleLog } from "../kit/trouble-log.ts";

/**
 * A notifier: collects words for other processes. Words that arrive while the last message is in flight or younger than
 * `TELL_EVERY_MS` are sent together. One message per commit would cost three to four times the writes themselves.
 */
export interface Teller {
  /**
   * Sends `word` soon and at most once. Words contain no comma. They may be lost, so each use keeps a slow poll as a
   * fallback.
   */
  tell(channel: string, word: string): void;
}

export interface Message {
  readonly channel: string;
  readonly payload: string;
}

const TELL_EVERY_MS = 50;
/** PostgreSQL accepts less than 8 000 bytes. */
const PAYLOAD_LENGTH_MAX = 7_900;
/** While the database is slow, further words are dropped. */
const WORDS_MAX = 20_000;

export function createTeller(
  send: (messages: readonly Message[]) => Promise<void>,
  log: Logger,
  everyMs: number = TELL_EVERY_MS,
): Teller {
  let waiting = new Map<string, Set<string>>();
  let words = 0;
  let isSending = false;
  const trouble = createTroubleLog({
    log,
    event: "database.tell.trouble",
    level: "warn",
    nowMs: () => performance.now(),
  });

  const sendAll = async (): Promise<void> => {
    while (words > 0) {
      const messages = [...waiting].flatMap(([channel, said]) => messagesOf(channel, said));
      waiting = new Map();
      words = 0;
      await send(messages).then(trouble.worked, (error: unknown) => trouble.failed(error));
      await sleep(everyMs, undefined, { ref: false });
    }
    isSending = false;
  };

  return {
    tell: (channel, word) => {
      if (words >= WORDS_MAX) return;
      const said = waiting.get(channel) ?? new Set();
      if (said.size === 0) waiting.set(channel, said);
      if (said.has(word)) return;
      said.add(word);
      words += 1;
      if (isSending) return;
      isSending = true;
      void sendAll();
    },
  };
}

/** The words of one message. */
export const wordsOf = (payload: string): readonly string[] => payload.split(",");

function messagesOf(channel: string, words: ReadonlySet<string>): readonly Message[] {
  const messages: Message[] = [];
  let payload = "";
  for (const word of words) {
    if (payload !== "" && payload.length + 1 + word.length > PAYLOAD_LENGTH_MAX) {
      messages.push({ channel, payload });
      payload = "";
    }
    payload = payload === "" ? word : `${payload},${word}`;
  }
  messages.push({ channel, payload });
  return messages;
}
