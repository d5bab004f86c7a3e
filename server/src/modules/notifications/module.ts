import type { Module } from "../module.ts";
import { settingsRoutes } from "./routes.ts";
import { createSettings, type SettingsDeps } from "./settings.ts";
import { createSummaries } from "./summary.ts";
import { createTelling, type TellDeps } from "./tell.ts";

/** Tells merchants' people by mail what happens, and keeps what each of them wants to be told. */
export function createNotificationsModule(deps: TellDeps & SettingsDeps): Module {
  const merchantNews = createTelling(deps);
  const dailySummaries = createSummaries(deps);
  return {
    routes: settingsRoutes(createSettings(deps)),
    jobs: { merchantNews, dailySummaries },
    dueJobs: [merchantNews],
  };
}
