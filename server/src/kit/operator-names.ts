import { operatorCodes, operatorCountries } from "./operators.ts";

/** Letters of other alphabets, and a digit, that look like Latin letters. */
const lookalikes: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  і: "i",
  м: "m",
  о: "o",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
  α: "a",
  ε: "e",
  ι: "i",
  ο: "o",
  ρ: "p",
  υ: "y",
  "0": "o",
};

/** The text as a hurried reader sees it: without case, accents, spaces and signs. */
function fold(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase();
  const letters = [...plain].map((character) => lookalikes[character] ?? character).join("");
  return letters.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Names that operators had until lately: payers still know them. */
const former = ["Free Money", "T-Money"];
const named = [
  ...operatorCodes,
  ...former,
  ...operatorCountries.flatMap(({ operators }) => operators.map(({ displayName }) => displayName)),
];
const names = new Map<string, string>();
for (const name of named) {
  names.set(fold(name), name);
  for (const { countryCode } of operatorCountries) names.set(fold(name + countryCode), name);
}

/**
 * The mobile-money operator that a payer would mistake `text` for, or null: its name or its code, alone or followed by
 * a country's two letters. A name that only contains one ("Boutique Orange") is not mistaken for it. Pure.
 */
export function operatorNamed(text: string): string | null {
  return names.get(fold(text)) ?? null;
}
