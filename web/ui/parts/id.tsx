import { CopyButton } from "./copy.tsx";

/** An id or number to copy. */
export function Id({ id }: { readonly id: string }) {
  return (
    <>
      <code>{id}</code> <CopyButton text={id} />
    </>
  );
}
