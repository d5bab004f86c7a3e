/** ISO 4217 currencies we can account in: numeric code and minor-unit exponent. The only table of exponents. */
const table = {
  XOF: ["952", 0],
  XAF: ["950", 0],
  GNF: ["324", 0],
  CDF: ["976", 2],
  EUR: ["978", 2],
  USD: ["840", 2],
  NGN: ["566", 2],
  GHS: ["936", 2],
  KES: ["404", 2],
  RWF: ["646", 0],
  UGX: ["800", 0],
  BIF: ["108", 0],
  DJF: ["262", 0],
  KMF: ["174", 0],
  TND: ["788", 3],
  MGA: ["969", 2],
  MRU: ["929", 2],
  MAD: ["504", 2],
  DZD: ["012", 2],
  CVE: ["132", 2],
  GMD: ["270", 2],
  LRD: ["430", 2],
  SLE: ["925", 2],
  ZMW: ["967", 2],
  TZS: ["834", 2],
  MWK: ["454", 2],
  MZN: ["943", 2],
  ETB: ["230", 2],
  GBP: ["826", 2],
  JPY: ["392", 0],
  CHF: ["756", 2],
  CAD: ["124", 2],
  CNY: ["156", 2],
  AED: ["784", 2],
  EGP: ["818", 2],
  ZAR: ["710", 2],
  KWD: ["414", 3],
  BHD: ["048", 3],
  OMR: ["512", 3],
  JOD: ["400", 3],
} as const satisfies Record<string, readonly [numeric: string, exponent: number]>;

export type CurrencyCode = keyof typeof table;

export const currencyCodes = Object.keys(table) as readonly CurrencyCode[];

export function isCurrencyCode(text: string): text is CurrencyCode {
  return Object.hasOwn(table, text);
}

/** Digits after the decimal point: 0 for XOF, 2 for EUR, 3 for KWD. */
export function exponentOf(currency: CurrencyCode): number {
  return table[currency][1];
}

/** ISO 4217 numeric code, three digits, as QR payloads want it. */
export function numericCodeOf(currency: CurrencyCode): string {
  return table[currency][0];
}
