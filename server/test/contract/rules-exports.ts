import { made } from "./estate-objects.ts";
import type { Rule } from "./rule.ts";

const unknown = { id: `exp_7${"z".repeat(24)}0` };

const merchantExport: Rule = {
  object: (estate) => ({ id: made(estate, "exportId") }),
  unknown,
  takes: "merchant.refunds.read",
};
const makersOnly = "403 EXPORT_NOT_YOURS";
const tenantExport: Rule = { object: (estate) => ({ id: made(estate, "tenantExportId") }), unknown };

export const exportRules: Readonly<Record<string, Rule>> = {
  // Reading is what it takes to export.
  createExport: { readsOnly: true },
  listExports: {},
  getExport: merchantExport,
  downloadExport: merchantExport,
  cancelExport: {
    ...merchantExport,
    makersOnly,
    readsOnly: true,
    spends: true,
    arrange: async (make) => {
      const { id } = await make.call("createExport", { body: { list: "/payments/refunds" } });
      return { params: { id } };
    },
  },
  createTenantExport: { readsOnly: true },
  listTenantExports: {},
  getTenantExport: tenantExport,
  downloadTenantExport: tenantExport,
  cancelTenantExport: {
    ...tenantExport,
    makersOnly,
    readsOnly: true,
    spends: true,
    arrange: async (make) => {
      const { id } = await make.call("createTenantExport", { body: { list: "/tenant/merchants" } });
      return { params: { id } };
    },
  },
};
