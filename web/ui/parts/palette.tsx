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

/** Goes to a page by its name, or searches for an object by what is typed. */
export function Palette({ nav, searchPath, onClose }: PaletteProps) {
  const t = useReader().words.frame;
  const { route } = useLocation();
  const [typed, setTyped] = useState("");
  const options = nav.flatMap(({ links }) => links.map(({ href, text }) => ({ value: href, text })));
  const go = (href: string) => {
    onClose();
    route(href);
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
