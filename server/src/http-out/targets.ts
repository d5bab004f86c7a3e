import { parseUrl } from "../kit/url.ts";
import { type AddressRefusal, checkUrl, type UrlPolicy } from "./url-rules.ts";

/** The destination of a request. */
export interface Place {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

/** A merchant's address, parsed and checked against the rules. */
export type Target = { readonly refusal: AddressRefusal } | ({ readonly refusal: null } & Place);

/** Cached addresses per policy. The whole cache is dropped when it is full: parsing them again does no harm. */
const TARGETS_MAX = 10_000;

/**
 * Caches what the rules say about an address: the same endpoint is called again and again, and parsing its address
 * costs more than signing. DNS answers are not cached: they are checked when a connection is made.
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

/** Payments of a provider go to one address; status queries contain the payment's id, so they are parsed each time. */
const PLACES_MAX = 1_000;

/**
 * The same for addresses from the operator's configuration, which may be any http or https address; null for other
 * schemes.
 */
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
