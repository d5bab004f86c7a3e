import type { Random } from "../../kit/random.ts";
import { Secret } from "../../kit/secret.ts";

/** 256 random bits after a prefix that secret scanners can search for. */
const pattern = /^svc_join_[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

/** The token at the end of the link by which somebody joins a merchant. */
export function makeInvitationToken(random: Random): Secret<string> {
  return new Secret(`svc_join_${random.bytes(TOKEN_BYTES).toString("base64url")}`);
}

export function isInvitationToken(text: string): boolean {
  return pattern.test(text);
}
