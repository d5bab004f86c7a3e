/** What is wrong with a bank's file, in kinds that a person acts on differently. */
export const bankFileFaultCodes = [
  "EMPTY",
  "TOO_LARGE",
  "NOT_XML",
  "BAD_ENCODING",
  "OTHER_FORMAT",
  "INCOMPLETE",
  "SUMS_DIFFER",
  "BAD_COLUMNS",
  "BAD_LINE",
  "BAD_ENTRY",
  "OTHER_ACCOUNT",
  "UNKNOWN_TRANSFER",
] as const;
export type BankFileFaultCode = (typeof bankFileFaultCodes)[number];

/**
 * Why a bank's file cannot be read. The sentence is for operators: it says what is wrong and where, and contains nothing
 * of the file but names of elements. Screens say the code in the reader's language.
 */
export class BankFileFault extends Error {
  override readonly name = "BankFileFault";
  readonly code: BankFileFaultCode;
  readonly sentence: string;
  constructor(code: BankFileFaultCode, sentence: string) {
    super(sentence);
    this.code = code;
    this.sentence = sentence;
  }
}
