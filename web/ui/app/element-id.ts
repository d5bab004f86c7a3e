import { useState } from "preact/hooks";

let made = 0;

/**
 * An id for an element, the same as long as its component lives and nobody else's on the page. Preact's own `useId` counts from the
 * root of the tree, and begins again where the root is drawn anew: a part that is fetched later then takes the id of an earlier one.
 */
export function useElementId(): string {
  const [id] = useState(() => {
    made += 1;
    return `e${made}`;
  });
  return id;
}
