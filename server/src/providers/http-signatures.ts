import { createHash, type KeyObject, verify } from "node:crypto";
import {
  type Dictionary,
  type InnerList,
  isInnerList,
  parseDictionary,
  serializeInnerList,
} from "structured-headers";
import { sameSecret } from "../kit/secret.ts";
import type { IncomingCallback } from "./callback.ts";

/**
 * HTTP Message Signatures (RFC 9421) over requests, by ECDSA on P-256 with SHA-256, and their Content-Digest (RFC
 * 9530). `docs/decisions/0018-provider-contract.md` says why no library is used.
 */
export type SignedRequest = Pick<IncomingCallback, "method" | "authority" | "path" | "query" | "headers">;

/** The requirements for a provider's signatures. */
export interface SignatureTerms {
  /** Components that must be signed, with their names in RFC 9421. More are allowed. */
  readonly components: readonly string[];
  /** Maximum age of a signature, in seconds. */
  readonly ageSecondsMax: number;
  /** How far the provider's clock may be ahead of ours, in seconds. */
  readonly skewSecondsMax: number;
}

export type SignatureFault =
  | "missing"
  | "malformed"
  | "unsigned_part"
  | "unknown_key"
  | "forged"
  | "outside_tolerance";

export const SIGNATURE_ALGORITHM = "ecdsa-p256-sha256";
const SIGNATURES_MAX = 3;

/**
 * Null when one of the request's signatures is valid, else the fault of the last one checked. `keyOf` finds a key by
 * the signature's key id, null when there is none; its errors are passed on.
 */
export async function requestSignatureFault(
  request: SignedRequest,
  terms: SignatureTerms,
  keyOf: (keyId: string) => Promise<KeyObject | null>,
  nowMs: number,
): Promise<SignatureFault | null> {
  const { "signature-input": inputText, signature: signatureText } = request.headers;
  if (inputText === undefined || signatureText === undefined) return "missing";
  const inputs = readDictionary(inputText);
  const signatures = readDictionary(signatureText);
  if (inputs === null || signatures === null || inputs.size === 0) return "malformed";
  if (inputs.size > SIGNATURES_MAX) return "malformed";
  let fault: SignatureFault = "malformed";
  for (const [label, input] of inputs) {
    const signature = signatures.get(label)?.[0];
    if (!isInnerList(input) || !(signature instanceof ArrayBuffer)) continue;
    const found = await faultOf(request, terms, input, Buffer.from(signature), keyOf, nowMs);
    if (found === null) return null;
    fault = found;
  }
  return fault;
}

async function faultOf(
  request: SignedRequest,
  terms: SignatureTerms,
  input: InnerList,
  signature: Buffer,
  keyOf: (keyId: string) => Promise<KeyObject | null>,
  nowMs: number,
): Promise<SignatureFault | null> {
  const [, parameters] = input;
  const [created, expires, keyId] = ["created", "expires", "keyid"].map((name) => parameters.get(name));
  if (!isSeconds(created) || (expires !== undefined && !isSeconds(expires))) return "malformed";
  if (typeof keyId !== "string") return "malformed";
  if (parameters.has("alg") && parameters.get("alg") !== SIGNATURE_ALGORITHM) return "malformed";
  const base = signatureBase(request, input);
  if (base === null) return "malformed";
  const signed = new Set(input[0].map(([name]) => name));
  if (!terms.components.every((component) => signed.has(component))) return "unsigned_part";
  const key = await keyOf(keyId);
  if (key === null || !isP256(key)) return "unknown_key";
  if (!holds(key, base, signature)) return "forged";
  const nowSeconds = nowMs / 1_000;
  const isOld = nowSeconds - created > terms.ageSecondsMax || (expires ?? nowSeconds) < nowSeconds;
  return isOld || created - nowSeconds > terms.skewSecondsMax ? "outside_tolerance" : null;
}

/**
 * The signed text: a line for each component and one for the parameters (RFC 9421, section 2.5). Null when a component
 * is missing in the request, named twice, or unknown to this service.
 */
export function signatureBase(request: SignedRequest, input: InnerList): string | null {
  const lines: string[] = [];
  const seen = new Set<unknown>();
  for (const [name, parameters] of input[0]) {
    // Parameters select a part of a component, such as one key of a dictionary: the rest would not be signed.
    if (typeof name !== "string" || parameters.size > 0 || seen.has(name)) return null;
    seen.add(name);
    const value = componentOf(request, name);
    if (value === null) return null;
    lines.push(`"${name}": ${value}`);
  }
  lines.push(`"@signature-params": ${serializeInnerList(input)}`);
  return lines.join("\n");
}

function componentOf(
  { method, authority, path, query, headers }: SignedRequest,
  name: string,
): string | null {
  switch (name) {
    case "@method":
      return method;
    case "@authority":
      return authority.toLowerCase().replace(/:(80|443)$/, "");
    case "@path":
      return path === "" ? "/" : path;
    case "@query":
      return query === "" ? "?" : query;
    default:
      return /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) ? (headers[name]?.trim() ?? null) : null;
  }
}

/**
 * Null when `header` contains a digest of the body that we can check, and all such digests are right. SHA-256 and
 * SHA-512 are supported.
 */
export function contentDigestFault(header: string | undefined, rawBody: Buffer): SignatureFault | null {
  if (header === undefined) return "missing";
  const digests = readDictionary(header);
  if (digests === null) return "malformed";
  const known = [...digests].filter(([name]) => name === "sha-256" || name === "sha-512");
  if (known.length === 0) return "malformed";
  for (const [name, [digest]] of known) {
    if (!(digest instanceof ArrayBuffer)) return "malformed";
    const actual = createHash(name.replace("-", "")).update(rawBody).digest("hex");
    if (!sameSecret(Buffer.from(digest).toString("hex"), actual)) return "forged";
  }
  return null;
}

function readDictionary(text: string): Dictionary | null {
  try {
    return parseDictionary(text);
  } catch {
    // The header is not a dictionary.
    return null;
  }
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isP256(key: KeyObject): boolean {
  return key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
}

/**
 * RFC 9421 requires the two numbers concatenated, 64 bytes; Node and OpenSSL make DER by default, and some providers
 * send that.
 */
function holds(key: KeyObject, base: string, signature: Buffer): boolean {
  const encodings = signature.length === 64 ? (["ieee-p1363", "der"] as const) : (["der"] as const);
  return encodings.some((dsaEncoding) =>
    verify("sha256", Buffer.from(base), { key, dsaEncoding }, signature),
  );
}
