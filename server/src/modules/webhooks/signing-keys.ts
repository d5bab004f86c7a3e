import type { KeyObject } from "node:crypto";
import type { Id } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { Secret } from "../../kit/secret.ts";
import type { ClaimedDelivery } from "./delivery-store.ts";
import { signingKey } from "./signing.ts";
import { secretContext } from "./store.ts";

/**
 * Endpoints whose opened secrets are cached. The whole cache is dropped when it is full: opening them again does no
 * harm.
 */
const ENDPOINTS_MAX = 10_000;

interface Opened {
  readonly sealed: Buffer;
  readonly key: KeyObject;
}

/** The keys that sign a delivery, newest first: two while a rotation overlaps. */
export type SigningKeys = (
  delivery: Pick<
    ClaimedDelivery,
    "merchantNo" | "endpointId" | "secret" | "previousSecret" | "previousSecretExpiresAtMs"
  >,
  nowMs: number,
) => readonly KeyObject[];

/**
 * Opens an endpoint's secret once, and again when the stored one differs: opening costs as much as sending. Throws when
 * it cannot be opened.
 */
export function createSigningKeys(keyring: Keyring, endpointsMax = ENDPOINTS_MAX): SigningKeys {
  const known = new Map<Id<"webhookEndpoint">, Opened>();
  return (delivery, nowMs) => {
    const { merchantNo, endpointId, secret: sealed, previousSecret, previousSecretExpiresAtMs } = delivery;
    const open = (ciphertext: Buffer): KeyObject => {
      const text = keyring.open(ciphertext, secretContext({ merchantNo, id: endpointId })).toString("utf8");
      return signingKey(new Secret(text));
    };
    let opened = known.get(endpointId);
    if (opened === undefined || !opened.sealed.equals(sealed)) {
      if (known.size >= endpointsMax) known.clear();
      opened = { sealed, key: open(sealed) };
      known.set(endpointId, opened);
    }
    const overlaps = previousSecret !== null && (previousSecretExpiresAtMs ?? 0) > nowMs;
    return overlaps ? [opened.key, open(previousSecret)] : [opened.key];
  };
}
