import { countryName } from "../i18n/index.ts";
import { phoneHint } from "../phone-hints.ts";
import type { SessionView } from "../view.ts";
import { pageUrl } from "../view.ts";

/** Countries as links: they need no script, and the page loads with the country's operators. */
export function CountryChoice({ view }: { readonly view: SessionView }) {
  const { t, choices, locale } = view;
  if (choices.country === null || choices.countries.length < 2) return null;
  const named = (code: string) => {
    const hint = phoneHint(code);
    const name = countryName(locale, code);
    return hint === null ? name : t.form.country(name, hint.dial);
  };
  return (
    <details class="country">
      <summary>
        <span>{t.form.countryIs(named(choices.country))}</span>{" "}
        <span class="more">{t.form.changeCountry}</span>
      </summary>
      <ul>
        {choices.countries
          .filter((code) => code !== choices.country)
          .map((code) => (
            <li key={code}>
              <a href={pageUrl(view, { country: code })}>{named(code)}</a>
            </li>
          ))}
      </ul>
    </details>
  );
}
