import type { AudienceName } from "../../kit/audience.ts";
import type { Random } from "../../kit/random.ts";
import { Secret } from "../../kit/secret.ts";
import type { Carrier } from "./store-sessions.ts";

const TOKEN_BYTES = 32;

/** Before the 256 random bits: secret scanners can search for it, and one kind is never taken for another. */
const prefixOf = {
  BEARER: { merchant: "svc_usr_", operator: "svc_op_" },
  COOKIE: { merchant: "svc_wus_", operator: "svc_wop_" },
} as const satisfies Readonly<Record<Carrier, Readonly<Record<AudienceName, string>>>>;
const LINK_PREFIX = "svc_inv_";

const makeToken = (prefix: string, random: Random): Secret<string> =>
  new Secret(`${prefix}${random.bytes(TOKEN_BYTES).toString("base64url")}`);

const isToken = (prefix: string, text: string): boolean =>
  text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));

export const makeSessionToken = (carrier: Carrier, audience: AudienceName, random: Random): Secret<string> =>
  makeToken(prefixOf[carrier][audience], random);

export const isSessionToken = (carrier: Carrier, audience: AudienceName, text: string): boolean =>
  isToken(prefixOf[carrier][audience], text);

/** The token at the end of a link that works once. */
export const makeLinkToken = (random: Random): Secret<string> => makeToken(LINK_PREFIX, random);

export const isLinkToken = (text: string): boolean => isToken(LINK_PREFIX, text);
