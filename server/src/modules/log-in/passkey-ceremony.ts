import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { uuidBytes } from "../../kit/ids.ts";
import type { Passkey } from "./store-passkeys.ts";
import type { LogInAccount } from "./types.ts";

/** How long a holder has for finger, face or PIN. */
export const CEREMONY_MS = 5 * 60 * 1000;

/** Loaded when the first passkey is used: the library and what it needs are two dozen packages. */
const library = () => import("@simplewebauthn/server");

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const named = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({
    id: text(credentialId),
    transports: [...transports],
  }));

export interface Place {
  readonly domain: string;
  readonly origin: string;
}

/** What `navigator.credentials.create` is called with. The passkey stays on its device and is found without a name. */
export async function creationOptions(
  account: Pick<LogInAccount, "id" | "email" | "name">,
  existing: readonly Passkey[],
  challenge: Buffer,
  { domain }: Place,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: "Cauris",
    rpID: domain,
    userName: account.email,
    userDisplayName: account.name,
    userID: Uint8Array.from(uuidBytes(account.id)),
    challenge: Uint8Array.from(challenge),
    timeout: CEREMONY_MS,
    attestationType: "none",
    excludeCredentials: named(existing),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** What `navigator.credentials.get` is called with. Without `allowed` the holder chooses among the domain's passkeys. */
export async function requestOptions(
  allowed: readonly Passkey[] | null,
  challenge: Buffer,
  { domain }: Place,
) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: domain,
    challenge: Uint8Array.from(challenge),
    timeout: CEREMONY_MS,
    userVerification: "required",
    ...(allowed === null ? {} : { allowCredentials: named(allowed) }),
  });
}

/** The answer is not what an authenticator gives to this challenge at this place; `cause` says why, for the log. */
export class CeremonyFailed extends Error {}

/** Fails with CeremonyFailed when signature, challenge, origin, domain or the verification of the user is not right. */
export async function verifyCreation(
  response: RegistrationResponseJSON,
  challenge: Buffer,
  { domain, origin }: Place,
) {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: text(challenge),
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
  }).catch(failed);
  if (!verified || registrationInfo === undefined) throw new CeremonyFailed("not verified");
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, "base64url"),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: response.response.transports ?? [],
    isSynced: credentialBackedUp,
  };
}

/** Returns the authenticator's new count. Fails as `verifyCreation` does, and when the count did not grow. */
export async function verifyRequest(
  response: AuthenticationResponseJSON,
  challenge: Buffer,
  { credentialId, publicKey, signCount }: Passkey,
  { domain, origin }: Place,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: text(challenge),
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
    credential: { id: text(credentialId), publicKey: Uint8Array.from(publicKey), counter: signCount },
  }).catch(failed);
  if (!verified) throw new CeremonyFailed("the signature is wrong");
  return authenticationInfo.newCounter;
}

const failed = (cause: unknown): never => {
  throw new CeremonyFailed("the library refused the answer", { cause });
};

/** The challenge that an authenticator says it has signed; null when the text is none of ours. */
export function challengeOf(clientDataJson: string): Buffer | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    if (typeof data !== "object" || data === null || !("challenge" in data)) return null;
    const { challenge } = data;
    const bytes = typeof challenge === "string" ? Buffer.from(challenge, "base64url") : null;
    return bytes?.length === CHALLENGE_BYTES ? bytes : null;
  } catch {
    // Not JSON: an authenticator's answer always is.
    return null;
  }
}
export const CHALLENGE_BYTES = 32;
