import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";

/** The content of a PEM text. A certificate may be followed by its chain. */
export type PemContent = "CERTIFICATE" | "PUBLIC_KEY" | "PRIVATE_KEY";

const words: Readonly<Record<PemContent, string>> = {
  CERTIFICATE: "a certificate",
  PUBLIC_KEY: "a public key",
  PRIVATE_KEY: "a private key",
};
/** The first line of each block names its content: OpenSSL itself would accept a private key as a public one. */
const labels: Readonly<Record<PemContent, RegExp>> = {
  CERTIFICATE: /^CERTIFICATE$/,
  PUBLIC_KEY: /^(RSA )?PUBLIC KEY$/,
  PRIVATE_KEY: /^((RSA|EC) )?PRIVATE KEY$/,
};
const CERTIFICATES_MAX = 10;
const block = /-----BEGIN ([A-Z ]+)-----[\t\r\nA-Za-z0-9+/=]+-----END \1-----/g;

/**
 * Why `text` does not contain `content` in PEM form, as the end of a sentence that begins with its name; null when it
 * does. Pure.
 */
export function pemFault(content: PemContent, text: string): string | null {
  const found = [...text.matchAll(block)];
  const [first] = found;
  if (first === undefined || text.replace(block, "").trim() !== "") {
    return `must be ${words[content]} in PEM form, with its BEGIN and END lines and nothing else`;
  }
  if (first[1] === "ENCRYPTED PRIVATE KEY" || /^DEK-Info:/m.test(text)) {
    return "must be a private key without a passphrase";
  }
  if (!found.every(([, label = ""]) => labels[content].test(label))) {
    return `must be ${words[content]}, not ${(first[1] ?? "").toLowerCase()}`;
  }
  if (found.length > (content === "CERTIFICATE" ? CERTIFICATES_MAX : 1)) {
    return content === "CERTIFICATE" ? `must be at most ${CERTIFICATES_MAX} certificates` : "must be one key";
  }
  return found.every(([one]) => isReadable(content, one))
    ? null
    : `must be ${words[content]} that can be read`;
}

/** Whether the private key belongs to the certificate. Both have passed `pemFault`. */
export function belongTogether(certificate: string, privateKey: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
}

function isReadable(content: PemContent, text: string): boolean {
  try {
    if (content === "CERTIFICATE") new X509Certificate(text);
    else if (content === "PUBLIC_KEY") createPublicKey(text);
    else createPrivateKey(text);
    return true;
  } catch {
    // OpenSSL's own message does not help operators, and could repeat their input.
    return false;
  }
}
