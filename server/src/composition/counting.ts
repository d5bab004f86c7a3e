import { type AskedPhones, createAskedPhones } from "../http/limits/index.ts";
import type { Access } from "../modules/access/index.ts";
import type { createLinkHooks } from "../modules/links/index.ts";
import type { Platform } from "./platform.ts";

/** How often payers' phones are asked. Requests with a key of the merchant itself are not counted by their address. */
export function createCounting(
  { limiter }: Platform,
  access: Access,
  { onLinkAbused }: Pick<ReturnType<typeof createLinkHooks>, "onLinkAbused">,
): AskedPhones {
  return createAskedPhones({
    limiter,
    isKeyOf: (authorization, ip, merchantNo) =>
      access.authenticate(authorization, ip).then(
        (caller) => caller.merchantNo === merchantNo,
        () => false,
      ),
    onLinkAbused,
  });
}
