import { type AddressRefusal, checkUrl, parseUrl, type UrlPolicy } from "./url-rules.ts";

/** Where a request goes. */
export interface Place {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

/** A merchant's address, read and compared with the rules. */
export type Target = { readonly refusal: AddressRefusal } | ({ readonly refusal: null } & Place);

/** Addresses remembered of each policy. All are forgotten when there are more: a few are read again, no harm. */
const TARGETS_MAX = 10_000;

/**
 * Remembers what the rules say of an address: the same endpoint is called again and again, and reading its address costs
 * more than signing. What an address resolves to is not remembered: that is looked at when a connection is made.
 */
export function createTargets(targetsMax = TARGETS_MAX): (text: string, policy: UrlPolicy) => Target {
  let known = new Map<string, Target>();
  let asked: UrlPolicy | null = null;
  return (text, policy) => {
    if (asked === null || !isSame(asked, policy) || known.size >= targetsMax) known = new Map();
    asked = policy;
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const target = readTarget(text, policy);
    known.set(text, target);
    return target;
  };
}

function readTarget(text: string, policy: UrlPolicy): Target {
  const refusal = checkUrl(text, policy);
  if (refusal !== null) return { refusal };
  return { refusal: null, ...placeOf(new URL(text)) };
}

const placeOf = ({ origin, host, pathname, search }: URL): Place => ({
  origin,
  host,
  path: `${pathname}${search}`,
});

/** Payments of a provider go to one address; status queries name their payment, and are read each time. */
const PLACES_MAX = 1_000;

/** The same for addresses of the operator's configuration, which may be any http or https address; null for others. */
export function createPlaces(placesMax = PLACES_MAX): (text: string) => Place | null {
  let known = new Map<string, Place>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const url = parseUrl(text);
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
    if (known.size >= placesMax) known = new Map();
    const place = placeOf(url);
    known.set(text, place);
    return place;
  };
}

function isSame(left: UrlPolicy, right: UrlPolicy): boolean {
  const [these, those] = [left.forbiddenHosts, right.forbiddenHosts];
  return (
    left.allowLoopback === right.allowLoopback &&
    (these === those ||
      (these.length === those.length && these.every((host, index) => host === those[index])))
  );
}
