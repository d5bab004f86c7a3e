import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import { RETURN_MARK } from "../../server/src/kit/return-mark.ts";
import { arrangeChoices } from "./choices.ts";
import { buildRequest, errorsOfRefusal, type FormError } from "./completion-form.ts";
import type { PagesContext } from "./context.ts";
import { type PageDocument, renderDocument } from "./document.tsx";
import { amountIn, chooseLocale, dictionaries } from "./i18n/index.ts";
import { lastUsedCookie, lastUsedFromCookie, withLastUsed } from "./last-used.ts";
import type { MethodOption, PageSession } from "./ports.ts";
import { withCustomer } from "./prefill.ts";
import { qrPng } from "./qr.ts";
import { receiptPdf } from "./receipt.ts";
import { seeOther, sendPage, sentFromHere, sharedHeaders, waitAsTold } from "./respond.ts";
import { drawScreen, screenOf } from "./screen.tsx";
import { AttemptFacts, HelpLine } from "./screens/help.tsx";
import { redirectTarget } from "./screens/progress.tsx";
import { readTyped, type Typed, typedCookie, typedFromCookie } from "./typed.ts";
import { pageUrl, type SessionView } from "./view.ts";

/** Only characters allowed in a path and a cookie; the service knows whether it names a session. */
const sessionIdPattern = /^[A-Za-z0-9_-]{1,128}$/;
const STATUS_OK = 200;
const STATUS_UNPROCESSABLE = 422;

type Params = { readonly Params: { readonly sessionId: string } };
type Query = Readonly<Record<string, unknown>>;

interface Drawing {
  readonly status?: number;
  readonly typed?: Typed;
  readonly errors?: readonly FormError[];
}

/** `GET /checkout/:sessionId`: the screen of the session's state. Never changes anything. */
export async function showSession(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null) return context.showEnding(request, reply, "notFound", 404);
  const options = await offeredMethods(context, session, typedFromCookie(request.headers.cookie));
  return draw(context, request, reply, session, options);
}

/** `POST /checkout/:sessionId`: completes, then redirects to the page, so that a reload is safe. */
export async function submitSession(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null) return context.showEnding(request, reply, "notFound", 404);
  const typed = readTyped(fieldsOf(request));
  const view = viewOf(request, session, await offeredMethods(context, session, typed), {
    typed,
  });
  const { t } = view;
  const back = (more: Readonly<Record<string, string>> = {}) => seeOther(reply, pageUrl(view, more));
  const again = (status: number, errors: readonly FormError[], kept: Typed = typed) =>
    send(context, request, reply, { ...view, typed: kept, errors }, status);

  if (!sentFromHere(request, context.origin))
    return again(403, [{ field: null, message: t.errors.foreignForm }]);
  if (session.status === "SUCCEEDED") return back({ already: "1" });
  const screen = screenOf(view);
  if (screen !== "form" && screen !== "retry") return back();

  const built = buildRequest(typed, {
    choices: view.choices,
    customFields: session.customFields,
    t,
  });
  if (built.kind === "errors") return again(STATUS_UNPROCESSABLE, built.errors, built.typed);

  const keepTyped = () =>
    reply.header("set-cookie", typedCookie({ ...typed, lang: view.locale }, view.path, context.https));
  const keepChoice = () => {
    const cookie = lastUsedCookie(typed, context.https);
    if (cookie !== null) reply.header("set-cookie", cookie);
  };
  try {
    const facts = { ip: request.ip, requestId: request.id };
    const completion = await context.checkout.complete(session.sessionId, built.request, facts);
    keepTyped();
    keepChoice();
    return back(completion.nextStep === "REDIRECT" ? { go: "1" } : {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const errors = errorsOfRefusal(error, { typed, customFields: session.customFields, t });
    if (errors !== null) {
      waitAsTold(reply, error);
      const { status } = error.declaration;
      return again(status === 429 || status === 503 ? status : STATUS_UNPROCESSABLE, errors);
    }
    switch (error.declaration.name) {
      case "CHECKOUT_SESSION_ALREADY_COMPLETED":
        return back({ already: "1" });
      // The page shows the session's new state: failed with its reason, expired, or an attempt in flight.
      case "PAYMENT_FAILED":
      case "CHECKOUT_SESSION_EXPIRED":
      case "CHECKOUT_SESSION_NOT_OPEN":
      case "CHECKOUT_NO_PAYMENT_METHODS":
        keepTyped();
        return back();
      // The session came from a link whose uses others have used up, or that has ended since.
      case "PAYMENT_LINK_MAX_USES_REACHED":
        return context.showEnding(request, reply, "linkExhausted", 409);
      case "PAYMENT_LINK_EXPIRED":
        return context.showEnding(request, reply, "linkExpired", 409);
      case "PAYMENT_LINK_NOT_ACTIVE":
        return context.showEnding(request, reply, "linkClosed", 409);
      case "MERCHANT_KYB_NOT_APPROVED":
        return context.showEnding(request, reply, "merchantClosed", 409);
      default:
        throw error;
    }
  }
}

/** `GET /checkout/:sessionId/qr.png`: the code of the attempt in flight, to save. */
export async function downloadQr(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null || session.qrPayload === null || session.status !== "PROCESSING")
    return context.showEnding(request, reply, "notFound", 404);
  return reply
    .headers({ ...sharedHeaders, "cache-control": "no-store" })
    .header("content-disposition", 'attachment; filename="code-qr.png"')
    .type("image/png")
    .send(qrPng(session.qrPayload));
}

/** `GET /checkout/:sessionId/receipt.pdf`: the receipt of a payment that was taken, in the page's language. */
export async function downloadReceipt(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null || session.receipt === null || session.status !== "SUCCEEDED")
    return context.showEnding(request, reply, "notFound", 404);
  const { t, locale, amount } = viewOf(request, session, [], {});
  const pdf = await receiptPdf({ session, receipt: session.receipt, amount, t, locale });
  return reply
    .headers({ ...sharedHeaders, "cache-control": "no-store" })
    .header("content-disposition", `attachment; filename="${session.receipt.chargeId}.pdf"`)
    .type("application/pdf")
    .send(pdf);
}

async function sessionOf(
  context: PagesContext,
  request: FastifyRequest<Params>,
): Promise<PageSession | null> {
  const { sessionId } = request.params;
  if (!sessionIdPattern.test(sessionId)) return null;
  try {
    return await context.checkout.page(sessionId);
  } catch (error) {
    if (error instanceof Refusal && error.declaration.status === 404) return null;
    throw error;
  }
}

/** The options, where there is a choice; during an attempt, only to know the operator's own code. */
async function offeredMethods(
  { checkout }: PagesContext,
  session: PageSession,
  typed: Typed,
): Promise<readonly MethodOption[]> {
  const choosing = session.status === "OPEN" || (session.status === "FAILED" && session.retryable);
  const waitingFor = session.status === "PROCESSING" && typed.operator !== null;
  if (!choosing && !waitingFor) return [];
  try {
    return await checkout.methods(session.sessionId);
  } catch (error) {
    // The session changed between the two reads, or offers nothing: its own state decides what to show.
    if (error instanceof Refusal && error.declaration.status === 409) return [];
    throw error;
  }
}

function viewOf(
  request: FastifyRequest<Params>,
  session: PageSession,
  options: readonly MethodOption[],
  { typed, errors = [] }: Drawing,
): SessionView {
  const query = request.query as Query;
  const before = typedFromCookie(request.headers.cookie);
  const last = lastUsedFromCookie(request.headers.cookie);
  const asked = typeof query.country === "string" ? query.country : null;
  const nobodyTyped = typed === undefined && before.method === null;
  const proposed = withLastUsed(before, last);
  const kept = typed ?? (nobodyTyped ? withCustomer(proposed, session.customer, options, asked) : proposed);
  const usual = chooseLocale(before.lang, session.locale);
  const locale = chooseLocale(typeof query.lang === "string" ? query.lang : null, usual);
  // A newly requested country takes precedence over that of an earlier visit.
  const country = asked ?? kept.country;
  const choices = arrangeChoices(options, { country, method: kept.method });
  const prompt = options.find(
    (one) => one.operator === kept.operator && one.countryCode === choices.country,
  )?.prompt;
  return {
    t: dictionaries[locale],
    locale,
    session,
    amount: amountIn(locale, session),
    path: `/checkout/${session.sessionId}`,
    langQuery: locale === usual ? "" : `lang=${locale}`,
    choices,
    typed: kept,
    errors,
    prompt: prompt ?? null,
    lastUsed: nobodyTyped ? (last?.method ?? null) : null,
    justSent: query.go === "1",
    returned: query[RETURN_MARK] === "1",
    alreadyPaid: query.already === "1",
  };
}

async function draw(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
  session: PageSession,
  options: readonly MethodOption[],
) {
  const view = viewOf(request, session, options, {});
  if (screenOf(view) === "returned") await context.checkout.returned(session.sessionId);
  // Paid: the typed values are no longer needed, and should not stay on a shared phone.
  if (session.status === "SUCCEEDED" && request.headers.cookie !== undefined)
    reply.header("set-cookie", typedCookie(null, view.path, context.https));
  return send(context, request, reply, view, STATUS_OK);
}

async function send(
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  view: SessionView,
  status: number,
) {
  const { session, t, locale } = view;
  const name = screenOf(view);
  const screen = drawScreen(name, view);
  const target = redirectTarget(view);
  const page: PageDocument = {
    t,
    locale,
    title: `${screen.title} · ${session.merchantName}`,
    order: {
      logo: await context.logoOf(session.logo),
      merchantName: session.merchantName,
      amount: view.amount,
      title: session.title,
      description: session.description,
      ...(session.primaryColor === undefined ? {} : { primaryColor: session.primaryColor }),
      testGuidePath: context.testGuidePath,
      ...(session.mode === undefined ? {} : { mode: session.mode }),
    },
    main: [screen.body, AttemptFacts({ view })],
    help: HelpLine({
      t,
      merchantName: session.merchantName,
      help: session.help,
      reference: session.shortReference,
    }),
    look: name === "form" || name === "retry" ? "form" : "state",
    path: view.path,
    ...(name === "returned" ? { query: `${RETURN_MARK}=1` } : {}),
    refreshSeconds: screen.refreshSeconds,
    refreshTo: target,
    goTo: target,
    watch:
      screen.askSeconds === null
        ? null
        : {
            url: context.statusPath(session.sessionId),
            state: `${session.status} ${session.nextStep ?? ""}`,
            everySeconds: screen.askSeconds,
          },
  };
  return sendPage(request, reply, renderDocument(page, context.assets), status);
}

/** Form fields as parsed; anything else a client may send is an empty form. */
function fieldsOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}
