import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { errors } from "../../http/errors.ts";
import { PersonName } from "../../http/schemas.ts";
import { compileBody } from "../../http/validation.ts";
import { logInErrors } from "./errors.ts";
import type { CreatedPasskey } from "./passkey-joining.ts";
import { CreatedCredential, UsedCredential } from "./schemas.ts";
import type { Profile } from "./types.ts";

const isCreatedCredential = compileBody(CreatedCredential);
const isUsedCredential = compileBody(UsedCredential);
const isPersonName = compileBody(PersonName);

/**
 * What pages send, checked as the operations of the API check their bodies. Refuses a passkey's answer of another shape
 * with PASSKEY_INVALID.
 */
export function readCreatedPasskey(given: unknown): CreatedPasskey {
  if (!isCreatedCredential(given)) throw logInErrors.PASSKEY_INVALID();
  return given as CreatedPasskey;
}

/** The same for an answer to a log-in or a proof of presence. */
export function readUsedPasskey(given: unknown): AuthenticationResponseJSON {
  if (!isUsedCredential(given)) throw logInErrors.PASSKEY_INVALID();
  return given as AuthenticationResponseJSON;
}

/** Refuses a name of another form with VALIDATION_ERROR; the time zone is checked where it is written. */
export function readProfile(given: Profile): Profile {
  return { ...given, name: readName(given.name) };
}

/** A person's name; refuses with VALIDATION_ERROR. */
export function readName(name: string): string {
  if (isPersonName(name)) return name;
  const message = "name must be 1 to 100 characters of text on one line.";
  throw errors.VALIDATION_ERROR({ fields: [{ path: "name", rule: "pattern", message }] });
}
