import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useElementId } from "../app/element-id.ts";
import { useUiTexts } from "../app/reader.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const FIELDS = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * The browser's own modal dialog: it holds the focus, closes with Escape, and gives the focus back. It opens on its first
 * field, and on its title when there is none, so that the title and the text below it are read before any button.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { act } = useUiTexts();
  const titleId = useElementId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    (shown?.querySelector<HTMLElement>(FIELDS) ?? heading.current)?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="link" onClick={onClose}>
          {act.close}
        </button>
      </header>
      {children}
    </dialog>
  );
}
