import type { FastifyPluginAsync } from "fastify";
import type { FrontPages } from "../http/front-pages.ts";
import type { Route } from "../http/route.ts";
import type { Loop } from "../jobs/loop.ts";

/** What a module gives to the program, besides the functions that other modules call. */
export interface Module {
  readonly routes?: readonly Route[];
  /** Routes outside the API: pages and callbacks, with their guards. */
  readonly plugins?: readonly FastifyPluginAsync[];
  /** What people read who come without the address of a page. One module has it. */
  readonly front?: FrontPages;
  /** Background loops by name. */
  readonly jobs?: Readonly<Record<string, Loop>>;
  /** Those of the jobs that process due work: they run at once when a clock was moved. */
  readonly dueJobs?: readonly Loop[];
  /** Those of the jobs that run in every process, also in one that only answers requests. */
  readonly everywhere?: readonly Loop[];
  /** Begins and ends background work that is no loop. */
  start?(): void;
  stop?(): void | Promise<void>;
  /** Resolves when the work that requests left behind is done. */
  settled?(): Promise<void>;
  /** Called last, when nothing uses the module any more. */
  close?(): void | Promise<void>;
}
