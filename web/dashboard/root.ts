import { useMerchant } from "../ui/app/scope.tsx";
import { placePath } from "./place.ts";

/** Where this merchant's pages begin: `/dashboard/:merchant/:mode`. */
export function useRoot(): string {
  const { merchantId, mode } = useMerchant();
  return placePath(merchantId, mode);
}
