import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { StandInRequest } from "../../../stand-ins/stand-in.ts";
import { contentDigestFault, requestSignatureFault } from "../../http-signatures.ts";
import { signatureHeaders } from "../../http-signing.ts";

const signatureForm = {
  label: "sig-pp",
  components: ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"],
  lifeSeconds: 60,
};
const terms = {
  components: ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"],
  ageSecondsMax: 60,
  skewSecondsMax: 60,
};

/** The second account's key for its requests, made anew in each process. */
const requestKeys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
export const REQUEST_KEY_ID = "DEMO_REQUEST_KEY";
export const requestPrivateKey = requestKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** Whether the request is signed by the second account's key. */
export async function isSignedByAccount(request: StandInRequest, nowMs: number): Promise<boolean> {
  const { method, path, headers, body } = request;
  if (method !== "POST" || contentDigestFault(headers["content-digest"], body) !== null) return false;
  const signed = { method, authority: headers.host ?? "", path, query: "", headers } as const;
  const keyOf = async (keyId: string): Promise<KeyObject | null> =>
    keyId === REQUEST_KEY_ID ? createPublicKey(requestPrivateKey) : null;
  return (await requestSignatureFault(signed, terms, keyOf, nowMs)) === null;
}

/** The keys of the stand-in's callbacks: one at a time. */
export function createCallbackSigner() {
  let number = 1;
  let keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  let signed = 0;
  const keyId = () => `HTTP_EC_P256_KEY:${number}`;
  return {
    /** The answer of `GET /v2/public-key/http`. */
    published: () => [{ id: keyId(), key: keys.publicKey.export({ type: "spki", format: "pem" }) }],
    /** Signs with a new key from now on; the old one is no longer published. */
    rotate: (): void => {
      number += 1;
      keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    },
    headers: (url: string, body: string, nowMs: number): Readonly<Record<string, string>> => {
      signed += 1;
      const headers = { "content-type": "application/json" };
      // pawaPay's own example makes DER, RFC 9421 asks for the other encoding.
      const encoding = signed % 2 === 0 ? ("der" as const) : ("ieee-p1363" as const);
      const key = { keyId: keyId(), key: keys.privateKey, encoding };
      return {
        ...headers,
        ...signatureHeaders({ method: "POST", url, headers, body }, key, signatureForm, nowMs),
      };
    },
  };
}
