import type { FastifyReply, FastifyRequest } from "fastify";
import type { Locale } from "../../server/src/kit/money.ts";
import { loadAssets, type PageAssets } from "./assets.ts";
import { renderDocument } from "./document.tsx";
import { type ErrorDeps, readerLanguage, showEnding, showError } from "./ending.ts";
import { dictionaries } from "./i18n/index.ts";
import { sendPage } from "./respond.ts";
import { HomeScreen } from "./screens/home.tsx";

/** What the service is called to payers where no tenant is known: before a merchant is named there is none. */
const SERVICE = "Cauris";

export interface FrontPagesDeps extends Pick<ErrorDeps, "passing" | "log"> {
  /** Counts a visit before its page is drawn. Refuses like the guards of the other pages. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Where the documentation begins for readers of a language. */
  guidesIn(locale: Locale): string;
}

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Pages for people who typed the host, or an address that is none: `/`, and "not found". */
export function createFrontPages({ admit, guidesIn, ...deps }: FrontPagesDeps): {
  readonly home: Page;
  readonly notFound: Page;
} {
  // Read with the first visit: few come, and a start should not wait for them.
  let read: PageAssets | null = null;
  const assets = (): PageAssets => {
    read ??= loadAssets();
    return read;
  };
  const errorDeps: ErrorDeps = { ...deps, showEnding: (...shown) => showEnding(assets(), ...shown) };
  const guarded =
    (page: Page): Page =>
    async (request, reply) => {
      try {
        await admit(request, reply);
        return await page(request, reply);
      } catch (error) {
        return showError(errorDeps, error, request, reply);
      }
    };

  return {
    home: guarded((request, reply) => {
      const locale = readerLanguage(request);
      const t = dictionaries[locale];
      const main = HomeScreen({ t, service: SERVICE, guides: guidesIn(locale) });
      const title = `${t.home.heading} · ${SERVICE}`;
      const document = renderDocument(
        { t, locale, title, order: null, main, look: "alone", path: "/", secure: false },
        assets(),
      );
      return sendPage(request, reply, document, 200);
    }),
    notFound: guarded((request, reply) => showEnding(assets(), request, reply, "notFound", 404)),
  };
}
