import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  authority,
  clientCertificate,
  clientKey,
  clientKeyOldForm,
  clientKeyWithPassphrase,
  clientPublicKey,
  otherCertificate,
  otherKey,
} from "../../test/harness/certificates.ts";
import { belongTogether, type PemContent, pemFault } from "./pem.ts";

const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

describe("a PEM text is taken", () => {
  it.each<[string, PemContent, string]>([
    ["a certificate", "CERTIFICATE", clientCertificate],
    ["a certificate with the one that vouches for it", "CERTIFICATE", `${clientCertificate}${authority}`],
    ["line ends of Windows", "CERTIFICATE", crlf(clientCertificate)],
    ["no line end after the last line", "CERTIFICATE", clientCertificate.trim()],
    ["a public key", "PUBLIC_KEY", clientPublicKey],
    [
      "a public key of RSA in its own form",
      "PUBLIC_KEY",
      rsa.publicKey.export({ type: "pkcs1", format: "pem" }) as string,
    ],
    ["a private key", "PRIVATE_KEY", clientKey],
    ["a private key in the form of SEC 1", "PRIVATE_KEY", clientKeyOldForm],
    [
      "a private key of RSA in its own form",
      "PRIVATE_KEY",
      rsa.privateKey.export({ type: "pkcs1", format: "pem" }) as string,
    ],
  ])("%s", (_what, content, text) => {
    expect(pemFault(content, text)).toBeNull();
  });
});

describe("a PEM text is refused, with the reason and without the text", () => {
  const cut = clientCertificate.replace(/\n[^\n]+\n-----END/, "\n-----END");
  it.each<[string, PemContent, string, RegExp]>([
    ["nothing", "CERTIFICATE", "", /in PEM form/],
    ["the base64 alone", "CERTIFICATE", clientCertificate.replace(/-----.*-----\n/g, ""), /in PEM form/],
    [
      "line ends that became spaces are no block",
      "PRIVATE_KEY",
      clientKey.replaceAll("\n", " "),
      /in PEM form/,
    ],
    ["line ends written as two characters", "PRIVATE_KEY", clientKey.replaceAll("\n", "\\n"), /in PEM form/],
    ["something before it", "PUBLIC_KEY", `key: ${clientPublicKey}`, /nothing else/],
    ["a certificate cut short", "CERTIFICATE", cut, /can be read/],
    ["a private key for a certificate", "CERTIFICATE", clientKey, /not private key/],
    ["a private key for a public one", "PUBLIC_KEY", clientKey, /a public key, not private key/],
    ["a certificate for a public key", "PUBLIC_KEY", clientCertificate, /not certificate/],
    ["a public key for a private one", "PRIVATE_KEY", clientPublicKey, /a private key, not public key/],
    ["a key with a passphrase", "PRIVATE_KEY", clientKeyWithPassphrase, /without a passphrase/],
    ["two keys", "PRIVATE_KEY", `${clientKey}${otherKey}`, /one key/],
    ["a certificate and its key", "CERTIFICATE", `${clientCertificate}${clientKey}`, /must be a certificate/],
    ["eleven certificates", "CERTIFICATE", clientCertificate.repeat(11), /at most 10/],
  ])("%s", (_what, content, text, fault) => {
    expect(pemFault(content, text)).toMatch(fault);
    expect(pemFault(content, text)).not.toMatch(/[A-Za-z0-9+/]{20}/);
  });
});

it("tells a certificate's own key from another one", () => {
  expect(belongTogether(clientCertificate, clientKey)).toBe(true);
  expect(belongTogether(`${clientCertificate}${authority}`, clientKeyOldForm)).toBe(true);
  expect(belongTogether(clientCertificate, otherKey)).toBe(false);
  expect(belongTogether(otherCertificate, clientKey)).toBe(false);
});
