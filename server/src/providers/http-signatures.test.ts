import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { type InnerList, isInnerList, parseDictionary } from "structured-headers";
import { describe, expect, it } from "vitest";
import { clientKey, clientPublicKey, otherKey } from "../../test/harness/certificates.ts";
import {
  contentDigestFault,
  requestSignatureFault,
  type SignatureTerms,
  type SignedRequest,
  signatureBase,
} from "./http-signatures.ts";

const NOW_SECONDS = 1_800_000_000;
const terms: SignatureTerms = {
  components: ["@method", "@authority", "@path", "content-digest"],
  ageSecondsMax: 900,
  skewSecondsMax: 60,
};
const components = '"@method" "@authority" "@path" "content-digest"';
const request: SignedRequest = {
  method: "POST",
  authority: "pay.example",
  path: "/provider-callbacks/0193f000-0000-7000-9000-000000000001",
  query: "",
  headers: { "content-digest": "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:" },
};

interface Signing {
  readonly input?: string;
  readonly encoding?: "ieee-p1363" | "der";
  readonly key?: string;
  readonly message?: SignedRequest;
}

const inputOf = (created: number, more = `;keyid="KEY:1"`, covered = components) =>
  `(${covered});created=${created}${more}`;

/** `message` with a signature over it, in a provider's form. */
function signed({
  input = inputOf(NOW_SECONDS),
  encoding = "ieee-p1363",
  key = clientKey,
  message = request,
}: Signing) {
  const base = baseOf(message, input);
  const bytes = sign("sha256", Buffer.from(base), { key: createPrivateKey(key), dsaEncoding: encoding });
  return withSignature(message, input, bytes);
}
function withSignature(message: SignedRequest, input: string, bytes: Buffer): SignedRequest {
  const headers = {
    ...message.headers,
    "signature-input": `sig-pp=${input}`,
    signature: `sig-pp=:${bytes.toString("base64")}:`,
  };
  return { ...message, headers };
}
function baseOf(message: SignedRequest, input: string): string {
  const list = listOf(input);
  return signatureBase(message, list) ?? expect.fail("there is no base");
}
function listOf(input: string): InnerList {
  const list = parseDictionary(`sig=${input}`).get("sig");
  if (list === undefined || !isInnerList(list)) throw new Error("no inner list");
  return list;
}

const keyOf = async (id: string): Promise<KeyObject | null> =>
  id === "KEY:1" ? createPublicKey(clientPublicKey) : null;
const faultOf = (message: SignedRequest, nowSeconds = NOW_SECONDS) =>
  requestSignatureFault(message, terms, keyOf, nowSeconds * 1_000);

describe("the text that is signed", () => {
  it("is that of RFC 9421, section B.2.6: the signature printed there holds over ours", () => {
    const example: SignedRequest = {
      method: "POST",
      authority: "example.com",
      path: "/foo",
      query: "?param=Value&Pet=dog",
      headers: {
        date: "Tue, 20 Apr 2021 02:07:55 GMT",
        "content-type": "application/json",
        "content-length": "18",
      },
    };
    const input =
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
    const key = createPublicKey(
      "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----",
    );
    const signature =
      "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==";
    const base = Buffer.from(baseOf(example, input));
    expect(verify(null, base, key, Buffer.from(signature, "base64"))).toBe(true);
  });

  it.each([
    ["a host in capitals", { authority: "PAY.Example" }, '"@authority": pay.example'],
    ["the default port", { authority: "pay.example:443" }, '"@authority": pay.example'],
    ["another port", { authority: "pay.example:8443" }, '"@authority": pay.example:8443'],
    ["an empty path", { path: "" }, '"@path": /'],
    ["a path that is not decoded", { path: "/a%2Fb/../c" }, '"@path": /a%2Fb/../c'],
    ["no query", {}, '"@query": ?'],
    ["a query", { query: "?a=1" }, '"@query": ?a=1'],
    ["spaces around a header", { headers: { x: "  one two " } }, '"x": one two'],
  ])("%s", (_what, over, line) => {
    const name = /^"([^"]+)"/.exec(line)?.[1];
    expect(baseOf({ ...request, ...over }, `("${name}")`).split("\n")[0]).toBe(line);
  });

  it.each([
    ["a header that did not come", '("x-missing")'],
    ["a component twice", '("@method" "@method")'],
    ["a part of a dictionary", '("content-digest";key="sha-256")'],
    ["a component of the response's request", '("@method";req)'],
    ["a derived component that is not known", '("@target-uri")'],
    ["a name that is no header's", '("Content Digest")'],
    ["no name", "(1)"],
  ])("is none for %s", (_what, input) => {
    expect(signatureBase(request, listOf(input))).toBeNull();
  });
});

describe("a signature", () => {
  it("holds in the form of the RFC and in DER", async () => {
    expect(await faultOf(signed({}))).toBeNull();
    for (let round = 0; round < 20; round += 1) expect(await faultOf(signed({ encoding: "der" }))).toBeNull();
  });

  it("holds with its algorithm named, an end that lies ahead, and more components than are asked for", async () => {
    const more = `;alg="ecdsa-p256-sha256";keyid="KEY:1";expires=${NOW_SECONDS + 60}`;
    const message = { ...request, headers: { ...request.headers, "signature-date": "2027-01-15T08:00:00Z" } };
    const input = inputOf(NOW_SECONDS, more, `${components} "signature-date"`);
    expect(await faultOf(signed({ input, message }))).toBeNull();
  });

  it("holds beside one of a proxy that we cannot check, in either order", async () => {
    const { headers, ...rest } = signed({});
    const both = (input: string, signature: string) => ({
      ...rest,
      headers: { ...headers, "signature-input": input, signature },
    });
    const [input, own] = [headers["signature-input"], headers.signature];
    const proxy = { input: 'proxy=("@method");created=1;keyid="P"', signature: "proxy=:AAAA:" };
    expect(await faultOf(both(`${proxy.input}, ${input}`, `${proxy.signature}, ${own}`))).toBeNull();
    expect(await faultOf(both(`${input}, ${proxy.input}`, `${own}, ${proxy.signature}`))).toBeNull();
  });

  const altered = (over: Partial<SignedRequest>): SignedRequest => ({ ...signed({}), ...over });
  const withHeader = (name: string, value: string): SignedRequest => ({
    ...signed({}),
    headers: { ...signed({}).headers, [name]: value },
  });
  const { headers: plain } = request;
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

  it.each<[string, SignedRequest, string]>([
    ["no signature", request, "missing"],
    ["no input", { ...request, headers: { ...plain, signature: "sig-pp=:AAAA:" } }, "missing"],
    ["headers that are no dictionary", withHeader("signature-input", "(("), "malformed"],
    ["another label", withHeader("signature", "sig-xx=:AAAA:"), "malformed"],
    ["a signature that is no byte sequence", withHeader("signature", 'sig-pp="AAAA"'), "malformed"],
    ["no list of components", withHeader("signature-input", "sig-pp=1"), "malformed"],
    ["no time", signed({ input: `(${components});keyid="KEY:1"` }), "malformed"],
    [
      "a time that is no number",
      signed({ input: `(${components});created="now";keyid="KEY:1"` }),
      "malformed",
    ],
    ["no key id", signed({ input: `(${components});created=${NOW_SECONDS}` }), "malformed"],
    [
      "another algorithm",
      signed({ input: inputOf(NOW_SECONDS, ';alg="hmac-sha256";keyid="KEY:1"') }),
      "malformed",
    ],
    [
      "more signatures than anybody sends",
      withHeader(
        "signature-input",
        ["a", "b", "c", "d"].map((label) => `${label}=();created=1;keyid="K"`).join(", "),
      ),
      "malformed",
    ],
    [
      "the digest left out",
      signed({ input: inputOf(NOW_SECONDS, undefined, '"@method" "@authority" "@path"') }),
      "unsigned_part",
    ],
    ["nothing signed", signed({ input: inputOf(NOW_SECONDS, undefined, "") }), "unsigned_part"],
    ["a key that nobody has", signed({ input: inputOf(NOW_SECONDS, ';keyid="KEY:2"') }), "unknown_key"],
    ["another key", signed({ key: otherKey }), "forged"],
    ["another method", altered({ method: "PUT" }), "forged"],
    ["another host", altered({ authority: "evil.example" }), "forged"],
    ["another path", altered({ path: "/provider-callbacks/0193f000-0000-7000-9000-000000000002" }), "forged"],
    ["another digest", withHeader("content-digest", "sha-256=:AAAA:"), "forged"],
    ["a time that was moved", withHeader("signature-input", `sig-pp=${inputOf(NOW_SECONDS + 1)}`), "forged"],
    [
      "zeros, as a broken library would take them",
      withSignature(request, inputOf(NOW_SECONDS), Buffer.alloc(64)),
      "forged",
    ],
    ["an empty signature", withSignature(request, inputOf(NOW_SECONDS), Buffer.alloc(0)), "forged"],
    ["half of one", withSignature(request, inputOf(NOW_SECONDS), Buffer.alloc(32, 1)), "forged"],
  ])("is refused with %s", async (_what, message, fault) => {
    expect(await faultOf(message)).toBe(fault);
  });

  it("is refused under a key of another kind, which is not asked to check it", async () => {
    const fault = await requestSignatureFault(
      signed({}),
      terms,
      async () => rsa.publicKey,
      NOW_SECONDS * 1_000,
    );
    expect(fault).toBe("unknown_key");
    const p384 = generateKeyPairSync("ec", { namedCurve: "secp384r1" }).publicKey;
    expect(await requestSignatureFault(signed({}), terms, async () => p384, NOW_SECONDS * 1_000)).toBe(
      "unknown_key",
    );
  });

  it.each([
    [900, null],
    [901, "outside_tolerance"],
    [-60, null],
    [-61, "outside_tolerance"],
  ])("made %s seconds ago: %s", async (ageSeconds, fault) => {
    expect(await faultOf(signed({}), NOW_SECONDS + ageSeconds)).toBe(fault);
  });

  it("ends when it says so", async () => {
    const message = signed({ input: inputOf(NOW_SECONDS, `;keyid="KEY:1";expires=${NOW_SECONDS + 10}`) });
    expect(await faultOf(message, NOW_SECONDS + 10)).toBeNull();
    expect(await faultOf(message, NOW_SECONDS + 11)).toBe("outside_tolerance");
  });

  it("passes on that its key could not be fetched: the caller says that it cannot judge", async () => {
    const failing = () => Promise.reject(new Error("no answer"));
    await expect(requestSignatureFault(signed({}), terms, failing, NOW_SECONDS * 1_000)).rejects.toThrow(
      "no answer",
    );
  });
});

describe("a content digest", () => {
  const body = Buffer.from('{"hello": "world"}');
  const sha256 = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";
  const sha512 =
    "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:";

  it.each([
    ["of RFC 9530 by SHA-256", sha256, null],
    ["of RFC 9530 by SHA-512", sha512, null],
    ["by both", `${sha256}, ${sha512}`, null],
    ["by one we know and one we do not", `unixsum=:AAAA:, ${sha256}`, null],
    ["that is missing", undefined, "missing"],
    ["by none that we know", "unixsum=:AAAA:", "malformed"],
    ["that is empty", "", "malformed"],
    ["that is a word", "sha-256=abc", "malformed"],
    ["of which one does not hold", `${sha512}, sha-256=:AAAA:`, "forged"],
  ])("%s", (_what, header, fault) => {
    expect(contentDigestFault(header, body)).toBe(fault);
  });

  it("of another body is forged", () => {
    expect(contentDigestFault(sha256, Buffer.from('{"hello": "world" }'))).toBe("forged");
  });
});
