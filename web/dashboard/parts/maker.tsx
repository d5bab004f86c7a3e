import { useNamesOf } from "./names.ts";

/** Who made something: the name of the person or key where the reader may know it, else the id. */
export function Maker({ id }: { readonly id: string }) {
  const name = useNamesOf([id])(id);
  return name === undefined ? (
    <code>{id}</code>
  ) : (
    <>
      {name} <code class="quiet">{id}</code>
    </>
  );
}
