import type { Json } from "./json.ts";

/** A part that several operations have, and the name it would be given. */
export interface Part {
  /** Undefined: the part stays where it is. */
  readonly name: string | undefined;
  /** Its name where another part has that one. */
  readonly otherName?: string;
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
 * several parts claim one name, the one that occurs most often has it, and the others their own.
 */
export function shareParts(section: string, parts: readonly Part[]): SharedParts {
  const first = mostFrequent(parts);
  const hasName = ({ name, value }: Part): boolean =>
    name !== undefined && first.get(name) === JSON.stringify(value);
  const others = parts.flatMap((part) =>
    hasName(part) ? [] : [{ name: part.otherName, value: part.value }],
  );
  const shared = new Map([...mostFrequent(others), ...first]);
  return {
    place: ({ name, otherName, value }) => {
      const text = JSON.stringify(value);
      const found = [name, otherName].find((one) => one !== undefined && shared.get(one) === text);
      return found === undefined ? value : { $ref: `#/components/${section}/${found}` };
    },
    components: () =>
      Object.fromEntries(
        [...shared]
          .toSorted(([left], [right]) => (left < right ? -1 : 1))
          .map(([name, text]) => [name, JSON.parse(text) as Json]),
      ),
  };
}

/** Of each name the part that claims it most often, as text, if it does so at least twice. */
function mostFrequent(parts: readonly Part[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { name, value } of parts) {
    if (name === undefined) continue;
    const text = JSON.stringify(value);
    const variants = counts.get(name) ?? new Map<string, number>();
    variants.set(text, (variants.get(text) ?? 0) + 1);
    counts.set(name, variants);
  }
  return new Map(
    [...counts].flatMap(([name, variants]) => {
      const [most] = [...variants].toSorted(([, left], [, right]) => right - left);
      return most !== undefined && most[1] > 1 ? [[name, most[0]] as const] : [];
    }),
  );
}
