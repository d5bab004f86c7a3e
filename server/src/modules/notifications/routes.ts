import { errors } from "../../http/errors.ts";
import { accountRoute, type Route } from "../../http/route.ts";
import { SettingsBody, SettingsParams, SettingsSchema } from "./schemas.ts";
import type { createSettings } from "./settings.ts";

const path = "/auth/:audience/merchants/:merchantId/notifications";
const tag = "People";
const example = {
  object: "notification_settings",
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2d",
  live: [
    { kind: "KEY_MADE", on: true, canSwitchOff: false },
    { kind: "ENDPOINT_DISABLED", on: false, canSwitchOff: true },
  ],
  sandbox: null,
} as const;

/** A person's own choice of mails at a merchant. */
export function settingsRoutes(settings: ReturnType<typeof createSettings>): readonly Route[] {
  return [
    accountRoute({
      method: "GET",
      path,
      operationId: "getNotifications",
      tag,
      summary: "Get one's own mail settings",
      description:
        "Which mails the person who is logged in gets about a merchant, in each mode. Whose role makes something theirs is told of it, unless it was switched off. `DAILY_SUMMARY`, the summary of yesterday at seven o’clock of the merchant’s country, comes to those who switch it on.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, errors.INVALID_MERCHANT_SCOPE],
      idempotency: "none",
      schemas: { params: SettingsParams, response: SettingsSchema },
      examples: { data: example },
      handle: async ({ account, params }) => ({ data: await settings.get(account, params.merchantId) }),
    }),
    accountRoute({
      method: "PATCH",
      path,
      operationId: "updateNotifications",
      tag,
      summary: "Update one's own mail settings",
      description:
        "Switches mails on and off, for the person who is logged in alone; absent ones stay. In live mode a new key and a new beneficiary are always told.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, errors.INVALID_MERCHANT_SCOPE],
      idempotency: "none",
      schemas: { params: SettingsParams, body: SettingsBody, response: SettingsSchema },
      examples: { body: { live: { ENDPOINT_DISABLED: false } }, data: example },
      handle: async ({ account, params, body, facts }) => ({
        data: await settings.change(account, params.merchantId, body, facts),
      }),
    }),
  ];
}
