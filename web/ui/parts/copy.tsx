import { useState } from "preact/hooks";
import { useUiTexts } from "../app/reader.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, where a row has several buttons; "Copy" alone otherwise. */
  readonly label?: string;
}

/** Copies `text`. Where the browser has no clipboard, it selects nothing and says nothing: the text stands beside it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { act } = useUiTexts();
  const [isCopied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" class="link" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      {isCopied ? act.copied : (label ?? act.copy)}
    </button>
  );
}
