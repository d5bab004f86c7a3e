/**
 * What the page knows of phone numbers, to help and never to refuse: the dialling code, how a number is written, how many
 * digits it has, and which operator a prefix belongs to. Numbers move between operators, so the service alone judges.
 * Source: libphonenumber's lengths and carrier data.
 */
export interface PhoneHint {
  readonly dial: string;
  /** Digits of the national number, as groups: 2 3 2 2 is `77 123 45 67`. */
  readonly groups: readonly number[];
  readonly example: string;
  /** Prefixes of the national number by operator code; the longest match wins. */
  readonly operators: Readonly<Record<string, readonly string[]>>;
}

const pairs8 = [2, 2, 2, 2];
const pairs10 = [2, 2, 2, 2, 2];

const hints: Readonly<Record<string, PhoneHint>> = {
  CI: {
    dial: "225",
    groups: pairs10,
    example: "07 07 12 34 56",
    operators: { ORANGE: ["07"], MTN: ["05"], MOOV: ["01"] },
  },
  SN: {
    dial: "221",
    groups: [2, 3, 2, 2],
    example: "77 123 45 67",
    operators: { ORANGE: ["77", "78", "71"], FREE: ["76"], EXPRESSO: ["70"] },
  },
  ML: {
    dial: "223",
    groups: pairs8,
    example: "70 12 34 56",
    operators: {
      ORANGE: ["7", "82", "83", "84", "85", "90", "91", "92", "93", "94"],
      MOOV: ["6", "89", "95", "96", "97", "98", "99"],
      TELECEL: ["5"],
    },
  },
  BF: {
    dial: "226",
    groups: pairs8,
    example: "70 12 34 56",
    operators: {
      ORANGE: [
        "04",
        "05",
        "06",
        "07",
        "4",
        "54",
        "55",
        "56",
        "57",
        "64",
        "65",
        "66",
        "67",
        "74",
        "75",
        "76",
        "77",
      ],
      MOOV: ["01", "02", "03", "50", "51", "52", "53", "60", "61", "62", "63", "70", "71", "72", "73"],
      TELECEL: ["58", "68", "69", "78", "79"],
    },
  },
  BJ: {
    dial: "229",
    groups: pairs10,
    example: "01 97 12 34 56",
    operators: {
      MTN: ["0142", "0146", "015", "0161", "0162", "0166", "0167", "0169", "0190", "0191", "0196", "0197"],
      MOOV: ["0145", "0155", "0158", "0160", "0163", "0164", "0165", "0168", "0194", "0195", "0198", "0199"],
      CELTIIS: ["0128", "014", "0192", "0193"],
    },
  },
  TG: {
    dial: "228",
    groups: pairs8,
    example: "90 12 34 56",
    operators: {
      MOOV: ["78", "79", "96", "97", "98", "99"],
      TMONEY: ["70", "71", "72", "90", "91", "92", "93"],
    },
  },
  CM: {
    dial: "237",
    groups: [3, 2, 2, 2],
    example: "677 12 34 56",
    operators: {
      ORANGE: ["640", "655", "656", "657", "658", "659", "686", "687", "688", "689", "69"],
      MTN: ["650", "651", "652", "653", "654", "67", "680", "681", "682", "683"],
    },
  },
  GA: {
    dial: "241",
    groups: pairs8,
    example: "74 12 34 56",
    operators: { AIRTEL: ["4", "7"], MOOV: ["5", "65"] },
  },
  CG: {
    dial: "242",
    groups: [2, 3, 2, 2],
    example: "06 612 34 56",
    operators: { MTN: ["06"], AIRTEL: ["05", "04"] },
  },
  CD: {
    dial: "243",
    groups: [2, 3, 2, 2],
    example: "81 123 45 67",
    operators: {
      ORANGE: ["80", "84", "85", "89"],
      AIRTEL: ["96", "97", "98", "99"],
      VODACOM: ["81", "82", "83", "86"],
      AFRICELL: ["90", "91"],
    },
  },
  GN: {
    dial: "224",
    groups: [3, 2, 2, 2],
    example: "621 12 34 56",
    operators: { ORANGE: ["61", "62"], MTN: ["66"] },
  },
  NE: {
    dial: "227",
    groups: pairs8,
    example: "90 12 34 56",
    operators: {
      ORANGE: ["23", "70", "80", "81", "82", "90", "91", "92"],
      MOOV: ["74", "84", "85", "94", "95"],
      AIRTEL: ["77", "86", "87", "88", "89", "96", "97", "98", "99"],
    },
  },
};

export function phoneHint(countryCode: string | null): PhoneHint | null {
  return countryCode !== null && Object.hasOwn(hints, countryCode) ? (hints[countryCode] ?? null) : null;
}

/** The digits of what was typed, with `+` in front for an international number; `00` counts as `+`. */
export function tidyPhone(typed: string): string {
  const digits = typed.replace(/[^0-9+]/g, "");
  const international = digits.startsWith("+") || digits.startsWith("00");
  const bare = digits.replaceAll("+", "");
  return international ? `+${bare.replace(/^00/, "")}` : bare;
}

/** The operator that the prefix of a number points to, or null. A hint only. */
export function guessOperator(typed: string, countryCode: string | null): string | null {
  const hint = phoneHint(countryCode);
  if (hint === null) return null;
  const tidy = tidyPhone(typed);
  if (tidy.startsWith("+") && !tidy.startsWith(`+${hint.dial}`)) return null;
  const national = tidy.startsWith("+") ? tidy.slice(hint.dial.length + 1) : tidy;
  let best: { operator: string; length: number } | null = null;
  for (const [operator, prefixes] of Object.entries(hint.operators))
    for (const prefix of prefixes)
      if (national.startsWith(prefix) && prefix.length > (best?.length ?? 0))
        best = { operator, length: prefix.length };
  return best?.operator ?? null;
}
