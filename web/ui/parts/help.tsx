import { useState } from "preact/hooks";
import { useReader } from "../app/reader.tsx";
import { keyedActs, shortcutsAreOn, switchShortcuts } from "../app/shortcuts.ts";
import { Dialog } from "./dialog.tsx";
import type { NavLinks } from "./nav-links.ts";

interface HelpDialogProps {
  readonly nav: readonly NavLinks[];
  readonly onClose: () => void;
}

/** All shortcuts, and the switch for those of one key. */
export function HelpDialog({ nav, onClose }: HelpDialogProps) {
  const { frame: t, act } = useReader().words;
  const [isOn, setOn] = useState(shortcutsAreOn());
  const [acts] = useState(keyedActs);
  const pages = nav.flatMap(({ links }) => links).filter(({ key }) => key !== null);
  const keys: readonly (readonly [keys: string, does: string])[] = [
    ["/", t.shortcutSearch],
    ["Ctrl K", t.shortcutPalette],
    ["j k", t.shortcutRows],
    ["Enter", t.shortcutOpen],
    ...acts.map((one) => [one.ariaKeyShortcuts ?? "", one.textContent.trim()] as const),
    ["?", t.shortcutHelp],
    ["Esc", act.close],
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
