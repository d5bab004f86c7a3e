import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { Scope } from "../api/request.ts";

const ScopeContext = createContext<Scope>({ audience: "operator", merchantId: null, mode: null });

export const ScopeProvider = ScopeContext.Provider;
export const useScope = (): Scope => useContext(ScopeContext);

/** The merchant and mode of a dashboard's page. Throws elsewhere: a page that asks for them must stand below them. */
export function useMerchant(): { readonly merchantId: string; readonly mode: Mode } {
  const { merchantId, mode } = useScope();
  if (merchantId === null || mode === null) throw new Error("This page shows no merchant.");
  return { merchantId, mode };
}
