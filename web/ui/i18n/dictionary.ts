/** What a dictionary may hold. */
export interface Dictionary {
  // Texts take values of several types; the type of each is that of its function.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly [name: string]: string | ((...values: any[]) => string) | Dictionary;
}
