import type { Locale } from "../kit/money.ts";
import { preferredLocale } from "../kit/preferred-locale.ts";
import type { RequestFacts } from "./route.ts";

/** The language of answers to operators: the first of `Accept-Language` that we have, else English. */
export function readerLocale({ acceptLanguage }: Pick<RequestFacts, "acceptLanguage">): Locale {
  return preferredLocale(acceptLanguage) ?? "en";
}
