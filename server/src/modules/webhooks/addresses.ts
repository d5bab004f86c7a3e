import type { Id } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { ClaimedDelivery } from "./delivery-store.ts";
import type { Endpoint, EndpointKey, StoredEndpoint } from "./store.ts";

/** Opened addresses kept in memory. When there are more, all are dropped and opened again on use. */
const ENDPOINTS_MAX = 10_000;

/** The context of a sealed address: in another row or column it cannot be opened. */
export function addressContext({ merchantNo, id }: EndpointKey): string {
  return `webhook_endpoints.sealed_url ${merchantNo} ${id}`;
}

/**
 * Sealing the same address twice gives two different texts. So the text that a delivery was sent by also tells whether the
 * endpoint's address was replaced since.
 */
export function sealAddress(keyring: Keyring, key: EndpointKey, url: string): Buffer {
  return keyring.seal(url, addressContext(key));
}

/** The endpoint with its whole address. An endpoint of an earlier release has it in clear until the service has sealed it. */
export function openEndpoint(keyring: Keyring, { sealedUrl, clearUrl, ...rest }: StoredEndpoint): Endpoint {
  if (sealedUrl !== null) return { ...rest, url: keyring.open(sealedUrl, addressContext(rest)).toString() };
  if (clearUrl === null) throw new Error("an endpoint has an address");
  return { ...rest, url: clearUrl };
}

/** The part of an address that may be stored in clear: scheme, host, port and path. Merchants put tokens into the query. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The address of a delivery, and the part of it that is stored with an attempt. */
export interface OpenedAddress {
  readonly url: string;
  readonly withoutQuery: string;
}

/** Opens an endpoint's address once, and again when the sealed text differs. Throws when it cannot be opened. */
export function createAddresses(
  keyring: Keyring,
  endpointsMax = ENDPOINTS_MAX,
): (delivery: Pick<ClaimedDelivery, "merchantNo" | "endpointId" | "sealedUrl">) => OpenedAddress {
  const known = new Map<Id<"webhookEndpoint">, OpenedAddress & { readonly sealed: Buffer }>();
  return ({ merchantNo, endpointId, sealedUrl: sealed }) => {
    const found = known.get(endpointId);
    if (found?.sealed.equals(sealed)) return found;
    const url = keyring.open(sealed, addressContext({ merchantNo, id: endpointId })).toString();
    const opened = { sealed, url, withoutQuery: withoutQuery(url) };
    if (known.size >= endpointsMax) known.clear();
    known.set(endpointId, opened);
    return opened;
  };
}
