import { type Language, labels } from "./labels/index.ts";
import { Problem, renderDocument } from "./layout.tsx";

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
  const say = labels[language];
  return renderDocument({
    title: say.awayTitle,
    brand: say.awayTitle,
    look: "guide",
    language,
    hrefIn: (lang) => `${href}?lang=${lang}`,
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
