/**
 * The address that `text` is by WHATWG rules, or null when it is no absolute address.
 *
 * Not by `URL.canParse`: in Node 20 and 22, once a process has called it some thousand times, it calls every address
 * with a letter such as `ü` or `ô` invalid (a source test keeps it out).
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
