import { useEffect, useState } from "preact/hooks";

const MINUTE_MS = 60_000;

/** The time, told again every minute: a page that stays open moves on to the next hour. */
export function useNow(): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
