import type { ComponentType } from "preact";
import type { Locale } from "../../../server/src/kit/money.ts";
import { useReader } from "../../ui/app/reader.tsx";
import { later } from "../../ui/parts/later.tsx";
import type { ChangedListProps } from "./changed-list.tsx";
import type { ChangedTableProps } from "./changed-table.tsx";
import type { OperatorRightsProps } from "./operator-rights.tsx";
import type { ChangeTexts, Worded } from "./words/texts.ts";

const loadWords: Readonly<Record<Locale, () => Promise<ChangeTexts>>> = {
  fr: async () => (await import("./words/fr.ts")).changes,
  en: async () => (await import("./words/en.ts")).changes,
  pt: async () => (await import("./words/pt.ts")).changes,
};

/** A part that comes with its words once the page is there: they are many, and most pages show no change at first. */
function laterInWords<Props extends object>(
  load: () => Promise<ComponentType<Props & Worded>>,
): ComponentType<Props> {
  const partIn = (locale: Locale) =>
    later<Props>(async () => {
      const [Part, words] = await Promise.all([load(), loadWords[locale]()]);
      return (props: Props) => <Part {...props} words={words} />;
    });
  const parts: Readonly<Record<Locale, ComponentType<Props>>> = {
    fr: partIn("fr"),
    en: partIn("en"),
    pt: partIn("pt"),
  };
  return function InWords(props: Props) {
    const Part = parts[useReader().locale];
    return <Part {...props} />;
  };
}

export const ChangedTable = laterInWords<ChangedTableProps>(
  async () => (await import("./parts.tsx")).ChangedTable,
);
export const ChangedList = laterInWords<ChangedListProps>(
  async () => (await import("./parts.tsx")).ChangedList,
);
export const OperatorRights = laterInWords<OperatorRightsProps>(
  async () => (await import("./parts.tsx")).OperatorRights,
);
