import { readJsonObject } from "../../kit/json-object.ts";
import { type SignatureForm, signatureHeaders } from "../http-signing.ts";
import type { ProviderCall } from "../provider.ts";
import { readSettings } from "./settings.ts";

const signatureForm: SignatureForm = {
  label: "sig-pp",
  components: ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"],
  lifeSeconds: 60,
};

/** pawaPay's answer; `fields` is empty when it is no JSON object. */
export interface Answer {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A request that reads. */
export async function get(
  call: ProviderCall,
  path: string,
  limits: { readonly responseBytesMax?: number; readonly timeoutMs?: number } = {},
): Promise<Answer> {
  const { baseUrl, apiToken } = readSettings(call.account);
  const headers = { authorization: `Bearer ${apiToken}`, accept: "application/json" };
  const { status, body, cut } = await call.http({
    method: "GET",
    url: `${baseUrl}${path}`,
    headers,
    ...limits,
  });
  return { status, fields: cut ? {} : readJsonObject(body) };
}

/** A request that moves money, signed where the account signs. Null: it is to sign and cannot, so nothing was sent. */
export async function post(call: ProviderCall, path: string, fields: object): Promise<Answer | null> {
  const { baseUrl, apiToken, signing } = readSettings(call.account);
  if (signing.kind === "impossible") return null;
  const body = JSON.stringify(fields);
  const plain = {
    method: "POST",
    url: `${baseUrl}${path}`,
    headers: {
      authorization: `Bearer ${apiToken}`,
      accept: "application/json",
      "content-type": "application/json",
    },
    body,
  } as const;
  // pawaPay's own example signs in this encoding, so its service is known to read it.
  const key = signing.kind === "on" ? ({ ...signing.key, encoding: "der" } as const) : null;
  const signed = key === null ? {} : signatureHeaders(plain, key, signatureForm, call.nowMs);
  const answer = await call.http({ ...plain, headers: { ...plain.headers, ...signed } });
  return { status: answer.status, fields: answer.cut ? {} : readJsonObject(answer.body) };
}
