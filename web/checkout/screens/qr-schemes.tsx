import type { Choice } from "../choices.ts";
import { chosenScheme } from "../completion-form.ts";
import { OperatorBadge } from "../icons.tsx";
import type { SessionView } from "../view.ts";

/** Which application will scan, when the codes of several are offered. One is always chosen. */
export function QrSchemes({ view, choice }: { readonly view: SessionView; readonly choice: Choice }) {
  const { t, typed } = view;
  const chosen = chosenScheme(typed, choice);
  return (
    <>
      <p class="hint">{t.form.qrHint}</p>
      {choice.options.length > 1 && (
        <fieldset class="operators">
          <legend>{t.form.scheme}</legend>
          <div class="tiles schemes">
            {choice.options.map((option, index) => {
              const id = `qr${index}`;
              // The open standard has no brand: any scanner that knows no other code reads it.
              const name =
                option.operator === "EMVCO"
                  ? t.form.anyScheme
                  : option.operator === "PI_SPI"
                    ? t.form.openScheme
                    : option.displayName;
              return (
                <div class="tile" key={option.operator}>
                  <input
                    type="radio"
                    name="scheme"
                    id={id}
                    value={option.operator ?? ""}
                    checked={option === chosen}
                    disabled={option.status === "CLOSED"}
                  />
                  <label for={id}>
                    <OperatorBadge operator={option.operator} name={name} />
                    <span>{name}</span>
                  </label>
                </div>
              );
            })}
          </div>
        </fieldset>
      )}
    </>
  );
}
