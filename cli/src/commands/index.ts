import type { Command } from "../command.ts";
import { completionCommand } from "./completion.ts";
import { eventsList, eventsReplay, eventsShow } from "./events.ts";
import { listen } from "./listen.ts";
import { login } from "./login.ts";
import { logs } from "./logs.ts";
import { objectCommands } from "./objects.ts";
import { open } from "./open.ts";
import { pay, scenarios } from "./pay.ts";
import { logout, profilesList, profilesUse } from "./profiles.ts";
import { status } from "./status.ts";
import { trigger } from "./trigger.ts";

const own: readonly Command[] = [
  login,
  logout,
  profilesList,
  profilesUse,
  status,
  listen,
  trigger,
  pay,
  scenarios,
  eventsList,
  eventsShow,
  eventsReplay,
  logs,
  open,
  ...objectCommands,
];

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [...own, completionCommand(own)];
