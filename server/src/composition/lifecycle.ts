import type { HttpServer } from "../http/server.ts";
import type { Loop } from "../jobs/loop.ts";
import type { Module } from "../modules/module.ts";
import type { App } from "./app.ts";
import type { Platform } from "./platform.ts";

/** Starting and stopping all modules, in the order that loses nothing: requests, background work, batch writers. */
export function createLifecycle(
  { signals, sessionNews, batchWriters }: Platform,
  modules: readonly Module[],
  http: HttpServer,
): Pick<App, "loops" | "dueLoops" | "startReports" | "startWork" | "stop"> {
  const loops: Readonly<Record<string, Loop>> = Object.assign({}, ...modules.map(({ jobs }) => jobs ?? {}));
  return {
    loops,
    dueLoops: modules.flatMap(({ dueJobs = [] }) => dueJobs),
    startReports: () => {
      for (const each of modules) for (const loop of each.everywhere ?? []) loop.start();
    },
    startWork: () => {
      signals.start();
      for (const loop of Object.values(loops)) loop.start();
      for (const each of modules) each.start?.();
    },
    stop: async () => {
      sessionNews.stop();
      signals.stop();
      await http.stop();
      await Promise.all([
        ...modules.map((each) => each.settled?.()),
        ...Object.values(loops).map((loop) => loop.stop()),
        ...modules.map((each) => each.stop?.()),
      ]);
      await batchWriters.close();
      for (const each of modules) await each.close?.();
    },
  };
}
