import type { Random } from "../../kit/random.ts";
import { Secret } from "../../kit/secret.ts";

/** 256 random bits after a prefix that secret scanners can search for. */
const pattern = /^svc_op_[A-Za-z0-9_-]{43}$/;
const invitationPattern = /^svc_inv_[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

export function makeOperatorToken(random: Random): Secret<string> {
  return new Secret(`svc_op_${random.bytes(TOKEN_BYTES).toString("base64url")}`);
}

export function isOperatorToken(text: string): boolean {
  return pattern.test(text);
}

/** The token at the end of the link by which an operator chooses a password. */
export function makeInvitationToken(random: Random): Secret<string> {
  return new Secret(`svc_inv_${random.bytes(TOKEN_BYTES).toString("base64url")}`);
}

export function isInvitationToken(text: string): boolean {
  return invitationPattern.test(text);
}
