import type { Module } from "../module.ts";
import { createEmailFiller, type EmailFillerDeps } from "./emails/fill-emails.ts";
import { createSearchRoutes } from "./routes.ts";
import type { SearchDeps } from "./service.ts";

/** Searches, and the hashes by which they find a payer's e-mail address. */
export function createSearchModule(deps: SearchDeps & EmailFillerDeps): Module {
  return { routes: createSearchRoutes(deps), jobs: { payerEmails: createEmailFiller(deps) } };
}
