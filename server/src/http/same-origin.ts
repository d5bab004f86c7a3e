/** Its presence makes a browser ask before it sends a request from another origin, and we never allow it. */
const OWN_REQUEST_HEADER = "cauris-request";

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request with a cookie comes from a page of this service. A browser adds the cookie to requests that other
 * pages cause as well, so a write must show that it is ours: by `Sec-Fetch-Site`, which pages cannot set, or in browsers
 * without it by an `Origin` among `publicOrigins`; and by our own header, which a form cannot send. Reading changes
 * nothing, and other origins cannot see the answer. Pure.
 */
export function isOwnRequest(method: string, headers: Headers, publicOrigins: ReadonlySet<string>): boolean {
  if (readingMethods.has(method)) return true;
  if (headers[OWN_REQUEST_HEADER] !== "1") return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  return typeof origin === "string" && publicOrigins.has(origin);
}

/**
 * Whether a stream with a cookie is opened by a page of this service. Other origins could not read it, but each would
 * hold one of the holder's places. A browser's EventSource sends none of our headers: `Sec-Fetch-Site` decides, or in
 * browsers without it an `Origin`, which they send with requests to other origins only. Pure.
 */
export function isOwnStream(headers: Headers, publicOrigins: ReadonlySet<string>): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  return origin === undefined || (typeof origin === "string" && publicOrigins.has(origin));
}
