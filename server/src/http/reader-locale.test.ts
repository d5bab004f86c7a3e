import { expect, it } from "vitest";
import { preferredLocale } from "../kit/preferred-locale.ts";
import { readerLocale } from "./reader-locale.ts";

it.each([
  [undefined, null],
  ["", null],
  ["fr", "fr"],
  ["fr-CI", "fr"],
  ["PT-br, en;q=0.8", "pt"],
  ["de, en;q=0.8, fr;q=0.9", "fr"],
  ["en;q=0.5,fr;q=0.5", "en"],
  ["fr;q=0, en", "en"],
  ["fr;q=0", null],
  ["de", null],
  ["*", null],
  ["fr;q=nonsense, pt;q=0.1", "pt"],
  ["french", null],
])("Accept-Language %j prefers %s", (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
  expect(readerLocale({ acceptLanguage: header })).toBe(locale ?? "en");
});
