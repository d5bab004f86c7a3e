import { expect, it } from "vitest";
import { quietLog } from "../../test/harness/log.ts";
import { createTeller, type Message, wordsOf } from "./teller.ts";

/** A connection to the database whose answers the test gives. */
function line() {
  const sent: (readonly Message[])[] = [];
  let answer: (error?: Error) => void = () => {};
  let heard: () => void = () => {};
  const next = () =>
    new Promise<void>((resolve) => {
      heard = resolve;
    });
  return {
    sent,
    next,
    send: (messages: readonly Message[]) => {
      sent.push(messages);
      heard();
      return new Promise<void>((resolve, reject) => {
        answer = (error) => (error === undefined ? resolve() : reject(error));
      });
    },
    answer: (error?: Error) => answer(error),
  };
}

it("sends a lone word at once, and what is said meanwhile in one message, each word once", async () => {
  const { sent, send, next, answer } = line();
  const { tell } = createTeller(send, quietLog, 1);
  tell("sessions", "a");
  expect(sent).toEqual([[{ channel: "sessions", payload: "a" }]]);
  for (const word of ["b", "c", "b"]) tell("sessions", word);
  tell("work", "webhooks");
  expect(sent).toHaveLength(1);
  const second = next();
  answer();
  await second;
  expect(sent[1]).toEqual([
    { channel: "sessions", payload: "b,c" },
    { channel: "work", payload: "webhooks" },
  ]);
});

it("goes on after a message that was lost, and parts what is too long for one without losing a word", async () => {
  const { sent, send, next, answer } = line();
  const { tell } = createTeller(send, quietLog, 1);
  const words = Array.from({ length: 500 }, (_none, index) => `0198c0de-0000-7000-8000-${index}`);
  tell("sessions", "lost");
  for (const word of words) tell("sessions", word);
  const second = next();
  answer(new Error("the connection broke"));
  await second;
  const messages = sent[1] ?? [];
  expect(messages.length).toBeGreaterThan(1);
  for (const { payload } of messages) expect(payload.length).toBeLessThan(8_000);
  expect(messages.flatMap(({ payload }) => wordsOf(payload))).toEqual(words);
});
