import type { Random } from "../../kit/random.ts";
import { Secret } from "../../kit/secret.ts";

const TOKEN_BYTES = 32;

/** The token at the end of the link by which somebody joins a merchant. */
export function makeInvitationToken(random: Random): Secret<string> {
  return new Secret(`svc_join_${random.bytes(TOKEN_BYTES).toString("base64url")}`);
}
