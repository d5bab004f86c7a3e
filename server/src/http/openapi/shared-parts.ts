import type { Json } from "./json.ts";

/** A part that several operations have, and the name it would be given. */
export interface Part {
  /** Undefined: the part stays where it is. */
  readonly name: string | undefined;
  readonly value: Json;
}

export interface SharedParts {
  /** A reference when the part is shared, else the part itself. */
  place(part: Part): Json;
  /** What is shared, by name in alphabetical order. */
  components(): Json;
}

/**
 * Chooses among `parts` those that are written once, under `components/SECTION`: each that occurs at least twice. Where
 * several parts claim one name, the one that occurs most often has it.
 */
export function shareParts(section: string, parts: readonly Part[]): SharedParts {
  const counts = new Map<string, Map<string, number>>();
  for (const { name, value } of parts) {
    if (name === undefined) continue;
    const text = JSON.stringify(value);
    const variants = counts.get(name) ?? new Map<string, number>();
    variants.set(text, (variants.get(text) ?? 0) + 1);
    counts.set(name, variants);
  }
  const shared = new Map<string, string>();
  for (const [name, variants] of counts) {
    const [most] = [...variants].toSorted(([, left], [, right]) => right - left);
    if (most !== undefined && most[1] > 1) shared.set(name, most[0]);
  }
  return {
    place: ({ name, value }) =>
      name !== undefined && shared.get(name) === JSON.stringify(value)
        ? { $ref: `#/components/${section}/${name}` }
        : value,
    components: () =>
      Object.fromEntries(
        [...shared]
          .toSorted(([left], [right]) => (left < right ? -1 : 1))
          .map(([name, text]) => [name, JSON.parse(text) as Json]),
      ),
  };
}
