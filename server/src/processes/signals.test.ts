import { expect, it } from "vitest";
import { createStopRequests } from "./signals.ts";

function record() {
  const said: string[] = [];
  let nowMs = 0;
  const on = createStopRequests({
    stop: (reason) => said.push(`stop ${reason}`),
    force: () => said.push("force"),
    monotonicMs: () => nowMs,
  });
  return { said, on, advance: (byMs: number) => (nowMs += byMs) };
}

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s asks for an end", (signal) => {
  const { said, on } = record();
  on(signal);
  expect(said).toEqual([`stop ${signal}`]);
});

it("takes a Ctrl-C that npm passes on for the one that the terminal has sent", () => {
  const { said, on, advance } = record();
  on("SIGINT");
  advance(1_000);
  on("SIGINT");
  expect(said).toEqual(["stop SIGINT"]);
});

it.each(["SIGTERM", "SIGINT"] as const)("%s asked for again, later, forces the end", (signal) => {
  const { said, on, advance } = record();
  on("SIGTERM");
  advance(1_001);
  on(signal);
  expect(said).toEqual(["stop SIGTERM", "force"]);
});

it("is not forced by a terminal that closes", () => {
  const { said, on, advance } = record();
  on("SIGINT");
  advance(5_000);
  on("SIGHUP");
  expect(said).toEqual(["stop SIGINT"]);
});
