import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTitle } from "../app/title.tsx";

interface PageProps {
  readonly title: string;
  /** A line above the title: where the page lies. */
  readonly above?: ComponentChildren;
  /** Acts beside the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page with its title, which also names the tab. The title takes the focus when the reader comes from another page. */
export function Page({ title, above, tools, children }: PageProps) {
  const setTitle = useTitle();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setTitle(title), [title, setTitle]);
  useEffect(() => {
    // On the first page the browser has put the focus where it belongs; search fields keep theirs.
    if (document.body.dataset.moved === "yes" && document.activeElement?.id !== "search")
      heading.current?.focus();
    document.body.dataset.moved = "yes";
  }, []);
  return (
    <>
      {above !== undefined && <p class="above">{above}</p>}
      <div class="title">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {tools !== undefined && <div class="actions">{tools}</div>}
      </div>
      {children}
    </>
  );
}
