import { type AddressRefusal, checkUrl, type UrlPolicy } from "./url-rules.ts";

/** A merchant's address, read and compared with the rules. */
export type Target =
  | { readonly refusal: AddressRefusal }
  | { readonly refusal: null; readonly origin: string; readonly host: string; readonly path: string };

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
    const target = known.get(text) ?? readTarget(text, policy);
    known.set(text, target);
    return target;
  };
}

function readTarget(text: string, policy: UrlPolicy): Target {
  const refusal = checkUrl(text, policy);
  if (refusal !== null) return { refusal };
  const { origin, host, pathname, search } = new URL(text);
  return { refusal: null, origin, host, path: `${pathname}${search}` };
}

function isSame(left: UrlPolicy, right: UrlPolicy): boolean {
  const [these, those] = [left.forbiddenHosts, right.forbiddenHosts];
  return (
    left.allowLoopback === right.allowLoopback &&
    (these === those ||
      (these.length === those.length && these.every((host, index) => host === those[index])))
  );
}
