import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** What `navigator.credentials` would be given, as far as this authenticator reads it. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of the service, read as a browser does.
type Options = any;

export interface Quirks {
  /** Where the page is, as the browser reports it. */
  readonly origin?: string;
  /** The domain that the authenticator signs for. */
  readonly domain?: string;
  /** Whether finger, face or PIN was asked for; yes when absent. */
  readonly verifiesUser?: boolean;
  /** The count it reports; the next one when absent. */
  readonly count?: number;
  readonly challenge?: string;
}

/**
 * An authenticator in software (WebAuthn 3, 6): keys on the curve P-256, authenticator data, attestation of the format
 * "none" and signatures as hardware makes them.
 */
export interface Authenticator {
  create(options: Options, quirks?: Quirks): object;
  get(options: Options, quirks?: Quirks): object;
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** CBOR (RFC 8949) of the few shapes that an authenticator writes. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string): Buffer =>
  Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborInteger = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value));
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

/** The public key as COSE (RFC 9053, 7.1): ES256 on P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInteger(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);
}

export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  let count = 0;

  const dataOf = (rpId: string, flags: number, { count: reported, verifiesUser = true }: Quirks): Buffer => {
    count = reported ?? count + 1;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    const all = flags | PRESENT | (verifiesUser ? VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counted]);
  };
  const clientData = (type: string, options: Options, quirks: Quirks): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: quirks.challenge ?? options.challenge,
        origin: quirks.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const credential = (response: object): object => ({
    id: credentialId.toString("base64url"),
    rawId: credentialId.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    create: (options, quirks = {}) => {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)]);
      const data = Buffer.concat([dataOf(quirks.domain ?? options.rp.id, ATTESTED, quirks), attested]);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(data)],
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", options, quirks).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    get: (options, quirks = {}) => {
      const data = dataOf(quirks.domain ?? options.rpId, 0, quirks);
      const client = clientData("webauthn.get", options, quirks);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}
