import { readAccountNumber } from "../../kit/bank-account.ts";
import { type CurrencyCode, isCurrencyCode } from "../../kit/currency.ts";
import { folderFault } from "../folder-setting.ts";
import type { ProviderSetting } from "../settings.ts";
import type { CutOff } from "./cut-off.ts";

/** What is asked of an account's settings, read. */
export interface BankTransferSettings {
  readonly bankName: string;
  readonly accountHolder: string;
  /** An IBAN, or a CEMAC account number of 23 digits. */
  readonly iban: string;
  readonly bic: string;
  readonly currency: CurrencyCode;
  readonly timeZone: string;
  /** Working days that a payer has for the transfer. */
  readonly deadlineWorkingDays: number;
  /** Null: an operator downloads the files of payouts. */
  readonly payoutFolder: string | null;
  readonly painVersion: "03" | "09";
  readonly cutOff: CutOff;
}

const DEADLINE_WORKING_DAYS = 3;
const DEADLINE_WORKING_DAYS_MAX = 30;
const TIME_ZONE = "UTC";
const CUT_OFF = "15:00";

type Rest = Partial<ProviderSetting>;
const text = (
  name: string,
  description: string,
  maxLength: number,
  { required = false, minLength = 1, ...rest }: Rest = {},
): ProviderSetting => ({
  name,
  description,
  secret: false,
  required,
  kind: "TEXT",
  minLength,
  maxLength,
  ...rest,
});

/** `holdsFolder`: whether a path lies where folders of accounts may lie. */
export const bankTransferSettings = (holdsFolder: (path: string) => boolean): readonly ProviderSetting[] => [
  text("bankName", "The bank's name, as payers read it.", 70, { required: true }),
  text("accountHolder", "The holder of the account, as the bank knows it.", 70, { required: true }),
  text(
    "iban",
    "The account that payers transfer to: an IBAN, or an account number (RIB) of the franc zones.",
    50,
    {
      required: true,
      fault: (value) =>
        readAccountNumber(value) === null
          ? "must be an IBAN or an account number with right check digits"
          : null,
    },
  ),
  text("bic", "The bank's code (BIC): 8 or 11 characters.", 11, {
    required: true,
    minLength: 8,
    fault: (value) =>
      /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value) ? null : "must be a BIC of 8 or 11 characters",
  }),
  text("currency", "The account's currency, ISO 4217.", 3, {
    required: true,
    minLength: 3,
    fault: (value) => (isCurrencyCode(value) ? null : "must be a currency that this service knows"),
  }),
  text("statementFolder", "The folder into which the bank's files arrive: an absolute path.", 500, {
    fault: folderFault(holdsFolder),
  }),
  text("payoutFolder", "The folder into which payment files are written: an absolute path.", 500, {
    fault: folderFault(holdsFolder),
  }),
  text("painVersion", "The version of payment files: `03` or `09`; `09` when not set.", 2, {
    fault: (value) => (value === "03" || value === "09" ? null : "must be 03 or 09"),
  }),
  text(
    "cutOff",
    "When payouts of the day are collected into a file: `HH:MM` at the bank; `15:00` when not set.",
    5,
    {
      fault: (value) =>
        /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : "must be a time of the day as HH:MM",
    },
  ),
  text("timeZone", "The bank's time zone, such as `Africa/Abidjan`; UTC when not set.", 64, {
    fault: (value) => (isTimeZone(value) ? null : "must be the name of a time zone, such as Africa/Abidjan"),
  }),
  text(
    "deadlineWorkingDays",
    "How many working days a payer has for the transfer; 3 when not set. Later money is booked as late.",
    2,
    {
      fault: (value) =>
        /^[1-9]\d?$/.test(value) && Number(value) <= DEADLINE_WORKING_DAYS_MAX
          ? null
          : `must be a whole number from 1 to ${DEADLINE_WORKING_DAYS_MAX}`,
    },
  ),
];

/** Reads checked settings. Throws when one is missing that `bankTransferSettings` requires: that is our bug. */
export function readBankTransferSettings(settings: Readonly<Record<string, string>>): BankTransferSettings {
  const { bankName, accountHolder, iban = "", bic, currency = "", timeZone = TIME_ZONE } = settings;
  const number = readAccountNumber(iban);
  if (bankName === undefined || accountHolder === undefined || bic === undefined)
    throw new Error("an account of a bank has its settings");
  if (number === null || !isCurrencyCode(currency))
    throw new Error("an account of a bank has checked settings");
  return {
    bankName,
    accountHolder,
    iban: number,
    bic,
    currency,
    timeZone,
    deadlineWorkingDays: Number(settings.deadlineWorkingDays ?? DEADLINE_WORKING_DAYS),
    payoutFolder: settings.payoutFolder ?? null,
    painVersion: settings.painVersion === "03" ? "03" : "09",
    cutOff: { time: settings.cutOff ?? CUT_OFF, timeZone },
  };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
