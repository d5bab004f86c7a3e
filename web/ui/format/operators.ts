import type { OperatorCode } from "../../../server/src/kit/operators.ts";

/** What people call each network. One that has other names in some countries has here the one of most. */
export const operatorNames: Readonly<Record<OperatorCode, string>> = {
  ORANGE: "Orange Money",
  MTN: "MTN MoMo",
  MOOV: "Moov Money",
  WAVE: "Wave",
  FREE: "Mixx by Yas (Free)",
  AIRTEL: "Airtel Money",
  VODACOM: "M-Pesa",
  AFRICELL: "Afrimoney",
  TMONEY: "Mixx by Yas (T-Money)",
  EXPRESSO: "E-Money",
  TELECEL: "Telecel Money",
  CELTIIS: "Celtiis Cash",
};

const known: Readonly<Record<string, string>> = operatorNames;

/** The name of the network with this code; a code that this page does not know yet stays as it is. Pure. */
export const operatorName = (code: string): string => known[code] ?? code;
