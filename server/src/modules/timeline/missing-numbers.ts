/** The numbers from 1 to `last` that are not among `seen`. Pure. */
export function missingNumbers(seen: readonly number[], last: number): readonly number[] {
  const known = new Set(seen);
  return Array.from({ length: last }, (_none, index) => index + 1).filter((number) => !known.has(number));
}
