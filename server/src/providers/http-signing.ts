import { createHash, type KeyObject, sign } from "node:crypto";
import { type InnerList, serializeInnerList } from "structured-headers";
import { SIGNATURE_ALGORITHM, signatureBase } from "./http-signatures.ts";

/** A request to sign. Header names are lower case; the address has no query. */
export interface UnsignedRequest {
  readonly method: "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SigningKey {
  readonly keyId: string;
  /** A private key on P-256. */
  readonly key: KeyObject;
  /** `ieee-p1363` is the form of RFC 9421; some receivers want `der`, which OpenSSL and Java make by default. */
  readonly encoding: "ieee-p1363" | "der";
}

export interface SignatureForm {
  /** The name of the signature in its two headers. */
  readonly label: string;
  /** Names of RFC 9421; a header must be in the request or among the two that are added here. */
  readonly components: readonly string[];
  readonly lifeSeconds: number;
}

/**
 * The headers that sign a request by RFC 9421: `content-digest`, `signature-date`, `signature-input` and `signature`.
 * Throws when a component is not in the request.
 */
export function signatureHeaders(
  { method, url, headers, body }: UnsignedRequest,
  { keyId, key, encoding }: SigningKey,
  { label, components, lifeSeconds }: SignatureForm,
  nowMs: number,
): Readonly<Record<string, string>> {
  const { host: authority, pathname: path } = new URL(url);
  const added = {
    "content-digest": `sha-512=:${createHash("sha512").update(body).digest("base64")}:`,
    "signature-date": new Date(nowMs).toISOString(),
  };
  const created = Math.floor(nowMs / 1_000);
  const input: InnerList = [
    components.map((name) => [name, new Map()]),
    new Map<string, string | number>([
      ["alg", SIGNATURE_ALGORITHM],
      ["keyid", keyId],
      ["created", created],
      ["expires", created + lifeSeconds],
    ]),
  ];
  const base = signatureBase(
    { method, authority, path, query: "", headers: { ...headers, ...added } },
    input,
  );
  if (base === null) throw new Error("a component to sign is not in the request");
  const signature = sign("sha256", Buffer.from(base), { key, dsaEncoding: encoding });
  return {
    ...added,
    "signature-input": `${label}=${serializeInnerList(input)}`,
    signature: `${label}=:${signature.toString("base64")}:`,
  };
}
