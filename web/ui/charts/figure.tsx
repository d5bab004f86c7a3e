import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useElementId } from "../app/element-id.ts";
import { useReader, useUiTexts } from "../app/reader.tsx";
import { saveFile } from "../parts/save-file.ts";
import { type Cell, csvText } from "./csv.ts";
import { HEIGHT, indexAt } from "./scale.ts";

/** What a chart shows, as a table: a line for each place, a column for each series. */
export interface ChartTable {
  /** Heads: of the places, then of the series with their unit. */
  readonly heads: readonly string[];
  /** Cells as people read them. */
  readonly rows: readonly (readonly string[])[];
  /** The same cells for spreadsheets. */
  readonly values: readonly (readonly Cell[])[];
}

interface FigureProps {
  readonly title: string;
  readonly unit: string;
  readonly table: ChartTable;
  /** Draws at a width in CSS pixels, with the cursor at one of the places, or nowhere. */
  readonly draw: (width: number, cursor: number | null) => ComponentChildren;
  readonly height?: number;
  /** The places lie below each other: where the last one ends, in CSS pixels. */
  readonly placesEnd?: number;
}

/**
 * A chart with its title, unit, table and file. Arrow keys and the pointer move a cursor over its places; what the
 * cursor is at is said below, and read out.
 */
export function Figure({ title, unit, table, draw, height = HEIGHT, placesEnd }: FigureProps) {
  const id = useElementId();
  const { charts } = useUiTexts();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [cursor, setCursor] = useState<number | null>(null);
  const count = table.rows.length;
  const at = cursor === null ? null : Math.min(cursor, count - 1);
  const said = at === null ? charts.keys : saidAt(table, at);
  const onKey = (event: KeyboardEvent) => {
    const next = movedCursor(event.key, at, count);
    if (next === at) return;
    event.preventDefault();
    setCursor(next);
  };
  const onPoint = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined) return;
    const down = Math.floor(((event.clientY - box.top) / (placesEnd ?? 1)) * count);
    setCursor(
      placesEnd === undefined
        ? indexAt(event.clientX - box.left, count, box.width)
        : Math.min(Math.max(down, 0), count - 1),
    );
  };
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id}>
        <b>{title}</b> <span class="quiet">{unit}</span>
      </figcaption>
      <div
        ref={frame}
        class="chart-frame"
        // A place among others that the arrow keys change is what a slider is.
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(count - 1, 0)}
        aria-valuenow={at ?? 0}
        aria-valuetext={said}
        onKeyDown={onKey}
        onPointerMove={onPoint}
        onPointerDown={onPoint}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setCursor(null)}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {width > 0 && draw(width, at)}
        </svg>
      </div>
      <p class="chart-said quiet">{said}</p>
      <Below title={title} table={table} />
    </figure>
  );
}

const saidAt = ({ heads, rows }: ChartTable, at: number): string => {
  const [place = "", ...values] = rows[at] ?? [];
  return `${place}: ${values.map((value, index) => (values.length === 1 ? value : `${heads[index + 1]} ${value}`)).join(", ")}`;
};

/** Where a key moves the cursor; where it is, for other keys. Pure. */
export function movedCursor(key: string, at: number | null, count: number): number | null {
  if (count === 0) return at;
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return Math.min((at ?? -1) + 1, count - 1);
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max((at ?? count) - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "Escape":
      return null;
    default:
      return at;
  }
}

/** The numbers themselves, folded, and as a file. */
function Below({ title, table }: { readonly title: string; readonly table: ChartTable }) {
  const { charts } = useUiTexts();
  const { locale } = useReader();
  const save = () => {
    const file = new Blob([csvText([table.heads, ...table.values], locale)], { type: "text/csv" });
    saveFile(file, `${title}.csv`);
  };
  return (
    <details class="chart-table">
      <summary>{charts.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section class="table-scroll" aria-label={title} tabIndex={0}>
        <table class="plain">
          <caption class="hidden">{title}</caption>
          <thead>
            <tr>
              {table.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([place, ...cells]) => (
              <tr key={place}>
                <th scope="row">{place}</th>
                {cells.map((cell, index) => (
                  <td key={table.heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <button type="button" class="quiet small" onClick={save}>
        {charts.csv}
      </button>
    </details>
  );
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
