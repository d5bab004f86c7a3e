import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_SCHEMA } from "../kit/database-address.ts";
import type { Logger } from "../kit/logger.ts";
import { createTroubleLog } from "../kit/trouble-log.ts";

/**
 * A notifier: collects messages for other processes. Messages that arrive while the last notification is in flight or
 * younger than `NOTIFY_EVERY_MS` are sent together. One notification per commit would cost three to four times the writes
 * themselves.
 */
export interface Notifier {
  /**
   * Sends `message` soon and at most once. Messages contain no comma. They may be lost, so each use keeps a slow poll as a
   * fallback.
   */
  notify(channel: string, message: string): void;
}

export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

/**
 * SQL of a channel's name in the database, which all schemas of it share: with the schema before it, except in `public`, so that cells
 * in one database do not wake each other.
 */
export const ownChannel = (name: string): string =>
  `case when current_schema() = '${DEFAULT_SCHEMA}' then ${name} else concat_ws('.', current_schema(), ${name}) end`;

const NOTIFY_EVERY_MS = 50;
/** PostgreSQL accepts less than 8 000 bytes. */
const PAYLOAD_LENGTH_MAX = 7_900;
/** While the database is slow, further messages are dropped. */
const MESSAGES_MAX = 20_000;

export function createNotifier(
  send: (notifications: readonly Notification[]) => Promise<void>,
  log: Logger,
  everyMs: number = NOTIFY_EVERY_MS,
): Notifier {
  let waiting = new Map<string, Set<string>>();
  let messages = 0;
  let isSending = false;
  const trouble = createTroubleLog({
    log,
    event: "database.notify.trouble",
    level: "warn",
    nowMs: () => performance.now(),
  });

  const sendAll = async (): Promise<void> => {
    while (messages > 0) {
      const notifications = [...waiting].flatMap(([channel, said]) => notificationsOf(channel, said));
      waiting = new Map();
      messages = 0;
      await send(notifications).then(trouble.worked, (error: unknown) => trouble.failed(error));
      await sleep(everyMs, undefined, { ref: false });
    }
    isSending = false;
  };

  return {
    notify: (channel, message) => {
      if (messages >= MESSAGES_MAX) return;
      const said = waiting.get(channel) ?? new Set();
      if (said.size === 0) waiting.set(channel, said);
      if (said.has(message)) return;
      said.add(message);
      messages += 1;
      if (isSending) return;
      isSending = true;
      void sendAll();
    },
  };
}

/** The messages of one notification. */
export const messagesOf = (payload: string): readonly string[] => payload.split(",");

function notificationsOf(channel: string, messages: ReadonlySet<string>): readonly Notification[] {
  const notifications: Notification[] = [];
  let payload = "";
  for (const message of messages) {
    if (payload !== "" && payload.length + 1 + message.length > PAYLOAD_LENGTH_MAX) {
      notifications.push({ channel, payload });
      payload = "";
    }
    payload = payload === "" ? message : `${payload},${message}`;
  }
  notifications.push({ channel, payload });
  return notifications;
}
