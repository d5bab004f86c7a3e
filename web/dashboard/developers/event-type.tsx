import { eventTypes } from "../../../sdk/js/src/generated/event-types.ts";
import { useTexts } from "../i18n/index.ts";
import type { Texts } from "../i18n/texts.ts";

type Names = Texts["events"];

/** What an event of this type is called; undefined: a type that this page does not know yet. Pure. */
export function eventName({ types }: Pick<Names, "types">, type: string): string | undefined {
  const known: Readonly<Record<string, string>> = types;
  return known[type.toUpperCase().replaceAll(".", "_")];
}

/** The type of an event in words, with its name in the API beside. */
export function EventType({ type }: { readonly type: string }) {
  const name = eventName(useTexts().events, type);
  return (
    <>
      {name} <code>{type}</code>
    </>
  );
}

/** The types as choices of a filter. Pure. */
export const eventChoices = (names: Names): readonly (readonly [type: string, text: string])[] =>
  eventTypes.map((type) => [type, `${eventName(names, type) ?? ""} (${type})`]);
