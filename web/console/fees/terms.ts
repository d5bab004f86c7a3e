/** What a person types into the form of a fee: percent and amounts as text. */
export interface TypedTerms {
  readonly percent: string;
  readonly fixed: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly days: string;
}

/** Terms as the API takes them. */
export interface SentTerms {
  readonly basisPoints: number;
  readonly fixed: string;
  readonly minimum: string;
  readonly maximum: string | null;
  readonly settlementDelaySeconds: number;
}

const DAY_SECONDS = 86_400;
const PERCENT_MAX = 100;
const DAYS_MAX = 90;

/** What was typed as terms; null when a field is no number of its kind. Amounts are in minor units. Pure. */
export function termsOf({ percent, fixed, minimum, maximum, days }: TypedTerms): SentTerms | null {
  const share = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(percent.trim());
  const [least, most] = [whole(minimum) ?? null, maximum.trim() === "" ? "" : whole(maximum)];
  const part = whole(fixed);
  const delay = /^\d{1,2}$/.test(days.trim()) ? Number(days) : DAYS_MAX + 1;
  if (share === null || part === null || least === null || most === null || delay > DAYS_MAX) return null;
  const basisPoints = Number(share[1]) * 100 + Number((share[2] ?? "").padEnd(2, "0"));
  if (basisPoints > PERCENT_MAX * 100) return null;
  if (most !== "" && BigInt(most) < BigInt(least)) return null;
  return {
    basisPoints,
    fixed: part,
    minimum: least,
    maximum: most === "" ? null : most,
    settlementDelaySeconds: delay * DAY_SECONDS,
  };
}

/** The field that keeps what was typed from being terms; null: none does. Pure. */
export function wrongField(typed: TypedTerms): keyof TypedTerms | null {
  if (termsOf(typed) !== null) return null;
  const names = Object.keys(typed) as (keyof TypedTerms)[];
  // Among terms that are right, only a wrong field is wrong; when none is, the maximum is below the minimum.
  return names.find((name) => termsOf({ ...typedOf(free), [name]: typed[name] }) === null) ?? "maximum";
}

/** What payments cost while no price is set. */
export const free: SentTerms = {
  basisPoints: 0,
  fixed: "0",
  minimum: "0",
  maximum: null,
  settlementDelaySeconds: 0,
};

/** Terms as the form shows them. Pure. */
export function typedOf(terms: SentTerms): TypedTerms {
  return {
    percent: String(terms.basisPoints / 100).replace(".", ","),
    fixed: terms.fixed,
    minimum: terms.minimum,
    maximum: terms.maximum ?? "",
    days: String(Math.round(terms.settlementDelaySeconds / DAY_SECONDS)),
  };
}

const whole = (text: string): string | null => {
  const digits = text.replace(/[\s\u00a0\u202f]/g, "");
  return /^\d{1,15}$/.test(digits) ? String(BigInt(digits)) : null;
};
