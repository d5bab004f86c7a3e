import { useEffect, useRef } from "preact/hooks";
import { useMerchant } from "../../ui/app/scope.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";
import "./settings.css";

interface PreviewProps {
  readonly name: string;
  readonly colour: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
}

/** The head of the payer's page as it will be, while the form is filled in. */
export function Preview({ name, colour, supportEmail, supportPhone }: PreviewProps) {
  const { profile: t } = useTexts();
  const { mode } = useMerchant();
  const format = useFormat();
  const button = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const style = button.current?.style;
    if (style === undefined) return;
    // The content security policy refuses style attributes, not what a script sets.
    style.setProperty("background", colour);
    style.setProperty("color", isDark(colour) ? "#ffffff" : "#000000");
  }, [colour]);
  const help = [supportPhone, supportEmail].filter((text) => text !== "").join(" · ");
  return (
    <figure class="preview" data-mode={mode}>
      <figcaption>{t.preview}</figcaption>
      <p class="preview-name">{name}</p>
      <p>{t.previewTitle}</p>
      <p class="preview-amount">{format.amount("5000", "XOF")}</p>
      <p class="preview-button" ref={button}>
        {t.previewPay(format.amount("5000", "XOF"))}
      </p>
      {help !== "" && (
        <p class="quiet">
          {t.previewHelp} {help}
        </p>
      )}
    </figure>
  );
}

/** Whether white reads better on `#rrggbb` than black: by the luminance of WCAG. Pure. */
function isDark(colour: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179;
}
