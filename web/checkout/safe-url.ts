/**
 * An address that a payer may be sent to, or null: anything but http(s), especially `javascript:`, never becomes a
 * link.
 */
export function safeUrl(url: string | null): string | null {
  if (url === null) return null;
  try {
    const { protocol } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}
