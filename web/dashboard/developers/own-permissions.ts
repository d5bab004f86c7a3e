import { readBoot } from "../../ui/app/boot.ts";
import { useMerchant } from "../../ui/app/scope.tsx";

/** What the reader may do at this merchant in this mode. The service decides; pages only leave out what it would refuse. */
export function useOwnPermissions(): readonly string[] {
  const { merchantId, mode } = useMerchant();
  const merchant = readBoot().merchants.find(({ id }) => id === merchantId);
  return merchant?.modes.find((one) => one.mode === mode)?.permissions ?? [];
}
