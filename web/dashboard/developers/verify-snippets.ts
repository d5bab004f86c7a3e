import type { Language } from "./snippets.ts";

/** The languages in which a signature is checked. */
export const verifyLanguages = ["node", "python", "php", "go"] as const satisfies readonly Language[];
export type VerifyLanguage = (typeof verifyLanguages)[number];

/** A request as it was sent to an endpoint. */
export interface SignedRequest {
  readonly id: string;
  /** Seconds since 1970, as in the header. */
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

/** A program that checks the signature of this very request, with the secret from the variable `WEBHOOK_SECRET`. Pure. */
export function verifySnippet(language: VerifyLanguage, request: SignedRequest): string {
  return writers[language](request);
}

const literal = (text: string): string => JSON.stringify(text);
const php = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const writers: Readonly<Record<VerifyLanguage, (request: SignedRequest) => string>> = {
  node: ({ id, timestamp, signature, body }) => `import { createHmac, timingSafeEqual } from "node:crypto";

const body = ${literal(body)};
const signed = ${literal(`${id}.${timestamp}.`)} + body;
const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");
const expected = createHmac("sha256", key).update(signed).digest();
const fits = ${literal(signature)}.split(" ").some((one) => {
  const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
});
console.log(fits);
`,

  python: ({ id, timestamp, signature, body }) => `import base64, hashlib, hmac, json, os

body = json.loads(${literal(literal(body))})
signed = ${literal(`${id}.${timestamp}.`)} + body
key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
expected = "v1," + base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()
print(any(hmac.compare_digest(expected, given) for given in ${literal(signature)}.split(" ")))
`,

  php: ({ id, timestamp, signature, body }) => `<?php
$body = ${php(body)};
$signed = ${php(`${id}.${timestamp}.`)} . $body;
$key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
$expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
$fits = false;
foreach (explode(' ', ${php(signature)}) as $given) {
    $fits = $fits || hash_equals($expected, $given);
}
var_dump($fits);
`,

  go: ({ id, timestamp, signature, body }) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	body := ${literal(body)}
	signed := ${literal(`${id}.${timestamp}.`)} + body
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		panic(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(signed))
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	fits := false
	for _, given := range strings.Split(${literal(signature)}, " ") {
		fits = fits || hmac.Equal([]byte(expected), []byte(given))
	}
	fmt.Println(fits)
}
`,
};
