import { useState } from "preact/hooks";
import { useReader } from "../app/reader.tsx";
import { shortcutsAreOn, switchShortcuts } from "../app/shortcuts.ts";
import { Dialog } from "./dialog.tsx";
import type { NavLinks } from "./nav-links.ts";

interface HelpDialogProps {
  readonly nav: readonly NavLinks[];
  readonly onClose: () => void;
}

/** All shortcuts, and the switch for those of one key. */
export function HelpDialog({ nav, onClose }: HelpDialogProps) {
  const t = useReader().words.frame;
  const [isOn, setOn] = useState(shortcutsAreOn());
  const pages = nav.flatMap(({ links }) => links).filter(({ key }) => key !== null);
  const keys: readonly (readonly [keys: string, does: string])[] = [
    ["/", t.shortcutSearch],
    ["Ctrl K", t.shortcutPalette],
    ["j k", t.shortcutRows],
    ["Enter", t.shortcutOpen],
    ["?", t.shortcutHelp],
    ...pages.map(({ key, text }) => [`g ${key}`, t.goTo(text)] as const),
  ];
  const change = () => {
    switchShortcuts(!isOn);
    setOn(!isOn);
  };
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl class="keys">
        {keys.map(([pressed, does]) => (
          <div key={pressed}>
            <dt>
              <kbd>{pressed}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="quiet" onClick={change}>
        {isOn ? t.shortcutsOff : t.shortcutsOn}
      </button>
    </Dialog>
  );
}
