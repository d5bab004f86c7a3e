import type { Locale } from "../../../server/src/kit/money.ts";

/** Files of words below a surface's `i18n/`, by name (`./fr/links.ts`), as the build finds them. */
export type WordFiles<Texts> = Readonly<Record<string, () => Promise<Partial<Texts>>>>;

/** The words of a surface in one language. They come area by area, each with the first page that shows it. */
export interface AreaWords<Texts> {
  /** A page finds its areas in it, because they are loaded before it is shown. */
  readonly texts: Texts;
  /** Areas are named by their files. Each is loaded once. Throws for an area that there is not. */
  readonly load: (areas: readonly string[]) => Promise<void>;
}

export function wordsByArea<Texts extends object>(locale: Locale, files: WordFiles<Texts>): AreaWords<Texts> {
  const texts: Partial<Texts> = {};
  const loadArea = async (area: string): Promise<void> => {
    const file = files[`./${locale}/${area}.ts`];
    if (file === undefined) throw new Error(`There are no words of ${area}.`);
    Object.assign(texts, await file());
  };
  return {
    texts: texts as Texts,
    load: async (areas) => {
      await Promise.all(areas.map(loadArea));
    },
  };
}
