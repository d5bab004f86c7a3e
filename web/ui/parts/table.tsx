/* biome-ignore-all lint/a11y/noRedundantRoles: a style that changes display takes the roles of a table away. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { isTyping, shortcutsAreOn } from "../app/shortcuts.ts";

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the end of their cell. */
  readonly isNumber?: boolean;
  /** A name of a person or a merchant: its words do not break. */
  readonly isName?: true;
  /** On a phone a row is a card: its lead is large, quiet cells are small, hidden ones are left out. */
  readonly card?: "lead" | "side" | "quiet" | "hidden";
}

interface TableProps<Row> {
  /** Read out before the rows; not shown where a heading says it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a row leads. Its lead cell, else its first, is the link; a click anywhere in the row follows it. */
  readonly hrefOf?: (row: Row) => string | undefined;
}

/**
 * A table that becomes a list of cards on a phone. Its roles are written out, because a style that changes `display`
 * takes them away. `j` and `k` go through the rows, Enter opens.
 */
export function Table<Row>({ caption, columns, rows, keyOf, hrefOf }: TableProps<Row>) {
  const { route } = useLocation();
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, hrefOf !== undefined);
  const lead = Math.max(
    0,
    columns.findIndex(({ card }) => card === "lead"),
  );
  return (
    <div class="table-frame">
      <table class="rows" role="table">
        <caption class="hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" role="columnheader" class={isNumber === true ? "number" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {rows.map((row) => {
            const href = hrefOf?.(row);
            const open = (event: MouseEvent) => {
              const isOnControl =
                event.target instanceof Element && event.target.closest("a, button, input, label");
              if (href !== undefined && !isOnControl && getSelection()?.isCollapsed !== false) route(href);
            };
            return (
              // The link in the row does the same by keyboard.
              <tr key={keyOf(row)} role="row" class={href === undefined ? undefined : "opens"} onClick={open}>
                {columns.map(({ head, cell, isNumber, isName, card }, index) => (
                  <td
                    key={head}
                    role="cell"
                    data-head={head}
                    class={
                      [
                        isNumber === true ? "number" : "",
                        isName === true ? "name" : "",
                        card === undefined ? "" : `card-${card}`,
                      ]
                        .filter(Boolean)
                        .join(" ") || undefined
                    }
                  >
                    {href !== undefined && index === lead ? <a href={href}>{cell(row)}</a> : cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function useRowKeys(body: { readonly current: HTMLElement | null }, isOpened: boolean): void {
  useEffect(() => {
    if (!isOpened) return;
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== "j" && event.key !== "k") || isTyping(event) || !shortcutsAreOn()) return;
      const links = [...(body.current?.querySelectorAll<HTMLElement>("tr.opens td > a") ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const next = event.key === "j" ? at + 1 : at - 1;
      links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [body, isOpened]);
}
