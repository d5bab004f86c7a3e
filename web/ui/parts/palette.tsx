import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useReader } from "../app/reader.tsx";
import { Combobox } from "./combobox.tsx";
import { Dialog } from "./dialog.tsx";
import type { NavLinks } from "./nav-links.ts";

interface PaletteProps {
  readonly nav: readonly NavLinks[];
  readonly searchPath: string;
  readonly onClose: () => void;
}

/** The acts that the page behind the dialog offers, each once, as its buttons name them. */
function actsOfPage(): ReadonlyMap<string, HTMLElement> {
  const buttons = document.querySelectorAll<HTMLElement>(
    "#main .actions :is(button:not(:disabled), a.button)",
  );
  const shown = [...buttons].filter((button) => button.getClientRects().length > 0);
  // Of those with the same text the first counts.
  return new Map(shown.reverse().map((button) => [button.textContent.trim(), button]));
}

/** Goes to a page by its name, begins an act of the page that is open, or searches for an object by what is typed. */
export function Palette({ nav, searchPath, onClose }: PaletteProps) {
  const t = useReader().words.frame;
  const { route } = useLocation();
  const [typed, setTyped] = useState("");
  const [acts] = useState(actsOfPage);
  const options = [
    ...[...acts.keys()].reverse().map((text) => ({ value: text, text })),
    ...nav.flatMap(({ links }) => links.map(({ href, text }) => ({ value: href, text }))),
  ];
  const go = (chosen: string) => {
    onClose();
    const act = acts.get(chosen);
    if (act === undefined) route(chosen);
    // Once this dialog has given the focus back: the act may open one of its own.
    else setTimeout(() => act.click());
  };
  return (
    <Dialog title={t.paletteTitle} onClose={onClose}>
      <Combobox
        label={t.paletteField}
        options={options}
        none={t.paletteNone}
        onTyped={setTyped}
        onChosen={go}
        onNone={() => typed.trim().length > 1 && go(`${searchPath}?q=${encodeURIComponent(typed.trim())}`)}
      />
    </Dialog>
  );
}
