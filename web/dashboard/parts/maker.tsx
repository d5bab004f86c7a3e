import { useRead } from "../../ui/api/reads.ts";
import { useMerchant } from "../../ui/app/scope.tsx";

/** Who made something: the name of the person or key where the reader may know it, else the id. */
export function Maker({ id }: { readonly id: string }) {
  const { merchantId } = useMerchant();
  const base = `/merchant/merchants/${merchantId}`;
  const isPerson = id.startsWith("usr_");
  const named = useRead<readonly { readonly id: string; readonly name: string }[]>(
    isPerson ? `${base}/members` : `${base}/api-keys?limit=100`,
  );
  const name = named.data?.data.find((one) => one.id === id)?.name;
  return name === undefined ? (
    <code>{id}</code>
  ) : (
    <>
      {name} <code class="quiet">{id}</code>
    </>
  );
}
