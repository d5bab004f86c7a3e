import { useRead } from "../../ui/api/reads.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useReader } from "../../ui/app/reader.tsx";
import { useMerchant } from "../../ui/app/scope.tsx";

type Named = readonly { readonly id: string; readonly name: string }[];

const isKey = (id: string): boolean => id.startsWith("key_");
const isPerson = (id: string): boolean => id.startsWith("usr_");

/** Whether the reader may know who has this id: a role that may not read keys or people sees no id of theirs. */
export function useMayKnow(): (id: string) => boolean {
  const may = useMay();
  const { account } = useReader();
  return (id) =>
    isKey(id)
      ? may("merchant.apikeys.read")
      : !isPerson(id) || id === account.id || may("merchant.team.read");
}

/** The names of those of `ids` that are people or keys of the merchant; of whom the reader may not know, what they are. */
export function useNamesOf(ids: readonly string[]): (id: string) => string | undefined {
  const { merchantId } = useMerchant();
  const { account, words } = useReader();
  const mayKnow = useMayKnow();
  const base = `/merchant/merchants/${merchantId}`;
  const reads = (isAsked: (id: string) => boolean, path: string): string | null =>
    ids.some((id) => isAsked(id) && id !== account.id && mayKnow(id)) ? `${base}/${path}` : null;
  const people = useRead<Named>(reads(isPerson, "members"));
  const keys = useRead<Named>(reads(isKey, "api-keys?limit=100"));
  const known = [account, ...(people.data?.data ?? []), ...(keys.data?.data ?? [])];
  const unknown = (id: string): string | undefined => {
    if (mayKnow(id)) return undefined;
    return isKey(id) ? words.timeline.aKey : words.timeline.aColleague;
  };
  return (id) => known.find((one) => one.id === id)?.name ?? unknown(id);
}
