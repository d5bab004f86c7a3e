/** What one look showed. */
export interface Finding {
  /** What was looked at, in a few words. */
  readonly name: string;
  /** `unseen`: it could not be looked at here, or there is nothing to look at. */
  readonly state: "ok" | "wrong" | "unseen";
  /** What was seen, in a sentence. */
  readonly seen: string;
  /** What to do; null unless it is wrong. */
  readonly cure: string | null;
}

export const ok = (name: string, seen: string): Finding => ({ name, state: "ok", seen, cure: null });
export const unseen = (name: string, seen: string): Finding => ({ name, state: "unseen", seen, cure: null });
export const wrong = (name: string, seen: string, cure: string): Finding => ({
  name,
  state: "wrong",
  seen,
  cure,
});

/** PostgreSQL's, or the network's, own message: it stands at the end of the chain of causes. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}

/** `3 min`, `2 h`, `5 d`: rounded, for people. */
export function spell(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
