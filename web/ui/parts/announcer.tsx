import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";

const AnnouncerContext = createContext<(text: string) => void>(() => undefined);

/** Says `text` to who sees and to who listens. The page has one live region. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnouncerContext);

/** How long a text stands. */
const SHOWN_MS = 6_000;

export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [text, setText] = useState("");
  const announce = useCallback((next: string) => {
    setText(next);
    setTimeout(() => setText((now) => (now === next ? "" : now)), SHOWN_MS);
  }, []);
  return (
    <AnnouncerContext.Provider value={announce}>
      {children}
      <p class={text === "" ? "notice is-empty" : "notice"} role="status" aria-live="polite">
        {text}
      </p>
    </AnnouncerContext.Provider>
  );
}
