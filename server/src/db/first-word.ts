const COMMENTS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;

/** `select`, `insert`, `begin` …: the metrics' name of a statement without one, in lower case. A migration begins with a comment. */
export function firstWord(text: string): string {
  return /[a-z]+/i.exec(text.replace(COMMENTS, ""))?.[0].toLowerCase() ?? "";
}
