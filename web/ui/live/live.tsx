import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { useReadAgain } from "../api/reads.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useScope } from "../app/scope.tsx";
import { useFormat } from "../format/index.tsx";
import type { LiveListener, LiveMessage, WaitingCount } from "./follow.ts";
import { isNews } from "./news.ts";

/** How often at most what is shown is read again: a busy merchant's page must stay quiet enough to be read. */
const READ_AGAIN_EVERY_MS = 2_000;
/** Several changes within this time are one. */
const GATHER_MS = 150;
const TICK_MS = 1_000;
/** A connection that is back so soon is not worth a word. */
const TOLD_AFTER_MS = 3_000;

interface Live {
  /** Since when what is shown may be old; null: it is current. */
  readonly lostAtMs: number | null;
  /** Of operators: how much waits. */
  readonly counts: readonly WaitingCount[];
}

const LiveContext = createContext<Live>({ lostAtMs: null, counts: [] });

/** How much waits for operators, as it was told last. */
export const useWaitingCounts = (): readonly WaitingCount[] => useContext(LiveContext).counts;

/** Reads again what the page shows whenever something changes, in every tab. Stands below the scope. */
export function LiveProvider({ children }: { readonly children: ComponentChildren }) {
  const scope = useScope();
  const { audience, merchantId, mode } = scope;
  const readSoon = useReadSoon();
  const [live, setLive] = useState<Live>({ lostAtMs: null, counts: [] });
  const versions = useRef(new Map<string, number>());
  useEffect(() => {
    const heard = (message: LiveMessage) => {
      const { counts } = message;
      if (counts !== undefined) setLive((before) => ({ ...before, counts }));
      if (isNews(versions.current, message)) readSoon();
    };
    const changed: LiveListener["changed"] = (state) =>
      setLive((before) => ({
        ...before,
        lostAtMs: state === "lost" ? (before.lostAtMs ?? Date.now()) : null,
      }));
    let stop: (() => void) | null = null;
    let isOver = false;
    // Its file comes once the page is shown: nobody waits for news before that.
    import("./follow.ts").then(
      ({ follow }) => {
        if (!isOver) stop = follow({ audience, merchantId, mode }, { heard, changed });
      },
      () => changed("lost"),
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [audience, merchantId, mode, readSoon]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

function useReadSoon(): () => void {
  const readAgain = useReadAgain();
  const latest = useRef(readAgain);
  latest.current = readAgain;
  const soon = useRef(() => {});
  const state = useRef<{ timer: ReturnType<typeof setTimeout> | null; lastMs: number }>({
    timer: null,
    lastMs: 0,
  });
  soon.current = () => {
    if (state.current.timer !== null) return;
    const waitMs = Math.max(GATHER_MS, state.current.lastMs + READ_AGAIN_EVERY_MS - Date.now());
    state.current.timer = setTimeout(() => {
      state.current = { timer: null, lastMs: Date.now() };
      void latest.current();
    }, waitMs);
  };
  const stable = useRef(() => soon.current());
  return stable.current;
}

/** Says that what is shown may be old, and how old. Nothing while it is current. */
export function LiveNote() {
  const { lostAtMs } = useContext(LiveContext);
  const { frame } = useUiTexts();
  const format = useFormat();
  const [nowMs, setNowMs] = useState(Date.now());
  useEffect(() => {
    if (lostAtMs === null) return;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [lostAtMs]);
  if (lostAtMs === null || nowMs - lostAtMs < TOLD_AFTER_MS) return null;
  return (
    <p class="stale">{frame.stale(format.length(Math.floor((nowMs - lostAtMs) / TICK_MS) * TICK_MS))}</p>
  );
}
