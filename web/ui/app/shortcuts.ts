const OFF = "cauris.shortcuts.off";

/** Shortcuts of one key can be switched off: who speaks to the computer types letters without meaning them. */
export function shortcutsAreOn(): boolean {
  return localStorage.getItem(OFF) === null;
}

export function switchShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "1");
}

/** The acts of the open page that have a key of their own, as their buttons name it in `aria-keyshortcuts`. */
export const keyedActs = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>("#main [aria-keyshortcuts]"),
];

/** Whether a key belongs to what the reader writes, or to a dialog, or goes with a modifier. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  const isField =
    target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;
  return (
    isField ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]") !== null
  );
}
