import { type HttpOut, HttpOutError } from "../kit/http-out.ts";
import { isLocalHttp } from "../kit/local-address.ts";

/**
 * The way to providers: https, or http to this process itself, where the simulator answers. `allowsLocal` adds http to
 * this machine, for stand-ins. Everything else is `blocked` before a byte is sent: keys must not travel unencrypted.
 */
export function guardProviderCalls(
  http: HttpOut,
  { ownOrigin, allowsLocal }: { readonly ownOrigin: string; readonly allowsLocal: boolean },
): HttpOut {
  return async (request) => {
    const { url } = request;
    const isOwn = url.startsWith(`${ownOrigin}/`);
    if (url.startsWith("https://") || isOwn || (allowsLocal && isLocalHttp(url))) return http(request);
    throw new HttpOutError("blocked", "the provider's address must be https");
  };
}
