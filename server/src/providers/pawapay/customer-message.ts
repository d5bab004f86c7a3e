const CHARACTERS_MIN = 4;
const CHARACTERS_MAX = 22;
const otherwise = { fr: "Paiement", en: "Payment", pt: "Pagamento" } as const;

/**
 * The text in the operator's message to the payer: 4 to 22 letters, digits and spaces. Accents are removed, because
 * operators' messages do not carry them all. A title of which too little is left is replaced.
 */
export function customerMessage(title: string, locale: "fr" | "en" | "pt"): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .slice(0, CHARACTERS_MAX)
    .trim();
  return plain.length < CHARACTERS_MIN ? otherwise[locale] : plain;
}
