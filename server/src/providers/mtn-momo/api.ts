import type { OutgoingResponse } from "../../kit/http-out.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import { sha256 } from "../../kit/secret.ts";
import { OutcomeUnknown, type ProviderCall } from "../provider.ts";
import { createTokens } from "../tokens.ts";
import { baseUrlOf, environmentOf, keysOf, type Product } from "./settings.ts";

interface MtnRequest {
  readonly product: Product;
  /** Below `/{product}/v1_0/`. */
  readonly path: string;
  /** Of a request for money. */
  readonly order?: {
    readonly ownId: string;
    readonly callbackUrl: string;
    readonly body: Readonly<Record<string, unknown>>;
  };
}

/** `refused`: MTN gave no token, so the request was not sent. `no_keys`: the account has no keys for the product. */
export type MtnAnswer =
  | { readonly kind: "answered"; readonly response: OutgoingResponse }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "no_keys" };

export type MtnApi = (call: ProviderCall, request: MtnRequest) => Promise<MtnAnswer>;

/** Statuses with which MTN refuses keys or the address of the caller. */
const refusals: readonly number[] = [401, 403];
const TOKEN_REASON = "token_http_";

/** MTN's interface with its tokens, which are kept for an hour, one for each account and product. */
export function createMtnApi(): MtnApi {
  const tokens = createTokens();

  const tokenOf = async (call: ProviderCall, product: Product) => {
    const { account, nowMs, http } = call;
    const keys = keysOf(account.settings, product);
    if (keys === null) return null;
    const { apiUser, apiKey, subscriptionKey } = keys;
    const secrets = JSON.stringify([
      account.id,
      baseUrlOf(account),
      product,
      apiUser,
      apiKey,
      subscriptionKey,
    ]);
    const cacheKey = sha256(secrets).toString("hex");
    const value = await tokens.get(cacheKey, nowMs, async () => {
      const basic = Buffer.from(`${apiUser}:${apiKey}`).toString("base64");
      const { status, body } = await http({
        method: "POST",
        url: `${baseUrlOf(account)}/${product}/token/`,
        headers: { authorization: `Basic ${basic}`, "ocp-apim-subscription-key": subscriptionKey },
        // Without a body the request needs `content-length: 0`; an absent body would be refused with 411.
        body: "",
      });
      const { access_token: token, expires_in: seconds } = readJsonObject(body);
      // A gateway in front of MTN answers 200 with a page of HTML when it rejects a request.
      if (status !== 200 || typeof token !== "string" || typeof seconds !== "number") {
        throw new OutcomeUnknown(`${TOKEN_REASON}${status}`);
      }
      return { value: token, expiresAtMs: nowMs + seconds * 1_000 };
    });
    return { value, subscriptionKey, drop: () => tokens.drop(cacheKey, value) };
  };

  const send = async (
    { account, http }: ProviderCall,
    { product, path, order }: MtnRequest,
    token: { readonly value: string; readonly subscriptionKey: string },
  ): Promise<OutgoingResponse> =>
    http({
      method: order === undefined ? "GET" : "POST",
      url: `${baseUrlOf(account)}/${product}/v1_0/${path}`,
      headers: {
        authorization: `Bearer ${token.value}`,
        "ocp-apim-subscription-key": token.subscriptionKey,
        "x-target-environment": environmentOf(account.settings),
        ...(order === undefined
          ? {}
          : {
              "content-type": "application/json",
              "x-reference-id": order.ownId,
              "x-callback-url": order.callbackUrl,
            }),
      },
      ...(order === undefined ? {} : { body: JSON.stringify(order.body) }),
    });

  return async (call, request) => {
    try {
      const token = await tokenOf(call, request.product);
      if (token === null) return { kind: "no_keys" };
      const response = await send(call, request, token);
      if (response.status !== 401) return { kind: "answered", response };
      // A 401 had no effect, so the same request may be sent once more with a new token.
      token.drop();
      const renewed = await tokenOf(call, request.product);
      if (renewed === null) return { kind: "no_keys" };
      return { kind: "answered", response: await send(call, request, renewed) };
    } catch (error) {
      const status = error instanceof OutcomeUnknown ? Number(error.reason.replace(TOKEN_REASON, "")) : 0;
      if (refusals.includes(status)) return { kind: "refused", status };
      throw error;
    }
  };
}
