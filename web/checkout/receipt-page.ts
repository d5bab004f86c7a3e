import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { PageSession } from "../../server/src/kit/payer-pages.ts";
import type { PagesContext } from "./context.ts";
import { renderDocument } from "./document.tsx";
import { amountText, chooseLocale, dictionaries } from "./i18n/index.ts";
import { RECEIPTS_PATH } from "./receipt.ts";
import { sendPage } from "./respond.ts";
import { ConfirmedScreen, confirmedHeading } from "./screens/confirmed.tsx";
import { HelpLine } from "./screens/help.tsx";

type ReceiptRequest = FastifyRequest<{ readonly Params: { readonly code: string } }>;

/** `GET /checkout/receipts/:code`: whether a receipt is genuine, for whoever holds it. Shows nothing of the payer. */
export async function checkReceipt(context: PagesContext, request: ReceiptRequest, reply: FastifyReply) {
  const session = await confirmedSession(context, request.params.code);
  if (session === null) return context.showEnding(request, reply, "noReceipt", 404);
  const asked = (request.query as Readonly<Record<string, unknown>>).lang;
  const locale = chooseLocale(typeof asked === "string" ? asked : null, session.locale);
  const t = dictionaries[locale];
  const amount = amountText(locale, session.amount, session.currency);
  const { merchantName, runBy, primaryColor, mode } = session;
  const document = renderDocument(
    {
      t,
      locale,
      title: `${confirmedHeading(session, t)} · ${merchantName}`,
      order: {
        logo: await context.logoOf(session.logo),
        merchantName,
        runBy,
        amount,
        amountLabel: t.success.amount,
        title: session.title,
        description: null,
        ...(primaryColor === undefined ? {} : { primaryColor }),
        testGuidePath: null,
        ...(mode === undefined ? {} : { mode }),
      },
      look: "state",
      help: HelpLine({ t, merchantName, help: session.help, reference: session.shortReference }),
      main: ConfirmedScreen({ session, t, locale, amount }),
      path: `${RECEIPTS_PATH}/${request.params.code}`,
    },
    context.assets,
  );
  return sendPage(request, reply, document, 200);
}

/** Null when the code is none of ours. */
async function confirmedSession({ checkout }: PagesContext, code: string): Promise<PageSession | null> {
  try {
    return await checkout.receipt(code);
  } catch (error) {
    if (error instanceof Refusal && error.declaration.status === 404) return null;
    throw error;
  }
}
