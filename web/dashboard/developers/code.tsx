import { CopyButton } from "../../ui/parts/copy.tsx";
import { useTexts } from "../i18n/index.ts";

interface CodeProps {
  readonly text: string;
  /** Read out before the text. */
  readonly label: string;
}

/** A text for a program, to copy. */
export function Code({ text, label }: CodeProps) {
  const { examples: t } = useTexts();
  return (
    <div class="code">
      <CopyButton text={text} label={t.copyCode} />
      {/* A region that scrolls can be reached by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section class="scrolls" tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}
