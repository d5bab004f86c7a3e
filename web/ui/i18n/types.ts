import type { Dictionary } from "./dictionary.ts";
import type { fr } from "./fr.ts";
import type { dossier } from "./fr-dossier.ts";

/** Any language's words for the texts of `Source`: the same names and the same values. */
export type Translated<Source extends Dictionary> = {
  readonly [Name in keyof Source]: Source[Name] extends string
    ? string
    : Source[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Source[Name] extends Dictionary
        ? Translated<Source[Name]>
        : never;
};

export type UiTexts = Translated<typeof fr>;
/** Words of dossiers: an area of both surfaces, loaded with the pages that show one. */
export type DossierTexts = Translated<typeof dossier>;
