import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * A part of a page whose code is fetched once the page is there, for what nobody needs at first sight. It shows nothing until then;
 * code that cannot be fetched is a fault of the page, which says so.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      load().then(
        (loaded) => setPart(() => loaded),
        (error: unknown) =>
          setPart(() => {
            throw error;
          }),
      );
    }, []);
    return Part === null ? null : <Part {...props} />;
  };
}
