import { decodeBase32, encodeBase32, formatUuid, uuidBytes } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { sameSecret } from "../../kit/secret.ts";

const MAC_BYTES = 16;
const ID_CHARACTERS = 26;

/** The key to a payment's page: its id and a keyed hash of it, so that no secret must be stored. */
export function pageToken(keyring: Keyring, operationId: string): string {
  return `${encodeBase32(uuidBytes(operationId))}${macOf(keyring, operationId)}`;
}

/** The operation's id, or null when we did not make the token. */
export function readPageToken(keyring: Keyring, token: string): string | null {
  const bytes = decodeBase32(token.slice(0, ID_CHARACTERS));
  if (bytes?.length !== 16) return null;
  const id = formatUuid(bytes);
  return sameSecret(token.slice(ID_CHARACTERS), macOf(keyring, id)) ? id : null;
}

function macOf(keyring: Keyring, operationId: string): string {
  return encodeBase32(keyring.mac("form", `simulator page ${operationId}`).subarray(0, MAC_BYTES));
}
