import { createContext } from "preact";
import { useContext } from "preact/hooks";
import {
  hasPermission,
  type Permission,
  type TenantPermission,
  tenantAreas,
} from "../../../server/src/http/permissions.ts";

export type {
  MerchantArea,
  Permission,
  TenantArea,
  TenantPermission,
} from "../../../server/src/http/permissions.ts";
export { hasPermission, tenantAreas };

const PermissionsContext = createContext<readonly string[]>([]);
export const PermissionsProvider = PermissionsContext.Provider;

/**
 * Whether the reader may do what needs `permission`, so that a page offers no act that the service would refuse. The
 * service decides all the same.
 */
export function useMay(): (permission: Permission | TenantPermission) => boolean {
  const held = useContext(PermissionsContext);
  return (permission) => hasPermission(held, permission);
}
