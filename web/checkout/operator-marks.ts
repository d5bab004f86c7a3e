import type { OperatorCode } from "../../server/src/kit/operators.ts";

/**
 * The sign beside an operator's name: its colour, and a simple shape that we drew. Not its logo. The colours are written
 * into the picture, because the policy of the page allows no style of an element.
 */
export interface OperatorMark {
  /** `#rrggbb`. */
  readonly ground: string;
  /** Readable on the ground: at least 4.5 : 1. */
  readonly ink: string;
  /** In a square of 30: what is filled, and what is drawn as a line. */
  readonly fill?: string;
  readonly line?: string;
}

/** A rising check. */
const mixx: OperatorMark = { ground: "#ffd60a", ink: "#1b1464", line: "M7 16l5 6L23 8" };

/** Of one operator each; and of the codes that are no operator's. Codes of one brand share its sign. */
export const operatorMarks: Readonly<Record<OperatorCode | "PI_SPI" | "EMVCO", OperatorMark>> = {
  // A bar under an empty field.
  ORANGE: { ground: "#ff7900", ink: "#000000", fill: "M6 19h18v5H6z" },
  // A lying oval with its middle.
  MTN: { ground: "#ffcb05", ink: "#00304f", line: "M15 8.5a9.5 6.5 0 1 0 .01 0M11 15h8" },
  // Two rising arcs.
  MOOV: {
    ground: "#00529b",
    ink: "#ffffff",
    line: "M6 21a9 9 0 0 1 9-9M6 14a9 9 0 0 1 9-7m0 14a9 9 0 0 1 9-9",
  },
  // Two waves.
  WAVE: {
    ground: "#1dc8ff",
    ink: "#00213a",
    line: "M5 12q5-6 10 0t10 0M5 20q5-6 10 0t10 0",
  },
  // Mixx by Yas, in Senegal.
  FREE: mixx,
  // A spark.
  AIRTEL: { ground: "#c8102e", ink: "#ffffff", line: "M8 22c10 0 14-5 12-11s-11-3-9 3 8 3 8 3" },
  // A drop.
  VODACOM: { ground: "#b3001b", ink: "#ffffff", fill: "M15 6c5 6 7 9 7 12a7 7 0 0 1-14 0c0-3 2-6 7-12" },
  // Three bars.
  AFRICELL: { ground: "#6a1b7a", ink: "#ffffff", fill: "M7 18h4v5H7zM13 13h4v10h-4zM19 7h4v16h-4z" },
  // Mixx by Yas, in Togo.
  TMONEY: mixx,
  // Two arrows' heads.
  EXPRESSO: { ground: "#5b2a86", ink: "#ffffff", line: "M8 8l7 7-7 7M16 8l7 7-7 7" },
  // A circle cut in two.
  TELECEL: { ground: "#d81f26", ink: "#ffffff", line: "M15 7a8 8 0 1 0 .01 0M7 15h16" },
  // A square on its corner.
  CELTIIS: { ground: "#0b3d91", ink: "#ffffff", line: "M15 6l9 9-9 9-9-9z" },
  // Any code: four of its squares.
  EMVCO: { ground: "#4b5563", ink: "#ffffff", fill: "M8 8h5v5H8zM17 8h5v5h-5zM8 17h5v5H8zM17 17h5v5h-5z" },
  // Four corners of a code.
  PI_SPI: { ground: "#0b6b53", ink: "#ffffff", line: "M7 12V7h5M18 7h5v5M23 18v5h-5M12 23H7v-5M12 15h6" },
};

/** Null for a code that has no sign. */
export function markOf(operator: string | null): OperatorMark | null {
  const marks: Readonly<Record<string, OperatorMark>> = operatorMarks;
  return operator !== null && Object.hasOwn(marks, operator) ? (marks[operator] ?? null) : null;
}

/**
 * In which order a country's payers expect its operators: by habit, as far as we know it. Ours to correct; it decides
 * nothing but the place of a tile. An operator that is missing comes last.
 */
export const operatorHabits: Readonly<Record<string, readonly OperatorCode[]>> = {
  CI: ["ORANGE", "WAVE", "MTN", "MOOV"],
  SN: ["WAVE", "ORANGE", "FREE", "EXPRESSO"],
  ML: ["ORANGE", "WAVE", "MOOV", "TELECEL"],
  BF: ["ORANGE", "MOOV", "WAVE", "TELECEL"],
  BJ: ["MTN", "MOOV", "CELTIIS"],
  TG: ["TMONEY", "MOOV"],
  NE: ["AIRTEL", "ORANGE", "MOOV"],
  CM: ["MTN", "ORANGE"],
  GA: ["AIRTEL", "MOOV"],
  CG: ["MTN", "AIRTEL"],
  CD: ["VODACOM", "AIRTEL", "ORANGE", "AFRICELL"],
  GN: ["ORANGE", "MTN"],
  GW: ["ORANGE"],
};

/** The place of an operator among those of its country, from 0. */
export function habitOf(countryCode: string | null, operator: string | null): number {
  const habits: readonly string[] = countryCode === null ? [] : (operatorHabits[countryCode] ?? []);
  const place = operator === null ? -1 : habits.indexOf(operator);
  return place === -1 ? habits.length : place;
}
