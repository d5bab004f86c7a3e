import type { FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../../server/src/kit/errors.ts";
import type { LogoSource, PayerCheckout, PayerLinks } from "../../server/src/kit/payer-pages.ts";
import type { PageAssets } from "./assets.ts";
import type { ShownLogo } from "./document.tsx";
import type { Ending } from "./screens/ended.tsx";

/** What the handlers of the pages share. */
export interface PagesContext {
  readonly checkout: PayerCheckout;
  readonly links: PayerLinks;
  readonly assets: PageAssets;
  readonly origin: string;
  readonly testGuidePath: string | null;
  readonly https: boolean;
  statusPath(sessionId: string): string;
  /** The picture of a merchant; null: initials. */
  logoOf(source: LogoSource | undefined): Promise<ShownLogo | null>;
  /** The same as a file, for documents. */
  logoFile(source: LogoSource | undefined): Promise<Buffer | null>;
  /** A page without anything to pay, in the requested language, else the browser's. */
  showEnding(
    request: FastifyRequest,
    reply: FastifyReply,
    ending: Ending,
    status: number,
    refusal?: Refusal,
  ): Promise<FastifyReply>;
}
