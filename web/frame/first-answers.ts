import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Mode } from "../../server/src/kit/payment-terms.ts";
import type { FirstAnswer } from "../ui/app/boot.ts";

const API = "/api/v1";

interface Scope {
  readonly merchantId: string | null;
  readonly mode: Mode | null;
}

interface Envelope {
  readonly success: boolean;
  readonly data: unknown;
  readonly meta: FirstAnswer["meta"];
}

/**
 * Asks the public API within the process, as the reader's browser would: with the reader's cookie, address and language,
 * through the same checks. Null for every refusal: the page asks again and shows why.
 */
export async function askAsReader(
  app: FastifyInstance,
  request: FastifyRequest,
  { merchantId, mode }: Scope,
  path: string,
): Promise<FirstAnswer | null> {
  const { host = "", cookie = "", "accept-language": language } = request.headers;
  const response = await app.inject({
    method: "GET",
    url: `${API}${path}`,
    remoteAddress: request.ip,
    headers: {
      host,
      cookie,
      "cauris-request": "1",
      ...(language === undefined ? {} : { "accept-language": language }),
      ...(merchantId === null ? {} : { "cauris-merchant": merchantId }),
      ...(mode === null ? {} : { "cauris-mode": mode }),
    },
  });
  if (response.statusCode !== 200) return null;
  const { data, meta } = response.json<Envelope>();
  return { merchantId, mode, path, data, meta };
}
