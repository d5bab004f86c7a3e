import type { IncomingCallback } from "../callback.ts";
import { type HmacScheme, hmacSignatureHeader } from "../hmac-signatures.ts";

/** A callback signed by HMAC, broken in each way: another secret, another separator, another time, two times. */
export function hmacForgeries(
  callback: IncomingCallback,
  {
    header,
    scheme,
    secret,
  }: { readonly header: string; readonly scheme: HmacScheme; readonly secret: string },
): readonly IncomingCallback[] {
  const { headers, rawBody } = callback;
  const signature = headers[header] ?? "";
  const [, time = ""] = /t=(\d+)/.exec(signature) ?? [];
  const signed = (value: string) => ({ ...callback, headers: { ...headers, [header]: value } });
  const separator = scheme.separator === "." ? "" : ".";
  return [
    signed(hmacSignatureHeader(scheme, "another secret", Number(time), rawBody)),
    signed(hmacSignatureHeader({ ...scheme, separator }, secret, Number(time), rawBody)),
    signed(signature.replace(time, String(Number(time) + 1))),
    signed(`t=${time},v1=`),
    signed(`t=${time},${signature}`),
  ];
}
