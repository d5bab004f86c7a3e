import { expect, it } from "vitest";
import { quietLog } from "../../test/harness/log.ts";
import { createNotifier, messagesOf, type Notification } from "./notifier.ts";

/** A connection to the database whose answers the test gives. */
function line() {
  const sent: (readonly Notification[])[] = [];
  let answer: (error?: Error) => void = () => {};
  let heard: () => void = () => {};
  const next = () =>
    new Promise<void>((resolve) => {
      heard = resolve;
    });
  return {
    sent,
    next,
    send: (notifications: readonly Notification[]) => {
      sent.push(notifications);
      heard();
      return new Promise<void>((resolve, reject) => {
        answer = (error) => (error === undefined ? resolve() : reject(error));
      });
    },
    answer: (error?: Error) => answer(error),
  };
}

it("sends a single notice at once, and those that come meanwhile in one message without repeats", async () => {
  const { sent, send, next, answer } = line();
  const { notify } = createNotifier(send, quietLog, 1);
  notify("sessions", "a");
  expect(sent).toEqual([[{ channel: "sessions", payload: "a" }]]);
  for (const message of ["b", "c", "b"]) notify("sessions", message);
  notify("work", "webhooks");
  expect(sent).toHaveLength(1);
  const second = next();
  answer();
  await second;
  expect(sent[1]).toEqual([
    { channel: "sessions", payload: "b,c" },
    { channel: "work", payload: "webhooks" },
  ]);
});

it("goes on after a lost message, and splits a message that is too long without losing a notice", async () => {
  const { sent, send, next, answer } = line();
  const { notify } = createNotifier(send, quietLog, 1);
  const messages = Array.from({ length: 500 }, (_none, index) => `0198c0de-0000-7000-8000-${index}`);
  notify("sessions", "lost");
  for (const message of messages) notify("sessions", message);
  const second = next();
  answer(new Error("the connection broke"));
  await second;
  const notifications = sent[1] ?? [];
  expect(notifications.length).toBeGreaterThan(1);
  for (const { payload } of notifications) expect(payload.length).toBeLessThan(8_000);
  expect(notifications.flatMap(({ payload }) => messagesOf(payload))).toEqual(messages);
});
