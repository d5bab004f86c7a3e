import { useMayKnow, useNamesOf } from "./names.ts";

/** Who made something: the name of the person or key with its id, or what they are to a reader who may not know. */
export function Maker({ id }: { readonly id: string }) {
  const name = useNamesOf([id])(id);
  const mayKnow = useMayKnow()(id);
  if (name === undefined) return <code>{id}</code>;
  return mayKnow ? (
    <>
      {name} <code class="quiet">{id}</code>
    </>
  ) : (
    name
  );
}
