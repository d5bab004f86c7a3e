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

/** An address that people's browsers may be led to: https, a host, no user name, no characters that look like others. */
export function isHttpsAddress(text: string): boolean {
  const url = parseUrl(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  const isClean = /^https:\/\/[^/]/i.test(text) && !/[\s\u0000-\u001f\u007f\\]/.test(text);
  return url?.protocol === "https:" && isClean && url.username === "" && url.password === "";
}
