import type { OutgoingResponse } from "../../kit/http-out.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import { sha256 } from "../../kit/secret.ts";
import { OutcomeUnknown, type ProviderCall } from "../provider.ts";
import { createTokens } from "../tokens.ts";
import { keysOf } from "./settings.ts";

/** `refused`: Orange gave no token, so the request was not sent. */
export type OrangeAnswer =
  | { readonly kind: "answered"; readonly response: OutgoingResponse }
  | { readonly kind: "refused"; readonly status: number };

/** `path` is below the country's: `webpayment` or `transactionstatus`. */
export type OrangeApi = (
  call: ProviderCall,
  path: string,
  body: Readonly<Record<string, unknown>>,
) => Promise<OrangeAnswer>;

/** Statuses with which Orange refuses a client: a wrong id is 400 `invalid_client` in OAuth. */
const refusals: readonly number[] = [400, 401, 403];
const TOKEN_REASON = "token_http_";

/** Orange's interface with its token, which lives for about 90 days: one for each account. */
export function createOrangeApi(): OrangeApi {
  const tokens = createTokens();

  const tokenOf = async ({ account, nowMs, http }: ProviderCall) => {
    const { baseUrl, clientId, clientSecret } = keysOf(account);
    const cacheKey = sha256(JSON.stringify([account.id, baseUrl, clientId, clientSecret])).toString("hex");
    const value = await tokens.get(cacheKey, nowMs, async () => {
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
      const { status, body } = await http({
        method: "POST",
        url: `${baseUrl}/oauth/v3/token`,
        headers: {
          authorization: `Basic ${basic}`,
          "content-type": "application/x-www-form-urlencoded",
          accept: "application/json",
        },
        body: "grant_type=client_credentials",
      });
      const { access_token: token, expires_in: life } = readJsonObject(body);
      // Orange sends the seconds as text, its description has a number.
      const seconds = typeof life === "number" || typeof life === "string" ? Number(life) : Number.NaN;
      if (status !== 200 || typeof token !== "string" || !Number.isFinite(seconds)) {
        throw new OutcomeUnknown(`${TOKEN_REASON}${status}`);
      }
      return { value: token, expiresAtMs: nowMs + seconds * 1_000 };
    });
    return { value, drop: () => tokens.drop(cacheKey, value) };
  };

  return async (call, path, body) => {
    const { baseUrl, country } = keysOf(call.account);
    const send = (token: string) =>
      call.http({
        method: "POST",
        url: `${baseUrl}/orange-money-webpay/${country}/v1/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json",
        },
        body: JSON.stringify(body),
      });
    try {
      const token = await tokenOf(call);
      const response = await send(token.value);
      if (response.status !== 401) return { kind: "answered", response };
      // A 401 had no effect, so the same request may be sent once more with a new token.
      token.drop();
      return { kind: "answered", response: await send((await tokenOf(call)).value) };
    } catch (error) {
      const status = error instanceof OutcomeUnknown ? Number(error.reason.replace(TOKEN_REASON, "")) : 0;
      if (refusals.includes(status)) return { kind: "refused", status };
      throw error;
    }
  };
}
