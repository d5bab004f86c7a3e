import { useReader } from "../../ui/app/reader.tsx";
import { useTexts } from "../i18n/index.ts";
import { areas, type Level, rightsOf } from "./permissions.ts";

/** What a key may do, as a sentence. */
export function RightsSentence({ permissions }: { readonly permissions: readonly string[] }) {
  const { locale } = useReader();
  const { keys: t } = useTexts();
  const rights = rightsOf(permissions);
  const list = new Intl.ListFormat(locale, { style: "long", type: "conjunction" });
  const at = (level: Level): string =>
    list.format(areas.filter((area) => rights.areas[area] === level).map((area) => t.areas[area]));
  const parts = [
    ...(at("manage") === "" ? [] : [t.manages(at("manage"))]),
    ...(at("read") === "" ? [] : [t.reads(at("read"))]),
    ...(rights.approves ? [t.approves] : []),
  ];
  return <>{parts.length === 0 ? t.nothing : parts.join(" ")}</>;
}
