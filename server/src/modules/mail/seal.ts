import type { Keyring } from "../../kit/keyring.ts";
import type { MailRow } from "./store.ts";
import type { Letter } from "./types.ts";

type Place = Pick<MailRow, "id" | "tenantId">;

const contextOf = ({ tenantId, id }: Place): string => `mails.content ${tenantId} ${id}`;

export function sealLetter(keyring: Keyring, place: Place, letter: Letter): Buffer {
  return keyring.seal(JSON.stringify(letter), contextOf(place));
}

/** Throws when the row was altered, or copied from another one. */
export function openLetter(
  keyring: Keyring,
  { content, ...place }: Place & Pick<MailRow, "content">,
): Letter {
  return JSON.parse(keyring.open(content, contextOf(place)).toString("utf8")) as Letter;
}
