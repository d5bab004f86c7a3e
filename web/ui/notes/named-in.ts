interface Colleague {
  readonly id: string;
  readonly name: string | null;
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The ids of those whom a text names as `@Awa Diop`, or as `@Awa` where no colleague shares that first name; without regard
 * to case and accents. Pure.
 */
export function namedIn(text: string, colleagues: readonly Colleague[]): readonly string[] {
  const said = plain(text);
  const says = (name: string): boolean =>
    said.split("@").some((after, index) => index > 0 && startsWithWord(after, name));
  const firstOf = ({ name }: Colleague): string => plain(name ?? "").split(/\s+/)[0] ?? "";
  return colleagues
    .filter((one) => {
      const full = plain(one.name ?? "").trim();
      const first = firstOf(one);
      if (full === "") return false;
      const isAlone = colleagues.filter((other) => firstOf(other) === first).length === 1;
      return says(full) || (isAlone && says(first));
    })
    .map(({ id }) => id);
}

const startsWithWord = (text: string, word: string): boolean =>
  text.startsWith(word) && !/^[\p{L}\p{N}]/u.test(text.slice(word.length));
