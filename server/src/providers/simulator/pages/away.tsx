import { Problem, renderDocument } from "./layout.tsx";
import { type Language, words } from "./words.ts";

/**
 * The page while the simulator's database is away: nothing is known to have been done, and the same page may be
 * requested again.
 */
export function renderAwayPage(page: {
  readonly language: Language;
  /** The page that could not answer. */
  readonly href: string;
  readonly publicUrl: string;
}): string {
  const { language, href, publicUrl } = page;
  const say = words[language];
  const other = language === "fr" ? "en" : "fr";
  return renderDocument({
    title: say.awayTitle,
    brand: say.awayTitle,
    look: "guide",
    language,
    otherHref: `${href}?lang=${other}`,
    guideHref: `${publicUrl}?lang=${language}`,
    children: (
      <>
        <Problem text={say.away} />
        <a class="button" href={href}>
          {say.tryAgain}
        </a>
      </>
    ),
  });
}
