/**
 * Why a bank's file cannot be read. The sentence is for operators: it says what is wrong and where, and contains nothing
 * of the file but names of elements.
 */
export class BankFileFault extends Error {
  override readonly name = "BankFileFault";
  readonly sentence: string;
  constructor(sentence: string) {
    super(sentence);
    this.sentence = sentence;
  }
}
