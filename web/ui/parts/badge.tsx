export type Tone = "good" | "bad" | "warn" | "quiet";

/** State is a sign and a word, never colour alone. The signs are drawn, because fonts of cheap phones lack some. */
const signs: Readonly<Record<Tone, string>> = {
  good: "M2 6.5 5 9.5 10 3",
  bad: "M3 3l6 6M9 3l-6 6",
  warn: "M6 2v5M6 9.4v.6",
  quiet: "M3 6h6",
};

export function Badge({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span class={`badge ${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={signs[tone]} />
      </svg>
      {text}
    </span>
  );
}
