import { useRead } from "../../ui/api/reads.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useMerchant } from "../../ui/app/scope.tsx";

type Named = readonly { readonly id: string; readonly name: string }[];

/** The names of those of `ids` that are people or keys of the merchant, where the reader may know them. */
export function useNamesOf(ids: readonly string[]): (id: string) => string | undefined {
  const { merchantId } = useMerchant();
  const may = useMay();
  const base = `/merchant/merchants/${merchantId}`;
  const reads = (start: string, isAllowed: boolean, path: string): string | null =>
    isAllowed && ids.some((id) => id.startsWith(start)) ? `${base}/${path}` : null;
  const people = useRead<Named>(reads("usr_", may("merchant.team.read"), "members"));
  const keys = useRead<Named>(reads("key_", may("merchant.apikeys.read"), "api-keys?limit=100"));
  const known = [...(people.data?.data ?? []), ...(keys.data?.data ?? [])];
  return (id) => known.find((one) => one.id === id)?.name;
}
