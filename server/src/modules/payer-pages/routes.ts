import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import {
  ChangeRequestView,
  changeErrors,
  changeRequestExample,
  takesTwoDescription,
} from "../change-requests/index.ts";
import { PayerPageBody, PayerPageQuery, PayerPageView, payerPageBody, payerPageExample } from "./schemas.ts";
import type { PayerPageSettings } from "./service.ts";

const common = { tag: "Payer's page", path: "/tenant/payer-page", successStatus: 200 } as const;

/** Who runs the payer's page, for the tenant's operators. */
export function createPayerPageRoutes(settings: PayerPageSettings): readonly Route[] {
  return [
    operatorRoute({
      ...common,
      method: "GET",
      operationId: "getPayerPage",
      summary: "Get the operator of the payer's page",
      description:
        "What payers of all merchants read at the foot of their page and on their receipt. SANDBOX when `mode` is absent.",
      permission: "tenant.merchants.read",
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: payerPageExample },
      schemas: { query: PayerPageQuery, response: PayerPageView },
      handle: async ({ operator, query }) => ({
        data: await settings.get(operator.tenantId, query.mode ?? "SANDBOX"),
      }),
    }),
    operatorRoute({
      ...common,
      method: "PUT",
      operationId: "setPayerPage",
      stepUp: "always",
      summary: "Set the operator of the payer's page",
      description: `Replaces the settings of one mode: what is absent is no longer shown. Pages that are opened from now on show it, receipts of earlier payments too. ${takesTwoDescription("One suffices to take something away.")}`,
      permission: "tenant.merchants.manage",
      idempotency: "optional",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, errors.RESOURCE_NOT_FOUND, errors.VERSION_CONFLICT],
      examples: { body: payerPageBody, data: payerPageExample, accepted: changeRequestExample },
      schemas: { body: PayerPageBody, response: PayerPageView, accepted: ChangeRequestView },
      handle: ({ operator, facts, body, idempotency }) =>
        settings.put({ operator, facts }, body, idempotency),
    }),
  ];
}
