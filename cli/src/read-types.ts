import { eventTypes } from "@cauris/sdk";
import { wrongUsage } from "./failure.ts";

/** Names of events separated by commas, as the list's filter takes them. Throws a usage failure. Pure. */
export function readTypes(text: string | undefined): string | undefined {
  const names = text?.split(",").map((name) => name.trim());
  const known: readonly string[] = eventTypes;
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw wrongUsage(`There is no event ${JSON.stringify(unknown)}. cauris trigger --help lists them.`);
  return names?.join(",");
}
