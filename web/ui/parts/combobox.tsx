import { useState } from "preact/hooks";
import { useElementId } from "../app/element-id.ts";

export interface Option {
  readonly value: string;
  readonly text: string;
}

interface ComboboxProps {
  readonly label: string;
  readonly options: readonly Option[];
  /** Stands where no option fits. */
  readonly none: string;
  readonly onTyped?: (text: string) => void;
  readonly onChosen: (value: string) => void;
  /** Enter where no option fits. */
  readonly onNone?: () => void;
}

/** For comparing: without case and accents. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** A field whose list narrows while the reader types: arrows move, Enter chooses, Escape empties the field first. */
export function Combobox({ label, options, none, onTyped, onChosen, onNone }: ComboboxProps) {
  const id = useElementId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const shown = options.filter(({ text }) => plain(text).includes(plain(typed.trim())));
  const active = shown[Math.min(at, shown.length - 1)];
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    onTyped?.(text);
  };
  const onKey = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(at + 1, shown.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: shown.length - 1,
    };
    const move = moves[event.key];
    if (move !== undefined && shown.length > 0) {
      event.preventDefault();
      setAt(move);
      document.getElementById(`${id}-${move}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (active === undefined) onNone?.();
      else onChosen(active.value);
    } else if (event.key === "Escape" && typed !== "") {
      event.preventDefault();
      event.stopPropagation();
      type("");
    }
  };
  return (
    <div class="combobox">
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${shown.indexOf(active)}`}
        autocomplete="off"
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {shown.length === 0 && <p role="status">{none}</p>}
      <div class="options" id={`${id}-list`} role="listbox" aria-label={label}>
        {shown.map(({ value, text }, index) => (
          // The keyboard is the field's; a click chooses as well.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            // The field keeps the focus and names the active option.
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => onChosen(value)}
          >
            {text}
          </div>
        ))}
      </div>
    </div>
  );
}
